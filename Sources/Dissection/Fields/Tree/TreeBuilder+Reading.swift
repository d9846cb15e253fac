import TextOutput
import Wire

// Fields that are read and added in one step.

extension TreeBuilder {
  /// A big-endian number of `width` bytes.
  @discardableResult
  mutating func number(
    _ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int, _ width: Int
  ) throws(DissectionStop) -> UInt64 {
    let value = try bytes.number(width, at: offset)
    add(field, offset..<(offset &+ width), .unsigned(value))
    return value
  }

  /// A big-endian number of `width` bytes, with a text.
  @inline(__always) @discardableResult
  mutating func number(
    _ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int, _ width: Int, text: @autoclosure () -> PrintableText?
  ) throws(DissectionStop) -> UInt64 {
    let value = try bytes.number(width, at: offset)
    add(field, offset..<(offset &+ width), .unsigned(value), text: text())
    return value
  }

  /// Some bits of a number, as the field's mask says.
  @discardableResult
  mutating func bits(_ field: FieldID, of number: UInt64, _ range: Range<Int>) -> UInt64 {
    let definition = words[field]
    let value = (number & definition.mask) >> UInt64(definition.mask.trailingZeroBitCount & 63)
    add(field, range, definition.type == .boolean ? .boolean(value != 0) : .unsigned(value))
    return value
  }

  /// Bits that are found but not shown beside the ones that are.
  mutating func hideBits(_ field: FieldID, of number: UInt64, _ range: Range<Int>) {
    hide(field, range, .boolean(number & words[field].mask != 0))
  }

  /// `count` bytes as they are.
  mutating func bytes(
    _ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int, _ count: Int
  ) throws(DissectionStop) {
    try bytes.need(count, at: offset)
    add(field, offset..<(offset &+ count), .bytes)
  }

  /// `count` bytes as they are, with a text.
  @inline(__always)
  mutating func bytes(
    _ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int, _ count: Int, text: @autoclosure () -> PrintableText?
  ) throws(DissectionStop) {
    try bytes.need(count, at: offset)
    add(field, offset..<(offset &+ count), .bytes, text: text())
  }

  /// `count` bytes as text, up to a zero byte if there is one.
  @discardableResult
  mutating func string(_ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int, _ count: Int) throws(DissectionStop)
    -> String
  {
    try bytes.need(count, at: offset)
    guard wants(field) || wantsText else { return "" }
    let text = bytes.text(offset..<(offset &+ count))
    add(field, offset..<(offset &+ count), .string(text))
    return text
  }

  @discardableResult
  mutating func ipv4(_ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int) throws(DissectionStop) -> IPv4Address {
    let address = IPv4Address(rawValue: UInt32(truncatingIfNeeded: try bytes.number(4, at: offset)))
    add(field, offset..<(offset &+ 4), .ipv4(address))
    return address
  }

  @discardableResult
  mutating func ipv6(_ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int) throws(DissectionStop) -> IPv6Address {
    let address = IPv6Address(
      high: try bytes.number(8, at: offset), low: try bytes.number(8, at: offset &+ 8))
    add(field, offset..<(offset &+ 16), .ipv6(address))
    return address
  }

  @discardableResult
  mutating func ethernet(_ field: FieldID, _ bytes: Span<UInt8>, _ offset: Int) throws(DissectionStop) -> MACAddress {
    let address = MACAddress(rawValue: try bytes.number(6, at: offset))
    add(field, offset..<(offset &+ 6), .ethernet(address))
    return address
  }

  /// A checksum, and how its verification went.
  ///
  /// - Parameters:
  ///   - isGood: nothing where it cannot be verified.
  ///   - reason: why it cannot.
  mutating func checksum(
    _ field: FieldID, _ status: FieldID, _ range: Range<Int>, _ claimed: UInt64, isGood: Bool?, reason: String = ""
  ) {
    let verdict = isGood.map { $0 ? "right" : "wrong" } ?? "not checked\(reason)"
    add(field, range, .unsigned(claimed), text: "\(field.field.label): \(TextFormat.hex(claimed, 4)), \(verdict)")
    generate(status, .unsigned(isGood.map { $0 ? 1 : 0 } ?? 2))
  }

  /// The finding that an Internet checksum is not what it should be.
  ///
  /// - Parameter offset: where the checksum is in what it covers, an even number of bytes from its beginning.
  mutating func badChecksum(_ field: FieldID, _ bytes: Span<UInt8>, in range: Range<Int>, field offset: Int) {
    var sum = InternetChecksum()
    sum.add(bytes, in: range.lowerBound..<offset)
    sum.add(bytes, in: offset + 2..<range.upperBound)
    let expected = TextFormat.hex(UInt64(~sum.folded), 4)
    expert(field, .warning, "Wrong checksum, \(expected) is right", .checksum)
  }

  /// A finding that the label of its field says.
  mutating func expert(_ field: FieldID, _ severity: ExpertSeverity, _ group: ExpertGroup = .protocol) {
    expert(field, severity, field.field.label, group)
  }

  /// A finding about the packet, with its own field where Wireshark has one.
  mutating func expert(
    _ field: FieldID?, _ severity: ExpertSeverity, _ message: String, _ group: ExpertGroup = .protocol
  ) {
    let mark = begin(
      .expert, 0..<0, .none, traits: .generated,
      text: "\(severity.name) (\(group.name)): \(message)")
    if let field { add(field, 0..<0, .none, traits: .generated, text: "\(message)") }
    add(.expertMessage, 0..<0, .string(message), traits: [.generated, .hidden])
    add(.expertSeverity, 0..<0, .unsigned(severity.rawValue), traits: .generated, text: "Severity: \(severity.name)")
    add(.expertGroup, 0..<0, .unsigned(group.rawValue), traits: .generated, text: "Kind of finding: \(group.name)")
    end(mark)
  }
}

/// How much a finding matters: Wireshark's numbers.
enum ExpertSeverity: UInt64 {
  case comment = 0x10_0000
  case chat = 0x20_0000
  case note = 0x40_0000
  case warning = 0x60_0000
  case error = 0x80_0000

  var name: String {
    switch self {
    case .comment: "Comment"
    case .chat: "Chat"
    case .note: "Note"
    case .warning: "Warning"
    case .error: "Error"
    }
  }
}

extension Span where Element == UInt8 {
  /// The text of a range that is inside, up to a zero byte; what is not UTF-8 becomes U+FFFD.
  func text(_ range: Range<Int>) -> String {
    var copy: [UInt8] = []
    copy.reserveCapacity(range.count)
    for index in range {
      if self[index] == 0 { break }
      copy.append(self[index])
    }
    return String(decoding: copy, as: UTF8.self)
  }
}
