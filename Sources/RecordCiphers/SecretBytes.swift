/// Bytes that only a cipher should see: a secret, or a key made from it. Neither `print`, string interpolation, `dump` nor a
/// debugger's summary shows them.
public struct SecretBytes: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public var count: Int { bytes.count }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "<\(bytes.count) secret bytes>" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
