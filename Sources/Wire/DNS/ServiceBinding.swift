/// The data of an SVCB or HTTPS record (RFC 9460 section 2.2).
public struct ServiceBinding: Hashable, Sendable {
  /// 0 for an alias; otherwise less is more wanted.
  public var priority: UInt16
  /// The host that provides the service; the root for the owner of the record itself (section 2.5).
  public var target: DNSName
  /// The protocols (ALPN) beside the service's usual one; empty if none is said (section 7.1).
  public var applicationProtocols: [String] = []
  /// The port; nil for that of the service (section 7.2).
  public var port: UInt16?

  private enum Key {
    static let applicationProtocols: UInt16 = 1
    static let port: UInt16 = 3
  }

  /// - Parameter data: the data of the record. Its name is not compressed.
  public init(_ data: Span<UInt8>) throws(WireError) {
    try Self.require(2, at: 0, data)
    priority = data.uint16(at: 0)
    var position = 2
    target = try DNSName(data, message: 0..<data.count, position: &position)
    while position < data.count {
      try Self.require(4, at: position, data)
      let (key, length) = (data.uint16(at: position), Int(data.uint16(at: position + 2)))
      position += 4
      try Self.require(length, at: position, data)
      read(key, data.extracting(position..<position + length))
      position += length
    }
  }

  private mutating func read(_ key: UInt16, _ value: Span<UInt8>) {
    switch key {
    case Key.port where value.count == 2: port = value.uint16(at: 0)
    case Key.applicationProtocols:
      var place = 0
      while place < value.count, place + 1 + Int(value[place]) <= value.count {
        let end = place + 1 + Int(value[place])
        applicationProtocols.append(String(decoding: (place + 1..<end).map { value[$0] }, as: UTF8.self))
        place = end
      }
    default: break
    }
  }

  private static func require(_ count: Int, at offset: Int, _ data: Span<UInt8>) throws(WireError) {
    guard data.count - offset >= count else {
      throw WireError(.dns, .truncated, offset: offset, required: count, available: data.count - offset)
    }
  }
}
