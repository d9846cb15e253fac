import Dissection
import TestSupport
import Testing
import Wire

/// A simulated network tells what is true of its packets: which of them complete which message, and what that says.
@Suite("Fields of messages under loss and reordering")
struct DisorderTests {
  /// What happens to packets, and how many of such connections are tried.
  static let kinds: [(name: String, conditions: NetworkConditions)] = [
    ("clean", .clean), ("lossy", .lossy), ("disordered", .disordered), ("bad", .bad),
  ]

  static func capture(_ conditions: NetworkConditions, seed: UInt64, exchanges: Int = 8) -> NetworkCapture {
    var random = SeededGenerator(seed: seed)
    return NetworkCapture(
      SimulatedNetwork(.random(&random, count: exchanges), conditions, seed: seed + 1000))
  }

  /// The rows that must be there, interim responses aside: requests and responses by the packets that complete them.
  private static func truth(_ capture: NetworkCapture) -> [MessageRow] {
    var rows: [MessageRow] = []
    for (number, exchange) in capture.talk.exchanges.enumerated() {
      guard case (let request?, let response?) = capture.completions(number) else { continue }
      let text = { (bytes: [UInt8]) in bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self) }
      rows.append(
        MessageRow(
          frame: request, target: exchange.target, responseIn: response, content: text(exchange.requestContent)))
      rows.append(
        MessageRow(
          frame: response, status: exchange.status, responseFor: "http://a.example\(exchange.target)",
          requestIn: request, time: capture.time(from: request, to: response), content: text(exchange.content)))
    }
    return rows
  }

  private static func ordered(_ rows: [MessageRow]) -> [MessageRow] {
    rows.sorted {
      ($0.frame, $0.status ?? 0, $0.target ?? $0.responseFor ?? "") < (
        $1.frame, $1.status ?? 0, $1.target ?? $1.responseFor ?? ""
      )
    }
  }

  @Test("pairs, times and contents are right where tshark's defaults are not", arguments: kinds.indices)
  func everyMessage(_ kind: Int) {
    for seed in UInt64(0)..<15 {
      let capture = Self.capture(Self.kinds[kind].conditions, seed: seed)
      let rows = MessageRow.rows(capture.packets).filter { $0.status ?? 200 != 100 }
      #expect(Self.ordered(rows) == Self.ordered(Self.truth(capture)), "\(Self.kinds[kind].name), seed \(seed)")
    }
  }

  /// Captures that miss packets, or begin in the middle, with what happens to the others.
  static let gaps: [(name: String, conditions: NetworkConditions, isJoined: Bool)] = [
    ("uncaptured", .uncaptured, false), ("joined", .clean, true), ("joined, bad", .bad, true),
  ]

  static func gap(_ kind: Int, seed: UInt64) -> NetworkCapture {
    var random = SeededGenerator(seed: seed)
    let network = SimulatedNetwork(.random(&random, count: 10), gaps[kind].conditions, seed: seed + 2000)
    return NetworkCapture(network, skipped: gaps[kind].isJoined ? 3 + random.below(40) : 0)
  }

  /// Where requests or responses are missing on a connection with several under way, which is whose cannot always be told.
  @Test("what is not in the capture takes next to nothing else with it", arguments: gaps.indices)
  func incomplete(_ kind: Int) {
    var (told, missing, wrong) = (0, 0, 0)
    for seed in UInt64(0)..<30 {
      let capture = Self.gap(kind, seed: seed)
      let rows = MessageRow.rows(capture.packets)
      for (number, exchange) in capture.talk.exchanges.enumerated() where capture.isTold(number) {
        told += 1
        let answers = rows.filter { $0.responseFor == "http://a.example\(exchange.target)" && $0.status != 100 }
        let content = exchange.content.isEmpty ? nil : String(decoding: exchange.content, as: UTF8.self)
        if answers.isEmpty { missing += 1 }
        if !answers.allSatisfy({ $0.status == exchange.status && $0.content == content && $0.requestIn != nil }) {
          wrong += 1
        }
      }
    }
    #expect(told > 100)
    #expect(missing <= told / 50 && wrong <= told / 100, "\(missing) missing and \(wrong) wrong of \(told)")
  }

  @Test("tshark says the same once it is told to put segments in order", arguments: UInt64(0)..<3)
  func secondOpinion(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var talk = NetworkTalk.random(&random, count: 8)
    // If several requests are in progress, tshark assigns the response to the newest one.
    talk.depth = 1
    let capture = NetworkCapture(SimulatedNetwork(talk, .disordered, seed: seed + 1000))
    try TemporaryFolder.with { directory in
      let path = directory + "/disorder.pcap"
      try Files.write(SampleCaptures.file(capture.packets), to: path)
      let fields = ["frame.number", "http.response_for.uri", "http.request_in", "http.time"]
      let theirs = try Wireshark.read(
        path,
        ["-2", "-o", "tcp.reassemble_out_of_order:TRUE", "-Y", "http.response.code > 100", "-T", "fields"]
          + fields.flatMap { ["-e", $0] })
      let truth = Self.truth(capture).filter { $0.status != nil }.map { row in
        let fraction = String(String((row.time ?? 0) % 1_000_000_000 + 1_000_000_000).dropFirst())
        return
          "\(row.frame)\t\(row.responseFor ?? "")\t\(row.requestIn ?? 0)\t\((row.time ?? 0) / 1_000_000_000).\(fraction)"
      }
      #expect(theirs.map(String.init) == truth)
    }
  }
}
