/// The contents of a capture besides its packets, which are copied when it is written to another file.
public enum CaptureBlock: Hashable, Sendable {
  /// The beginning of a section. Interfaces are numbered from 0 again, and earlier names and secrets no longer apply.
  case section([CaptureOption])
  /// The next interface of the section.
  case interface(CaptureInterface)
  /// The statistics of an interface.
  case statistics(InterfaceStatistics)
  /// A block that is copied without being parsed (names, secrets, vendor-specific blocks that may be copied): its
  /// type and its content between the two lengths, with all numbers in little-endian order.
  case opaque(type: UInt32, body: [UInt8])

  /// Whether another file that continues the same section needs the block too.
  var holdsForSection: Bool {
    if case .statistics = self { false } else { true }
  }

  /// The approximate memory for the block, in bytes.
  var weight: Int {
    switch self {
    case .opaque(_, let body): 64 + body.count
    case .section(let options): 64 + Self.weight(options)
    case .interface(let interface): 256 + Self.weight(interface.options)
    case .statistics(let statistics): 128 + Self.weight(statistics.options)
    }
  }

  private static func weight(_ options: [CaptureOption]) -> Int {
    options.reduce(0) { $0 + 64 + $1.value.count }
  }
}
