import Dissection
import Testing
import Wire

/// More conversations than trees can remember: the oldest go, and the summary counts them.
@Suite struct DissectorMemoryTests {
  private static func summary(_ field: String, _ count: Int, _ packet: (Int) -> Packet) -> FlowSummary {
    let fields = [FieldTable.field(named: field)?.id].compactMap { $0 }
    var dissector = PacketDissector(wanted: FieldSet(fields), wantsText: false)
    for number in 0..<count {
      let packet = packet(number)
      dissector.dissect(HTTPReader.frame(number + 1, packet), packet.bytes.span)
    }
    return dissector.summary
  }

  @Test func theAnalysisForgets() {
    let count = 60_000
    let summary = Self.summary("tcp.analysis.flags", count) {
      HTTPMemoryTests.segment($0, 0, "", flags: .syn, time: $0)
    }
    #expect(summary.forgottenConversations > 0 && summary.forgottenConversations < count / 2)
  }

  @Test func messagesAreGivenUp() {
    let (count, half) = (40_000, String(repeating: "x", count: 1000))
    let summary = Self.summary("http.request.uri", count) {
      HTTPMemoryTests.segment($0, 1, "POST / HTTP/1.1\r\nContent-Length: 2000\r\n\r\n\(half)", time: $0)
    }
    #expect(summary.evictedConversations > 0 && summary.evictedConversations < count)
    #expect(summary.conversations == count)
    #expect(summary.largestHeldBytes <= 64 << 20 + 4096)
  }
}
