/// What a capture says besides its packets, to be said again where it is written to another file.
public enum CaptureBlock: Hashable, Sendable {
  /// A section begins: interfaces count from 0 again, names and secrets are forgotten.
  case section([CaptureOption])
  /// The next interface of the section.
  case interface(CaptureInterface)
  /// How the capture on an interface went.
  case statistics(InterfaceStatistics)
  /// A block that is copied without a look inside (names, secrets, others' blocks that say they may be copied): its type and what is
  /// between its two lengths, with all numbers in little-endian order.
  case opaque(type: UInt32, body: [UInt8])

  /// Whether a file that goes on with the same section needs it too.
  var holdsForSection: Bool {
    if case .statistics = self { false } else { true }
  }

  /// What it takes to keep it, in bytes, roughly.
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
