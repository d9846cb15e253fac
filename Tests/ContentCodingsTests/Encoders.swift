import CZlib
import CZstd

/// The other direction, by the libraries' own encoders.
enum Encoders {
  static func zlib(_ bytes: [UInt8], windowBits: Int32) -> [UInt8] {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    deflateInit2_(&stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    defer { deflateEnd(&stream) }
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: bytes.count + 1000) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        deflate(&stream, Z_FINISH)
        count = Int(stream.total_out)
      }
    }
  }

  static func zstd(_ bytes: [UInt8]) -> [UInt8] {
    let bound = ZSTD_compressBound(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      count = bytes.withUnsafeBytes { ZSTD_compress(output.baseAddress, bound, $0.baseAddress, bytes.count, 3) }
    }
  }

  /// In a window of a size of one's own, with nothing said of the length in the frame's head.
  static func zstd(_ bytes: [UInt8], windowLog: Int32) -> [UInt8] {
    let context = ZSTD_createCCtx()
    defer { ZSTD_freeCCtx(context) }
    ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, windowLog)
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, 0)
    let bound = ZSTD_compressBound(bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
      count = bytes.withUnsafeBytes { ZSTD_compress2(context, output.baseAddress, bound, $0.baseAddress, bytes.count) }
    }
  }

  /// `ContentDecoderTests.text` as Node's `zlib.brotliCompressSync` wrote it.
  static let brotliText = hex(
    """
    1b9b05c09c05762cb36ee40707f3362b4f56227b269d923f17722b83b8a94396967d5d2c44df9f081c0a1ecac283c0210428
    33a142a50405fc508871114eb607133a0ad15de12f7f477d665ebcfdce77c1a79eda80f7e11298d5823219707a1a925ca477
    18269660a3102e1cfc808ac29560d401172ed0e33cc0b5dd909a8df428c35453b015132e6e1c6095b600c53be1c0820a1af0
    920679dc0474ed596640b035225c3a38a0aa4c01ca7bc2510b2a71c04537a4d0815ed660be4e2c1a47d1b6be06
    """)

  /// Three million zero bytes, by the same.
  static let brotliZeros = hex("9bbfc62df82700e2b14020cfb705")

  private static func hex(_ digits: String) -> [UInt8] {
    let digits = digits.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
  }
}
