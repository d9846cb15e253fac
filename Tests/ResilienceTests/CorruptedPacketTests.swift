import Dissection
import Streams
import TestSupport
import Testing

@testable import Resilience

@Suite struct CorruptedPacketTests {
  /// A capture of curl on `link.corrupt`: the first segment of the response came with a bit flipped in its Content-Length line, and
  /// again, intact, when the server sent it once more.
  @Test func aDamagedSegmentIsNoPartOfTheResponse() throws {
    let capture = Repository.root + "/Tests/ResilienceTests/Fixtures/corrupted-head.pcapng.gz"
    let evidence = try WireEvidence(capture: capture)
    #expect(evidence.requests.count == 1)
    #expect(evidence.requests.first?.status == 200)
    #expect(evidence.requests.first?.answered?.number == 34)
    #expect(evidence.requests.first?.completed != nil)
  }
}
