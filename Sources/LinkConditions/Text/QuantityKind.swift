/// A kind of quantity: its units, its range, and how to read it.
///
/// Every value needs a unit. The units of bandwidths are bits. A capital B is refused there, because some tools mean
/// bytes by it.
package struct QuantityKind {
  /// A description with an example, for errors: "a bandwidth such as 32 kbps".
  package let words: String
  /// Each unit and its factor.
  let units: [(name: String, factor: UInt64)]
  /// The values that are allowed, after scaling.
  let range: ClosedRange<UInt64>
  /// The range in words.
  let rangeWords: String

  static let bandwidth = QuantityKind(
    words: "a bandwidth such as '32 kbps', '1.5 Mbps' or 'unlimited'",
    units: [
      ("bps", 1), ("kbps", 1_000), ("Kbps", 1_000), ("Mbps", 1_000_000), ("mbps", 1_000_000), ("Gbps", 1_000_000_000),
      ("gbps", 1_000_000_000), ("bit/s", 1), ("kbit/s", 1_000), ("Mbit/s", 1_000_000), ("Gbit/s", 1_000_000_000),
    ],
    range: 1...1_000_000_000_000, rangeWords: "1 bps to 1000 Gbps")

  package static let duration = QuantityKind(
    words: "a time such as '100 ms' or '2 s'", units: timeUnits, range: 0...3_600_000_000_000,
    rangeWords: "0 s to 1 h")

  /// A jitter, which the kernel stores as 32 bits of nanoseconds.
  static let jitter = QuantityKind(
    words: "a time such as '20 ms'", units: timeUnits, range: 0...2_147_000_000, rangeWords: "0 s to 2.147 s")

  package static let size = QuantityKind(
    words: "a size such as '4 KB'",
    units: [
      ("B", 1), ("KB", 1_000), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("KiB", 1 << 10),
      ("MiB", 1 << 20), ("GiB", 1 << 30), ("byte", 1), ("bytes", 1),
    ],
    range: 1...1_000_000_000_000, rangeWords: "1 B to 1000 GB")

  static let packets = QuantityKind(
    words: "a number of packets such as '50 packets'", units: [("packets", 1), ("packet", 1)], range: 1...10_000_000,
    rangeWords: "1 to 10000000 packets")

  /// The queues of a discipline with one for each flow.
  static let flows = QuantityKind(
    words: "a number of queues such as '1024 flows'", units: [("flows", 1), ("flow", 1)], range: 1...65_536,
    rangeWords: "1 to 65536 flows")

  /// What a flow may send before it is another one's turn. The kernel takes at least 256 bytes.
  static let quantum = QuantityKind(
    words: "a size such as '1514 B'", units: [("B", 1), ("byte", 1), ("bytes", 1), ("KB", 1_000), ("kB", 1_000)],
    range: 256...1_000_000, rangeWords: "256 B to 1000 KB")

  /// The longest IP datagram.
  static let mtu = QuantityKind(
    words: "a size such as '1400 B'", units: [("B", 1), ("byte", 1), ("bytes", 1)], range: 68...65_535,
    rangeWords: "68 B to 65535 B")

  /// The payload of a link's cells.
  static let cell = QuantityKind(
    words: "a size such as '48 B'", units: [("B", 1)], range: 1...65_535, rangeWords: "1 B to 65535 B")

  /// What a link adds to a packet or a cell, which may be negative.
  static let overhead = QuantityKind(
    words: "a number of bytes such as '24 B' or '-14 B'", units: [("B", 1)], range: 0...65_535,
    rangeWords: "-65535 B to 65535 B")

  private static let timeUnits: [(name: String, factor: UInt64)] = [
    ("ns", 1), ("us", 1_000), ("µs", 1_000), ("μs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
    ("min", 60_000_000_000), ("h", 3_600_000_000_000),
  ]

  /// The scaled value of a text of this kind.
  package func value(of text: String) throws(Quantity.Problem) -> UInt64 {
    let quantity = try Quantity(text)
    guard !quantity.unit.isEmpty else { throw Quantity.Problem(words: "has no unit") }
    guard let unit = units.first(where: { $0.name == quantity.unit }) else {
      throw Quantity.Problem(words: "has the unknown unit '\(quantity.unit.shortened)'\(unitHint(quantity.unit))")
    }
    guard !quantity.isNegative || quantity.mantissa == 0, let value = quantity.scaled(by: unit.factor),
      range.contains(value), value > 0 || quantity.mantissa == 0
    else {
      throw Quantity.Problem(words: "is out of range (\(rangeWords))")
    }
    return value
  }

  /// Whether a text is a number with a unit of this kind, whatever the value.
  func isUnit(of text: String) -> Bool {
    guard let quantity = try? Quantity(text) else { return false }
    return units.contains { $0.name == quantity.unit }
  }

  private func unitHint(_ unit: String) -> String {
    if let ours = ForeignWords.unit(unit), units.contains(where: { $0.name == ours }) {
      return " (did you mean '\(ours)'?)"
    }
    guard let near = units.first(where: { $0.name.lowercased() == unit.lowercased() }) else { return "" }
    return unit.contains("B") && !near.name.contains("B")
      ? " (bytes? a bandwidth is in bits)" : " (did you mean '\(near.name)'?)"
  }
}

extension String {
  /// The part of a text that an error quotes: enough to find it, on one line, without control characters.
  package var shortened: String {
    var text = ""
    for scalar in unicodeScalars.prefix(40) {
      text.unicodeScalars.append(scalar.properties.generalCategory == .control ? "?" : scalar)
    }
    return unicodeScalars.dropFirst(40).isEmpty ? text : text + "..."
  }
}
