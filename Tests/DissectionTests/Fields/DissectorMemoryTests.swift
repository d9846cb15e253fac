import Dissection
import Exchanges
import Streams
import Testing
import Wire

/// More conversations than trees can remember: the oldest go, and the summary counts them.
@Suite struct DissectorMemoryTests {
  private static func summary(
    _ field: String, _ count: Int, memory: Int = PacketDissector.usualMemory, _ packet: (Int) -> Packet
  ) -> FlowSummary {
    let fields = [FieldTable.field(named: field)?.id].compactMap { $0 }
    var dissector = PacketDissector(wanted: FieldSet(fields), wantsText: false, memory: memory)
    for number in 0..<count {
      let packet = packet(number)
      dissector.dissect(HTTPReader.frame(number + 1, packet), packet.bytes.span)
    }
    return dissector.summary
  }

  @Test func lessMemoryRemembersLess() {
    let (count, memory) = (4000, 1 << 20)
    let flags = Self.summary("tcp.analysis.flags", count, memory: memory) {
      HTTPMemoryTests.segment($0, 0, "", flags: .syn, time: $0)
    }
    #expect(flags.forgottenConversations > 1000)
    let messages = Self.summary("http.request.uri", count, memory: memory) {
      HTTPMemoryTests.segment($0, 1, "POST / HTTP/1.1\r\nContent-Length: 2000\r\n\r\n", time: $0)
    }
    #expect(messages.evictedConversations > 1000)
    #expect(messages.largestHeldBytes <= memory)
  }

  /// What a first pass finds for the second is bounded too, and the rest is counted.
  @Test func hindsightIsBounded() {
    let count = 2000
    var learner = PacketDissector.learner(memory: 64 << 10)
    for number in 0..<count {
      let head = HTTPMemoryTests.segment(number, 1, "GET / HTTP/1.1\r\n", time: 2 * number)
      let rest = HTTPMemoryTests.segment(number, 17, "Host: a.example\r\n\r\n", time: 2 * number + 1)
      learner.dissect(HTTPReader.frame(2 * number + 1, head), head.bytes.span)
      learner.dissect(HTTPReader.frame(2 * number + 2, rest), rest.bytes.span)
    }
    var dissector = PacketDissector()
    dissector.hindsight = learner.hindsight
    // Each request is one entry for its first packet and one for itself.
    #expect(dissector.summary.omittedReferences == 2 * count - (32 << 10) / 64)
  }

  @Test func theAnalysisForgets() {
    let count = 24_000
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
    #expect(summary.largestHeldBytes <= PacketDissector.usualMemory + 4096)
  }

  /// A body of the smallest chunks: its tree has as many nodes as there is memory for, and the summary says so.
  @Test func treesAreBounded() {
    let memory = 1 << 20
    var dissector = PacketDissector(memory: memory)
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    let parts = [head] + [String](repeating: String(repeating: "1\r\nx\r\n", count: 2000), count: 4) + ["0\r\n\r\n"]
    var sequence: UInt32 = 1
    for (number, part) in parts.enumerated() {
      let packet = HTTPMemoryTests.segment(0, sequence, part, time: number)
      sequence += UInt32(part.utf8.count)
      dissector.dissect(HTTPReader.frame(number + 1, packet), packet.bytes.span)
    }
    // The list of protocols has its node from the beginning.
    #expect(dissector.tree.nodes.count == memory / 128)
    #expect(dissector.summary.cutTrees == 1)
  }

  /// JSON on its own is recognized without keeping its values, and shown with as many as there is memory for.
  @Test func jsonIsBounded() {
    var dissector = PacketDissector(memory: 1 << 20)
    let packet = HTTPMemoryTests.segment(0, 1, "[" + String(repeating: "1,", count: 20_000) + "1]", time: 0)
    dissector.dissect(HTTPReader.frame(1, packet), packet.bytes.span)
    #expect(dissector.tree.protocols.contains("json"))
    #expect(dissector.tree.nodes.count == (1 << 20) / 128)
  }
}
