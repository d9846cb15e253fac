import CZlib
import CZstd
import ContentCodings
import Testing

@Suite struct ContentDecoderTests {
  static let text = Array(
    ("{\"results\":["
      + (0..<40).map { "{\"id\":\($0),\"text\":\"apple number \($0 * 7919 % 1000)\"}" }.joined(separator: ",") + "]}")
      .utf8)

  /// `text` as an encoder of each coding wrote it.
  static let coded: [(ContentCoding, [UInt8])] = [
    (.gzip, Encoders.zlib(text, windowBits: 31)), (.deflate, Encoders.zlib(text, windowBits: 15)),
    (.deflate, Encoders.zlib(text, windowBits: -15)), (.zstd, Encoders.zstd(text)), (.brotli, Encoders.brotliText),
  ]

  @Test(arguments: coded.indices) func decodesInPiecesOfEverySize(_ index: Int) throws {
    let (coding, bytes) = Self.coded[index]
    for size in [1, 2, 3, 7, 100, bytes.count] {
      var decoder = try ContentDecoder([coding])
      let output = try Self.decode(bytes, pieces: size, &decoder)
      #expect(output == Self.text, "\(coding) in pieces of \(size)")
      #expect(decoder.outputCount == Self.text.count)
      decoder.reset()
      #expect(try Self.decode(bytes, pieces: size, &decoder) == Self.text, "\(coding) after a reset")
    }
  }

  @Test(arguments: coded.indices) func saysWhereItIsCutShort(_ index: Int) throws {
    let (coding, bytes) = Self.coded[index]
    for count in 1..<bytes.count {
      var decoder = try ContentDecoder([coding])
      var output: [UInt8] = []
      try decoder.decode(bytes.span.extracting(first: count), into: &output)
      #expect(throws: ContentDecodingError.cutShort(coding, offset: count)) { try decoder.finish() }
      #expect(Self.text.starts(with: output))
    }
  }

  /// The codings with a checksum find every flipped bit; no coding traps on one or makes endless output.
  @Test(arguments: coded.indices) func survivesCorruption(_ index: Int) throws {
    let (coding, bytes) = Self.coded[index]
    var caught = 0
    for position in bytes.indices {
      for bit in [0, 3, 7] {
        var broken = bytes
        broken[position] ^= 1 << UInt8(bit)
        var decoder = try ContentDecoder([coding], limit: 1 << 20)
        do throws(ContentDecodingError) {
          _ = try Self.decode(broken, pieces: 50, &decoder)
        } catch {
          caught += 1
          if case .corrupt(_, let offset) = error { #expect((0...bytes.count).contains(offset)) }
        }
      }
    }
    #expect(caught > bytes.count)
  }

  @Test func stopsABombAtTheLimit() throws {
    let zeros = [UInt8](repeating: 0, count: 3_000_000)
    let bombs: [(ContentCoding, [UInt8])] = [
      (.gzip, Encoders.zlib(zeros, windowBits: 31)), (.zstd, Encoders.zstd(zeros)),
      (.brotli, Encoders.brotliZeros),
    ]
    for (coding, bomb) in bombs {
      var decoder = try ContentDecoder([coding], limit: 100_000)
      var output: [UInt8] = []
      #expect(throws: ContentDecodingError.limitReached(limit: 100_000)) {
        try decoder.decode(bomb.span, into: &output)
      }
      #expect(output.count == 100_000 && decoder.outputCount == 100_000)
    }
    // A bomb inside a bomb must not run free between the two codings.
    let nested = Encoders.zlib(Encoders.zlib(zeros, windowBits: 31), windowBits: 31)
    var decoder = try ContentDecoder([.gzip, .gzip], limit: 3_000_000)
    var output: [UInt8] = []
    try decoder.decode(nested.span, into: &output)
    try decoder.finish()
    #expect(output == zeros)
  }

  @Test func undoesSeveralCodingsInTheRightOrder() throws {
    let bytes = Encoders.zstd(Encoders.zlib(Self.text, windowBits: 31))
    for size in [1, 13, bytes.count] {
      var decoder = try ContentDecoder([.gzip, .identity, .zstd])
      #expect(try Self.decode(bytes, pieces: size, &decoder) == Self.text)
    }
  }

  @Test func joinsMembersAndLeavesWhatFollows() throws {
    let member = Encoders.zlib(Self.text, windowBits: 31)
    for size in [1, 10, 10_000] {
      var decoder = try ContentDecoder([.gzip])
      #expect(try Self.decode(member + member + [0, 0, 0], pieces: size, &decoder) == Self.text + Self.text)
      #expect(decoder.excessCount == 3)
    }
  }

  @Test func identityAndEmptyBodies() throws {
    var plain = try ContentDecoder([])
    #expect(try Self.decode(Self.text, pieces: 5, &plain) == Self.text)
    for coding in ContentCoding.allCases {
      var decoder = try ContentDecoder([coding])
      try decoder.finish()
      #expect(decoder.outputCount == 0)
    }
  }

  @Test func readsTheHeaderField() throws {
    #expect(try ContentCoding.list("gzip, br") == [.gzip, .brotli])
    #expect(try ContentCoding.list(" X-GZIP ,identity,\tzstd;q=1") == [.gzip, .zstd])
    #expect(try ContentCoding.list("") == [])
    #expect(throws: ContentDecodingError.unknown(name: "compress")) { try ContentCoding.list("gzip, compress") }
    let long = String(repeating: "x", count: 10_000)
    #expect(throws: ContentDecodingError.unknown(name: String(long.prefix(40)))) { try ContentCoding.list(long) }
  }

  /// Each coding takes a decoder, so a field value must not decide how many there are.
  @Test func codingsAreFew() throws {
    let most = ContentCoding.mostInList
    #expect(try ContentCoding.list(String(repeating: "gzip,", count: most) + "identity").count == most)
    for count in [most + 1, 50_000] {
      #expect(throws: ContentDecodingError.tooManyCodings(limit: most)) {
        try ContentCoding.list(String(repeating: "gzip,", count: count))
      }
      #expect(throws: ContentDecodingError.tooManyCodings(limit: most)) {
        _ = try ContentDecoder([ContentCoding](repeating: .gzip, count: count))
      }
    }
  }

  /// A few bytes of input can ask for megabytes of window.
  @Test func windowsAreCountedAndLimited() throws {
    let zstd = Encoders.zstd([UInt8](repeating: 1, count: 12 << 20), windowLog: 23)
    for (coding, bytes, least) in [(ContentCoding.zstd, zstd, 8 << 20), (.brotli, Encoders.brotliZeros, 1 << 20)] {
      var decoder = try ContentDecoder([coding])
      let idle = decoder.heldBytes
      try decoder.decode(bytes.span) { _ in }
      #expect(decoder.heldBytes - idle > least, "\(coding)")
      #expect(decoder.heldBytes <= ContentDecoder.defaultMemory)
      decoder.reset()

      let limit = 512 << 10
      var small = try ContentDecoder([coding], memory: limit)
      #expect(throws: ContentDecodingError.outOfMemory(coding, limit: limit)) { try small.decode(bytes.span) { _ in } }
      #expect(small.heldBytes <= limit)
    }
    #expect(throws: ContentDecodingError.outOfMemory(.gzip, limit: 1000)) {
      _ = try ContentDecoder([.gzip], memory: 1000)
    }
  }

  private static func decode(
    _ bytes: [UInt8], pieces size: Int, _ decoder: inout ContentDecoder
  ) throws(ContentDecodingError) -> [UInt8] {
    var output: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + size)
      try decoder.decode(bytes.span.extracting(start..<end), into: &output)
      start = end
    }
    try decoder.finish()
    return output
  }
}
