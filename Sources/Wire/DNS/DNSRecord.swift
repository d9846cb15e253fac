/// A resource record (RFC 1035 section 4.1.3).
public struct DNSRecord: Hashable, Sendable {
  /// The data of a record.
  public enum Value: Hashable, Sendable {
    /// A: an IPv4 address.
    case a(IPv4Address)
    /// AAAA: an IPv6 address.
    case aaaa(IPv6Address)
    /// The name that a CNAME, NS or PTR record points to.
    case name(DNSName)
    /// The raw data of any other type (names inside may be compressed).
    case other([UInt8])
  }

  /// Whose record it is.
  public var name: DNSName
  /// Its type.
  public var type: DNSRecordType
  /// 1 for the Internet.
  public var recordClass: UInt16
  /// Seconds.
  public var timeToLive: UInt32
  /// What it says.
  public var value: Value

  /// 1 for the Internet.
  public init(name: DNSName, type: DNSRecordType, recordClass: UInt16 = 1, timeToLive: UInt32, value: Value) {
    self.name = name
    self.type = type
    self.recordClass = recordClass
    self.timeToLive = timeToLive
    self.value = value
  }

  init(_ bytes: Span<UInt8>, message: Range<Int>, position: inout Int) throws(WireError) {
    name = try DNSName(bytes, message: message, position: &position)
    try Self.require(10, at: position, of: message)
    type = DNSRecordType(rawValue: bytes.uint16(at: position))
    recordClass = bytes.uint16(at: position + 2)
    timeToLive = bytes.uint32(at: position + 4)
    let length = Int(bytes.uint16(at: position + 8))
    let start = position + 10
    try Self.require(length, at: start, of: message)
    position = start + length
    switch type {
    case .a where length == 4: value = .a(IPv4Address(rawValue: bytes.uint32(at: start)))
    case .aaaa where length == 16: value = .aaaa(IPv6Address(checked: bytes, at: start))
    case .cname, .ns, .ptr:
      var cursor = start
      value = .name(try DNSName(bytes, message: message.lowerBound..<position, position: &cursor))
    default: value = .other((start..<position).map { bytes[$0] })
    }
  }

  private static func require(_ count: Int, at offset: Int, of message: Range<Int>) throws(WireError) {
    guard message.upperBound - offset >= count else {
      throw WireError(.dns, .truncated, offset: offset, required: count, available: message.upperBound - offset)
    }
  }

  /// Appends the record without compression.
  public func append(to bytes: inout [UInt8]) {
    name.append(to: &bytes)
    bytes.append(bigEndian: type.rawValue)
    bytes.append(bigEndian: recordClass)
    bytes.append(bigEndian: timeToLive)
    let lengthOffset = bytes.count
    bytes.append(bigEndian: UInt16(0))
    switch value {
    case .a(let address): bytes.append(bigEndian: address.rawValue)
    case .aaaa(let address): address.append(to: &bytes)
    case .name(let name): name.append(to: &bytes)
    case .other(let data): bytes += data
    }
    bytes.set(UInt16(truncatingIfNeeded: bytes.count - lengthOffset - 2), at: lengthOffset)
  }
}
