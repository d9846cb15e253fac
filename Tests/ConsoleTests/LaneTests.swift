import Captures
import Dissection
import Glibc
import TestSupport
import Testing

@testable import Console

/// Several threads find what one thread finds, whatever the capture and the filter are.
@Suite(.waiting) struct LaneTests {
  private static let filters = [
    "http", "http.request.method == \"GET\" or http.response.code >= 300", "tls", "tls.handshake", "dns",
    "dns.time > 0.001",
    "tcp.analysis.flags", "tcp.analysis.retransmission", "tcp.stream == 3 or udp.stream == 2", "tcp.stream > 1",
    "tcp.time_delta > 0.01", "frame.time_delta > 0.001", "frame.time_relative > 0.5",
    "frame.time_delta_displayed > 0.001",
    "http.response_in", "tcp.reassembled_in", "tcp.segment.count > 1", "ip.fragment", "icmp", "icmp.resptime", "json",
    "websocket", "http2", "stun", "udp.length > 100", "frame.number > 3 and frame.number < 6", "tcp.completeness == 31",
    "tcp.window_size < 20000", "http.time > 0.001", "tcp.analysis.initial_rtt > 0",
  ]

  private static func hits(_ filter: DisplayFilter, _ store: PacketStore, _ survey: PacketSurvey?) -> [Int] {
    let job = FilterJob(id: 1, filter, store, DissectorTables(), survey)
    job.start()
    while !job.status.status.isComplete { usleep(100) }
    #expect(job.status.status.examined == store.count)
    return job.hits(from: 0, count: .max)
  }

  private func compare(_ name: String, _ filters: some Sequence<String>) throws {
    let store = PacketStoreTests.store(Repository.file(name))
    let tables = DissectorTables()
    let survey = PacketSurvey(store, tables, laneCount: 3)
    for text in filters {
      let filter = try DisplayFilter(text)
      #expect(Self.hits(filter, store, survey) == Self.hits(filter, store, nil), "\(text) on \(name)")
    }
  }

  @Test(arguments: PacketStoreTests.captures + ["captures/protocols/http.pcap", "captures/protocols/tls.pcap"])
  func lanesFindWhatOnePassFinds(in name: String) throws {
    try compare(name, Self.filters)
  }

  @Test func lanesFindWhatOnePassFindsInSamplesOfManyProtocols() throws {
    let folder = "Tests/DissectionTests/Fixtures/tcpdump"
    let names = try Tool.run(["ls", Repository.file(folder)]).lines.filter { $0.hasSuffix(".pcap") }
    var random = SystemRandomNumberGenerator()
    for name in names.shuffled(using: &random).prefix(80) {
      try compare("\(folder)/\(name)", Self.filters.shuffled(using: &random).prefix(4))
    }
  }

  /// What would be compared above were equal if all packets were in one lane.
  @Test func conversationsAreInSeveralLanes() throws {
    let store = PacketStoreTests.store(Repository.file("Tests/headwindTests/Fixtures/messages.pcap"))
    let survey = PacketSurvey(store, DissectorTables(), laneCount: 3)
    #expect(survey.wait(for: store.count - 1))
    let stretch = try #require(survey.stretch(from: 0, atMost: store.count))
    #expect(Set(stretch.lanes).count == 3)
    #expect(stretch.end == store.count)
  }

  /// Three datagrams and the fragments of a fourth: whichever lane has the fragments, the whole packet belongs to a conversation.
  @Test func lanesEndWhereFragmentsBelongToAnotherConversation() throws {
    let name = "Tests/DissectionTests/Fixtures/made/datagrams.pcap"
    let store = PacketStoreTests.store(Repository.file(name))
    var ends: Set<Int> = []
    for lanes in 1...4 {
      let survey = PacketSurvey(store, DissectorTables(), laneCount: lanes)
      #expect(survey.wait(for: store.count - 1))
      var row = 0
      while !survey.isOver(at: row) { row = survey.stretch(from: row, atMost: 5)?.end ?? row }
      ends.insert(row)
      for text in ["udp", "ip.fragment", "dns", "udp.stream == 1"] {
        let filter = try DisplayFilter(text)
        #expect(Self.hits(filter, store, survey) == Self.hits(filter, store, nil), "\(text) with \(lanes) lanes")
      }
    }
    #expect(ends.contains(store.count))
  }

  @Test func hitsAreGivenInTheOrderOfThePackets() {
    var hits = LaneHits(lanes: 2)
    #expect(hits.add([1, 4], of: 0, end: 5) == [])
    #expect(hits.add([2], of: 1, end: 3) == [1, 2])
    #expect(hits.settledEnd == 3)
    #expect(hits.add([3, 8], of: 1, end: 9) == [3, 4])
    #expect(hits.add([6], of: 0, end: 9) == [6, 8])
  }
}
