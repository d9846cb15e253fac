import ContentCodings
import Testing

/// What is decoded in one go is what the decoder for pieces makes of it, and what is in doubt is left to that.
@Suite struct WholeGzipDecoderTests {
  static let text = ContentDecoderTests.text
  static let coded = Encoders.zlib(text, windowBits: 31)

  private func decode(_ bytes: [UInt8], _ decoder: WholeGzipDecoder) -> [UInt8]? {
    var output: [UInt8] = []
    let isDone = decoder.decode(bytes.span) { piece in output = piece.withUnsafeBufferPointer { Array($0) } }
    #expect(isDone || output.isEmpty)
    return isDone ? output : nil
  }

  @Test func decodesOneMember() throws {
    let decoder = try #require(WholeGzipDecoder())
    #expect(decode(Self.coded, decoder) == Self.text)
    #expect(decode(Encoders.zlib([], windowBits: 31), decoder) == [])
    #expect(decode(Self.coded, decoder) == Self.text)
  }

  @Test func leavesWhatIsCutShort() throws {
    let decoder = try #require(WholeGzipDecoder())
    for count in 0..<Self.coded.count { #expect(decode(Array(Self.coded.prefix(count)), decoder) == nil) }
  }

  /// A flipped bit is found, or it is one that says nothing of the content: the header's time, and what fills the last byte.
  @Test func leavesWhatIsBroken() throws {
    let decoder = try #require(WholeGzipDecoder())
    var (others, left) = (0, 0)
    for position in Self.coded.indices {
      for bit in UInt8(0)..<8 {
        var broken = Self.coded
        broken[position] ^= 1 << bit
        guard let output = decode(broken, decoder) else {
          left += 1
          continue
        }
        if output != Self.text { others += 1 }
      }
    }
    #expect(others == 0)
    #expect(left > (Self.coded.count - 10) * 8)
  }

  @Test func leavesWhatGoesOn() throws {
    let decoder = try #require(WholeGzipDecoder())
    #expect(decode(Self.coded + [0], decoder) == nil)
    #expect(decode(Self.coded + Self.coded, decoder) == nil)
    #expect(decode(Encoders.zlib(Self.text, windowBits: 15), decoder) == nil)
  }

  @Test func leavesWhatIsLarge() throws {
    let decoder = try #require(WholeGzipDecoder())
    let most = [UInt8](repeating: 7, count: WholeGzipDecoder.limit)
    #expect(decode(Encoders.zlib(most, windowBits: 31), decoder) == most)
    #expect(decode(Encoders.zlib(most + [7], windowBits: 31), decoder) == nil)
    // A size that is not true.
    var lying = Encoders.zlib(most + [7], windowBits: 31)
    lying.replaceSubrange(lying.count - 4..<lying.count, with: [16, 0, 0, 0])
    #expect(decode(lying, decoder) == nil)
  }
}
