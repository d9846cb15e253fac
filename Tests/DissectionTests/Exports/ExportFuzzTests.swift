import Dissection
import Exchanges
import TestSupport
import Testing

/// Whatever was captured, every line and every archive is JSON.
@Suite struct ExportFuzzTests {
  @Test func mutatedExchangesAreStillJSON() {
    var random = SeededGenerator(seed: 11)
    let packets = OddExchanges.packets
    for _ in 0..<max(60, FuzzCount.or(3000) / 50) {
      var mutated = packets
      for _ in 0..<1 + random.below(30) {
        let place = random.below(mutated.count)
        guard mutated[place].bytes.count > 40 else { continue }
        mutated[place].bytes[40 + random.below(mutated[place].bytes.count - 40)] = UInt8(random.below(256))
      }
      if random.chance(30) { mutated.remove(at: random.below(mutated.count)) }
      for format in [ExchangeExport.Format.jsonLines, .har, .netLog, .spans] {
        let text = OddExchanges.export(format, mutated, bodyLimit: random.chance(20) ? random.below(40) : 1 << 20)
        var parser = JSONParser(allowsSequence: true)
        parser.parse(text.span)
        parser.finish()
        #expect(parser.error == nil)
      }
      for format in [ExchangeExport.Format.curl, .hurl] {
        let text = OddExchanges.export(format, mutated)
        #expect(text.allSatisfy { 0x20...0x7E ~= $0 || $0 == 0x0A })
      }
    }
  }
}
