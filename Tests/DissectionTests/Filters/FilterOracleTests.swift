import Dissection
import Glibc
import TestSupport
import Testing
import Wire

@Suite("Display filters agree with tshark")
struct FilterOracleTests {
  /// Also reads the filters in the file that HEADWIND_FILTERS names, one on each line.
  private static var filters: [String] {
    let extra = getenv("HEADWIND_FILTERS").flatMap { try? Files.text(String(cString: $0)) } ?? ""
    return FilterCorpus.filters + FilterCorpus.wrong + extra.split(separator: "\n").map(String.init)
  }

  @Test("on the packets that fit, and on what is no filter")
  func packets() throws {
    try SampleCaptures.each { path in
      let answers = try FilterOracle.answers(path, Self.filters)
      for (filter, answer) in zip(Self.filters, answers) { try FilterAgreement.check(path, filter, answer) }
    }
  }

  @Test("on a search over HTTP that was given up, and one that was not")
  func search() throws {
    let path = Repository.file("captures/recorded/cancel.pcapng")
    let answers = try FilterOracle.answers(path, FilterCorpus.odd)
    for (filter, answer) in zip(FilterCorpus.odd, answers) { try FilterAgreement.check(path, filter, answer) }
  }

  /// What Wireshark learned after the version that is compared with.
  @Test("and take exclusive or, as newer ones do")
  func exclusive() throws {
    try SampleCaptures.each { path in
      let numbers = try CaptureFile.numbers(path, "tcp.len == 5 xor tcp.flags.fin == 1")
      let same = try CaptureFile.numbers(
        path, "(tcp.len == 5 or tcp.flags.fin == 1) and not (tcp.len == 5 and tcp.flags.fin == 1)")
      #expect(numbers == same)
      #expect(try CaptureFile.numbers(path, "tcp.len == 5 ^^ tcp.flags.fin == 1") == numbers)
    }
  }

  /// How many random filters there are for each seed; HEADWIND_FUZZ_COUNT says more.
  private static let count = FuzzCount.or(60)

  @Test("on random ones", arguments: 0..<2)
  func random(_ seed: Int) throws {
    let offset = getenv("HEADWIND_SEED").flatMap { Int(String(cString: $0)) } ?? 0
    try SampleCaptures.each { path in
      var generator = try FilterGenerator(path, seed: UInt64(seed + offset))
      let filters = (0..<Self.count).map { _ in generator.next() }
      let answers = try FilterOracle.answers(path, filters)
      for (filter, answer) in zip(filters, answers) { try FilterAgreement.check(path, filter, answer) }
    }
  }

  @Test("and headers alone say the same as the tree")
  func headers() throws {
    var compared = 0
    try SampleCaptures.each { path in
      for text in Self.filters {
        guard let filter = try? DisplayFilter(text), filter.needsOnlyHeaders else { continue }
        var dissector = PacketDissector(wanted: filter.fields, wantsText: false)
        try CaptureFile.read(path) { frame, bytes, _ in
          guard let answer = filter.matchesHeaders(frame, bytes) else { return }
          dissector.dissect(frame, bytes)
          let whole = filter.matches(dissector.tree, bytes)
          #expect(answer == whole, "\(path) \(frame.number): \(text)")
          compared += 1
        }
      }
    }
    #expect(compared > 500)
  }
}
