public import Wire

/// Knows the secrets of the TLS connections that a live capture sees.
public protocol LiveSecrets: AnyObject {
  /// The secrets that are to stand before a frame: lines of an NSS key log. It may wait for them, because a reader such as tshark
  /// decrypts only what comes after them.
  func lines(before frame: Frame, _ bytes: Span<UInt8>) -> [UInt8]
}
