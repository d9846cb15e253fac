import CDeflate

/// Undoes gzip for small bodies that are at hand from their first byte to their last, several times as fast as in pieces.
///
/// It takes what is beyond doubt: one sound member (RFC 1952) of a moderate size. Whatever else there is to say of a body,
/// above all where it is broken, `ContentDecoder` says.
public final class WholeGzipDecoder {
  /// The longest output, in bytes.
  public static let limit = 512 << 10
  /// A header without options, and what follows the compressed data.
  private static let shortest = 10 + 8
  /// The flag of a checksum over the header, which libdeflate does not look at.
  private static let headerChecksum: UInt8 = 1 << 1

  private let state: OpaquePointer
  /// Written by the library up to the length that it is told, and lent from there; freed with this object.
  private let output: UnsafeMutableBufferPointer<UInt8>

  /// Nil if there is no memory for it.
  public init?() {
    guard let state = libdeflate_alloc_decompressor() else { return nil }
    self.state = state
    output = .allocate(capacity: Self.limit)
  }

  deinit {
    libdeflate_free_decompressor(state)
    output.deallocate()
  }

  /// Decodes a whole body and lends what comes out; false, and nothing lent, if that takes the decoder for pieces.
  public func decode(_ input: Span<UInt8>, _ receive: (Span<UInt8>) -> Void) -> Bool {
    guard input.count >= Self.shortest, input[3] & Self.headerChecksum == 0 else { return false }
    // The last four bytes say how much comes out (RFC 1952 section 2.3.1), which is checked against what does.
    let length = (1...4).reduce(0) { $0 << 8 | Int(input[input.count - $1]) }
    guard length <= Self.limit else { return false }
    var (taken, made) = (0, 0)
    let result = input.withUnsafeBytes {
      libdeflate_gzip_decompress_ex(state, $0.baseAddress, $0.count, output.baseAddress, length, &taken, &made)
    }
    guard result == LIBDEFLATE_SUCCESS, taken == input.count, made == length else { return false }
    receive(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(output)[..<made]).span)
    return true
  }
}
