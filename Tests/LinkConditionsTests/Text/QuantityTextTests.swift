import LinkConditions
import TestSupport
import Testing

struct QuantityTextTests {
  /// Every probability is written as a percentage that reads back as the same probability, including the smallest and
  /// the largest.
  @Test func percentagesReadBack() throws {
    var random = SeededGenerator(seed: 1)
    let ends: [UInt32] = (0..<300).flatMap { [$0, UInt32.max - $0] }
    let others = (0..<2_000).map { _ in
      UInt32(truncatingIfNeeded: random.next() >> UInt64.random(in: 32..<64, using: &random))
    }
    for rawValue in ends + others {
      let probability = Probability(rawValue: rawValue)
      let text = QuantityText.text(of: probability)
      let number = try #require(text.hasSuffix(" %") ? Double(text.dropLast(2)) : nil)
      #expect(!text.contains("e") && Probability(percent: number) == probability, "\(rawValue): \(text)")
    }
  }

  @Test func theShortestIsWritten() {
    #expect(QuantityText.text(of: .always) == "100 %")
    #expect(QuantityText.text(of: .never) == "0 %")
    #expect(Probability(percent: 0.5).map(QuantityText.text) == "0.5 %")
    #expect(QuantityText.text(of: .microseconds(1_500)) == "1.5 ms")
    #expect(QuantityText.text(of: Bandwidth(bitsPerSecond: 236_800)) == "236.8 kbps")
  }
}
