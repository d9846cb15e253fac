/// Bytes that are not the frame's own but made from it and others: reassembled, dechunked, decompressed.
public struct NamedBuffer: Sendable {
  /// As a tab of Wireshark's: `Reassembled TCP`.
  public var name: String
  /// The bytes.
  public var bytes: [UInt8]

  /// Bytes with a name, such as "Reassembled TCP".
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
