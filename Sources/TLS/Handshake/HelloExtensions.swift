import Wire

/// A list of extensions (RFC 8446 section 4.2). Its ranges are about the bytes of the message that it was read from.
public struct HelloExtensions: Hashable, Sendable {
  /// One extension.
  public struct Entry: Hashable, Sendable {
    /// Which extension.
    public var type: ExtensionType
    /// Where its content is.
    public var content: Range<Int>
  }

  /// The extensions, in order.
  public private(set) var entries: [Entry] = []

  init() {}

  /// - Parameter range: the list without its length.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(WireError) {
    var reader = VectorReader(range)
    while !reader.isAtEnd {
      let type = ExtensionType(rawValue: UInt16(try reader.number(2, bytes)))
      entries.append(Entry(type: type, content: try reader.vector(2, bytes)))
    }
  }

  /// The content of the first extension of a type.
  public subscript(type: ExtensionType) -> Range<Int>? { entries.first { $0.type == type }?.content }

  /// Whether there is one of a type.
  public func contains(_ type: ExtensionType) -> Bool { self[type] != nil }

  /// The name that the client asks for (RFC 6066 section 3).
  public func serverName(_ bytes: Span<UInt8>) -> String? {
    guard let content = self[.serverName] else { return nil }
    var outer = VectorReader(content)
    guard let list = try? outer.vector(2, bytes) else { return nil }
    var reader = VectorReader(list)
    while let kind = try? reader.number(1, bytes), let name = try? reader.vector(2, bytes) {
      if kind == 0 { return bytes.text(name) }
    }
    return nil
  }

  /// Application protocols (RFC 7301 section 3.1): those that a client offers, the one that a server selects.
  public func applicationProtocols(_ bytes: Span<UInt8>) -> [String] {
    guard let content = self[.applicationProtocols] else { return [] }
    var outer = VectorReader(content)
    guard let list = try? outer.vector(2, bytes) else { return [] }
    var reader = VectorReader(list)
    var names: [String] = []
    while let name = try? reader.vector(1, bytes) { names.append(bytes.text(name)) }
    return names
  }

  /// The versions that a client offers, or the one that a server selects (RFC 8446 section 4.2.1).
  public func versions(_ bytes: Span<UInt8>, isClient: Bool) -> [ProtocolVersion] {
    guard let content = self[.supportedVersions] else { return [] }
    var reader = VectorReader(content)
    guard let list = isClient ? try? reader.vector(1, bytes) : content else { return [] }
    return bytes.numbers(list).map(ProtocolVersion.init)
  }

  /// A list of 16-bit numbers with a length before it: groups, signature algorithms.
  public func numbers(_ type: ExtensionType, _ bytes: Span<UInt8>) -> [UInt16] {
    guard let content = self[type] else { return [] }
    var reader = VectorReader(content)
    return (try? reader.vector(2, bytes)).map { bytes.numbers($0) } ?? []
  }

  /// The group of a server's key share (RFC 8446 section 4.2.8).
  public func selectedGroup(_ bytes: Span<UInt8>) -> UInt16? {
    guard let content = self[.keyShare], content.count >= 2 else { return nil }
    return bytes.uint16(at: content.lowerBound)
  }
}
