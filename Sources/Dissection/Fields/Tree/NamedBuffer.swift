/// Bytes that are not the frame's own but made from it and others: reassembled, dechunked, decompressed.
public struct NamedBuffer: Sendable {
  /// Its title: `Message from TCP`.
  public var name: String
  /// The bytes.
  public var bytes: [UInt8]

  /// Bytes with a name, such as "Message from TCP".
  public init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}
