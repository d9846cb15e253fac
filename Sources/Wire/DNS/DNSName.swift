/// A domain name (RFC 1035 section 3.1): labels from the leftmost to the one below the root.
public struct DNSName: Hashable, Sendable {
  /// The labels, each of 1 to 63 bytes; none for the root.
  public var labels: [[UInt8]]

  /// The root.
  public init() {
    labels = []
  }

  /// Reads a name as people write it, with or without the final dot. Returns nil if a label is empty or longer than 63
  /// bytes, or the name is longer than 255.
  public init?(_ text: String) {
    guard text != "." else {
      labels = []
      return
    }
    var labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { [UInt8]($0) }
    if labels.last?.isEmpty == true { labels.removeLast() }
    guard labels.allSatisfy({ (1...63).contains($0.count) }) else { return nil }
    guard labels.reduce(1, { $0 + $1.count + 1 }) <= 255 else { return nil }
    self.labels = labels
  }

  /// Reads a name and moves `position` past it.
  ///
  /// Compression pointers (section 4.1.4) are followed only backwards, each further back than the one before, so that no
  /// message can make this loop; a name longer than 255 bytes is an error.
  ///
  /// - Parameters:
  ///   - message: where the message is within `bytes`; pointers count from its start.
  ///   - position: where the name begins, from the start of `bytes`.
  public init(_ bytes: Span<UInt8>, message: Range<Int>, position: inout Int) throws(WireError) {
    labels = []
    var cursor = position
    var lowest = position
    var followed = false
    var total = 1
    while true {
      try Self.require(1, at: cursor, of: message)
      let length = Int(bytes[cursor])
      if length == 0 {
        if !followed { position = cursor + 1 }
        return
      } else if length < 64 {
        try Self.require(1 + length, at: cursor, of: message)
        total += 1 + length
        guard total <= 255 else { throw WireError(.dns, .badName, offset: cursor, required: total, available: 255) }
        labels.append((cursor + 1..<cursor + 1 + length).map { bytes[$0] })
        cursor += 1 + length
      } else {
        guard length >= 0xC0 else { throw WireError(.dns, .badName, offset: cursor, required: 0xC0, available: length) }
        try Self.require(2, at: cursor, of: message)
        let target = message.lowerBound + Int(bytes.uint16(at: cursor) & 0x3FFF)
        guard target < lowest else {
          throw WireError(.dns, .badName, offset: cursor, required: lowest, available: target)
        }
        if !followed { position = cursor + 2 }
        followed = true
        lowest = target
        cursor = target
      }
    }
  }

  private static func require(_ count: Int, at offset: Int, of message: Range<Int>) throws(WireError) {
    let available = message.upperBound - offset
    guard available >= count else {
      throw WireError(.dns, .truncated, offset: offset, required: count, available: max(0, available))
    }
  }

  /// Appends the name without compression.
  public func append(to bytes: inout [UInt8]) {
    for label in labels {
      bytes.append(UInt8(truncatingIfNeeded: label.count))
      bytes += label
    }
    bytes.append(0)
  }

  /// Whether both are the same name, ignoring case (RFC 4343).
  public func matches(_ other: DNSName) -> Bool {
    lowercased() == other.lowercased()
  }

  /// The same name in lower case.
  public func lowercased() -> DNSName {
    var name = self
    name.labels = labels.map { $0.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
    return name
  }
}

extension DNSName: CustomStringConvertible {
  /// With a dot after each label: `www.example.`; the root is `.`.
  public var description: String {
    labels.isEmpty ? "." : labels.map { String(decoding: $0, as: UTF8.self) + "." }.joined()
  }
}
