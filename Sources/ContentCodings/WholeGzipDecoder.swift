import CDeflate

/// Decodes small gzip bodies that are complete in memory, several times as fast as decoding in pieces.
///
/// It accepts only unproblematic bodies: one valid member (RFC 1952) of moderate size. `ContentDecoder` handles all
/// others, above all broken ones.
public final class WholeGzipDecoder {
  /// The longest output, in bytes.
  public static let limit = 512 << 10
  /// The length of a header without options and of the trailer.
  private static let shortest = 10 + 8
  /// The flag for a checksum of the header, which libdeflate does not check.
  private static let headerChecksum: UInt8 = 1 << 1

  private let state: OpaquePointer
  /// The library writes here, up to the length that it is given. The output is lent from here, and the buffer is freed
  /// with this object.
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

  /// Decodes a whole body and lends the output. Returns false, without lending anything, if the body needs
  /// `ContentDecoder`.
  public func decode(_ input: Span<UInt8>, _ receive: (Span<UInt8>) -> Void) -> Bool {
    guard input.count >= Self.shortest, input[3] & Self.headerChecksum == 0 else { return false }
    // The last four bytes give the length of the output (RFC 1952 section 2.3.1), which is compared with the actual
    // length.
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
