/// The random of a ClientHello, by which secrets are found (RFC 8446 section 4.1.2). It is no secret.
public struct ClientRandom: Hashable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]

  /// - Returns: nil if it is not 32 bytes long.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }
}

extension ClientRandom: CustomStringConvertible {
  public var description: String { String(decoding: Hexadecimal.encode(bytes), as: UTF8.self) }
}
