import Dissection
import Exchanges
import Streams
import Testing
import Wire

/// The exchanges that a simulated network had, whatever became of its packets.
@Suite struct HTTPDisorderTests {
  @Test(arguments: DisorderTests.kinds.indices) func everyExchange(_ kind: Int) {
    var options = HTTPOptions()
    options.keepsAll = true
    for seed in UInt64(0)..<15 {
      let capture = DisorderTests.capture(DisorderTests.kinds[kind].conditions, seed: seed)
      let exchanges = HTTPReader.exchanges(in: capture.packets, options)
      let comment: Comment = "\(DisorderTests.kinds[kind].name), seed \(seed)"
      #expect(exchanges.map(\.outcome) == capture.talk.exchanges.map { _ in .complete }, comment)
      for (number, (found, said)) in zip(exchanges, capture.talk.exchanges).enumerated() {
        let (request, response) = capture.completions(number)
        #expect(found.request?.method == said.method && found.request?.target == said.target, comment)
        #expect(found.response?.status == said.status, comment)
        #expect(found.interim == (said.interim.isEmpty ? [] : [100]), comment)
        #expect(found.request?.last?.number == request, comment)
        #expect(found.response?.last?.number == response, comment)
        #expect(found.detail?.requestBody == said.requestContent, comment)
        #expect(found.detail?.responseBody == said.content, comment)
        #expect(found.findingCounts.missingBytes == 0 && found.findingCounts.conflicts == 0, comment)
      }
    }
  }

  @Test("what is not in the capture takes little else with it", arguments: DisorderTests.gaps.indices)
  func incomplete(_ kind: Int) {
    var options = HTTPOptions()
    options.keepsAll = true
    var (told, missing, wrong) = (0, 0, 0)
    for seed in UInt64(0)..<30 {
      let capture = DisorderTests.gap(kind, seed: seed)
      let exchanges = HTTPReader.exchanges(in: capture.packets, options)
      for (number, said) in capture.talk.exchanges.enumerated() where capture.isTold(number) {
        told += 1
        let found = exchanges.first { $0.request?.target == said.target }
        if found?.outcome != .complete { missing += 1 }
        if let response = found?.response,
          response.status != said.status || found?.detail?.responseBody != said.content
        {
          wrong += 1
        }
      }
    }
    #expect(told > 100)
    // Some of these clients pipeline. There one missing packet costs the pairs of what was in flight with it, and where the capture
    // begins in the middle of such a conversation, nothing tells for certain which of the requests in flight a response is for.
    let bound = DisorderTests.gaps[kind].isJoined ? told / 50 : 0
    #expect(missing <= told / 15 && wrong <= bound, "\(missing) missing and \(wrong) wrong of \(told)")
  }
}
