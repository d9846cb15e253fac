/// A question (RFC 1035 section 4.1.2).
public struct DNSQuestion: Hashable, Sendable {
  /// The name that is asked for.
  public var name: DNSName
  /// The type of record that is asked for.
  public var type: DNSRecordType
  /// 1 is the Internet; the top bit asks for a unicast answer in multicast DNS.
  public var recordClass: UInt16

  /// - Parameter recordClass: 1 for the Internet.
  public init(name: DNSName, type: DNSRecordType, recordClass: UInt16 = 1) {
    self.name = name
    self.type = type
    self.recordClass = recordClass
  }

  init(_ bytes: Span<UInt8>, message: Range<Int>, position: inout Int) throws(WireError) {
    name = try DNSName(bytes, message: message, position: &position)
    guard message.upperBound - position >= 4 else {
      throw WireError(.dns, .truncated, offset: position, required: 4, available: message.upperBound - position)
    }
    type = DNSRecordType(rawValue: bytes.uint16(at: position))
    recordClass = bytes.uint16(at: position + 2)
    position += 4
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    name.append(to: &bytes)
    bytes.append(bigEndian: type.rawValue)
    bytes.append(bigEndian: recordClass)
  }
}
