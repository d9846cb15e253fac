public import Dissection
public import Exchanges
public import LinkConditions
import Synchronization
package import TextOutput
import VirtualLink

/// What the page asks, and anyone else may: `docs/api.md` has the calls.
public final class ConsoleAPI: Sendable {
  /// The most filters that are kept; the oldest ones are cancelled.
  static let mostFilters = 8

  struct State {
    var filters: [FilterJob] = []
    var lastFilter = 0
    /// Nil for a console that shows only links.
    var desk: PacketDesks?
  }

  let store: PacketStore?
  private let rows: PacketRows?
  let links: LinkDesk
  let consoles: OtherConsoles
  let suites: SuiteDesk
  private let runsClients: Bool
  let state: Mutex<State>
  /// Makes what answers questions, for the user's words about ports and protocols.
  private let desks: @Sendable ([DecodeAs]) -> PacketDesks?

  /// - Parameters:
  ///   - store: the packets; nil for a console that shows only links.
  ///   - options: how exchanges are read.
  ///   - trouble: what is wrong with an exchange, in words.
  ///   - version: of Headwind, which what is saved names.
  ///   - runsClients: whether suites may be run, which means programs of this machine.
  public init(
    _ store: PacketStore?, tables: DissectorTables, options: HTTPOptions, decodedAs words: [DecodeAs] = [],
    library: ProfileLibrary,
    trouble: @escaping @Sendable (HTTPExchange) -> String, version: String, runsClients: Bool = true
  ) {
    self.store = store
    self.runsClients = runsClients
    consoles = OtherConsoles()
    suites = SuiteDesk(consoles: consoles)
    rows = store.map { PacketRows($0) }
    desks = { words in
      store.map {
        PacketDesks($0, tables: tables, options: options, words: words, trouble: trouble, version: version)
      }
    }
    state = Mutex(State(desk: desks(words)))
    links = LinkDesk(library: library)
  }

  var exchanges: ExchangeStore? { state.withLock { $0.desk?.exchanges } }

  /// What answers questions about packets now.
  func desk() throws(APIProblem) -> PacketDesks { try source(state.withLock { $0.desk }) }

  /// Decodes all packets anew. What goes on with the old words is stopped.
  func decode(as words: [DecodeAs]) throws(APIProblem) {
    _ = try desk()
    let (filters, old) = state.withLock { state in
      defer { (state.filters, state.desk) = ([], desks(words)) }
      return (state.filters, state.desk)
    }
    for filter in filters { filter.cancel() }
    old?.exchanges.cancel()
  }

  /// Ends what was started for the page.
  public func end() {
    // They show captures of suites.
    consoles.end()
    suites.end()
  }

  /// Answers a request with JSON.
  package func answer(_ request: APIRequest) -> (status: Int, text: TextBuffer) {
    var text = TextBuffer()
    do {
      try perform(request, &text)
      return (200, text)
    } catch let problem as APIProblem {
      return (problem.status, Self.text(of: problem))
    } catch {
      return (500, Self.text(of: APIProblem(500, "\(error)")))
    }
  }

  private func perform(_ request: APIRequest, _ text: inout TextBuffer) throws {
    switch (request.method, request.path.first ?? "", request.path.count) {
    case ("GET", "source", 1): appendStatus(to: &text)
    case ("GET", "packets", 1): try appendPackets(request, &text)
    case ("GET", "packets", 2): try appendTree(request, &text)
    case (_, "filters", _): try answerFilters(request, &text)
    case ("GET", "fields", 1): FieldList.append(to: &text)
    case (_, "decoding", 1): try answerDecoding(request, &text)
    case ("GET", "exchanges", 1...2): try appendExchanges(request, &text)
    case ("GET", "exchanges", 3) where request.path[2] == "body": try appendBody(request, &text)
    case ("GET", "exchanges.har", 1): try source(exchanges).appendArchive(to: &text)
    case ("GET", "marks", 1): try appendMarks(request, &text)
    case ("GET", "plots", 1), ("GET", "dns", 1), ("GET", "streams", 1), ("GET", "streams", 3):
      let isLasting = try source(store).status.isComplete
      try desk().answers.append(request, isLasting: isLasting, to: &text) { try appendTraffic(request, &$0) }
    case ("GET", "latencies", 1): try appendLatencies(request, &text)
    case ("GET", "saved.html", 1):
      appendSavedPage(packets: try request.number("packets", default: Self.usualSavedPackets), to: &text)
    case ("GET", "links", 1): links.appendLinks(to: &text)
    case ("GET", "links", 3) where request.path[2] == "timeline": try appendTimeline(request, &text)
    case ("POST", "links", 3) where request.path[2] == "console": try openConsole(request, &text)
    case ("POST", "links", 3): try changeLink(request, &text)
    case ("GET", "profiles", 1): links.appendProfiles(to: &text)
    case (_, "profiles", 2): try checkProfile(request, &text)
    case ("POST", "suites", _):
      try requireToRunPrograms()
      try answerSuites(request, &text)
    case (_, "suites", _): try answerSuites(request, &text)
    default:
      throw APIProblem(404, "there is no call \(request.method) /api/\(request.path.joined(separator: "/"))")
    }
  }

  /// Somebody on another machine may not start programs of this one.
  func requireToRunPrograms() throws(APIProblem) {
    guard runsClients else {
      throw APIProblem(403, "programs can only be run from a console on 127.0.0.1 or on a socket")
    }
  }

  // MARK: - Packets

  /// What changes while the page is open: the source, the filters and the exchanges. The events carry the same.
  func appendStatus(to text: inout TextBuffer) {
    text.append("{\"source\":")
    appendSource(&text)
    text.append(",\"filters\":[")
    for (place, job) in state.withLock({ $0.filters }).enumerated() {
      if place > 0 { text.append(",") }
      Self.append(job, &text)
    }
    text.append("],\"exchanges\":")
    if let status = exchanges?.status {
      text.append("{\"count\":")
      text.append(json: status.count)
      text.append(",\"complete\":")
      text.append(json: status.isComplete)
      text.append("}")
    } else {
      text.append("null")
    }
    text.append("}\n")
  }

  private func appendSource(_ text: inout TextBuffer) {
    guard let store else { return text.append("null") }
    let status = store.status
    text.append("{\"name\":")
    text.append(jsonString: store.name)
    text.append(",\"live\":")
    text.append(json: store.isLive)
    text.append(",\"packets\":")
    text.append(json: status.packets)
    text.append(",\"bytes\":")
    text.append(json: status.bytes)
    text.append(",\"first\":")
    text.append(nanoseconds: status.first)
    text.append(",\"last\":")
    text.append(nanoseconds: status.last)
    text.append(",\"complete\":")
    text.append(json: status.isComplete)
    text.append(",\"trouble\":")
    text.append(jsonString: status.trouble)
    text.append("}")
  }

  private func appendPackets(_ request: APIRequest, _ text: inout TextBuffer) throws {
    let from = try request.number("from", default: 0)
    let count = min(try request.number("count", default: 100), PacketRows.most)
    let all = try source(store).count
    let desk = try desk()
    // Rows need it, and whoever looks at packets soon looks into one.
    desk.trees.prepare()
    var (total, chosen) = (all, Array(min(from, all)..<min(all, from + count)))
    if let job = try filter(of: request) {
      total = job.status.hits
      chosen = job.hits(from: from, count: count)
    }
    let waits = request.parameters["wait"] != "false"
    let summaries = waits ? try desk.summaries.make(chosen) : desk.summaries.known(chosen)
    text.append("{\"total\":")
    text.append(json: total)
    text.append(",\"from\":")
    text.append(json: from)
    text.append(",\"complete\":")
    text.append(json: chosen.allSatisfy { summaries[$0] != nil })
    text.append(",\"rows\":")
    try source(rows).append(chosen, summaries, to: &text)
    text.append("}\n")
  }

  private func appendTree(_ request: APIRequest, _ text: inout TextBuffer) throws {
    guard let number = Int(request.path[1]), let row = try source(store).row(of: number) else {
      throw APIProblem(404, "there is no packet \(request.path[1])")
    }
    guard try desk().trees.append(row, to: &text) else { throw APIProblem(404, "packet \(number) cannot be read") }
  }

  func source<Value>(_ value: Value?) throws(APIProblem) -> Value {
    guard let value else { throw APIProblem(404, "this console has no packets: name a file or a link") }
    return value
  }

  private static func text(of problem: APIProblem) -> TextBuffer {
    var text = TextBuffer(capacity: 256)
    text.append("{\"error\":")
    text.append(jsonString: problem.message)
    if let range = problem.range {
      text.append(",\"start\":")
      text.append(json: range.lowerBound)
      text.append(",\"end\":")
      text.append(json: range.upperBound)
    }
    text.append(",\"suggestions\":[")
    for (place, word) in problem.suggestions.enumerated() {
      if place > 0 { text.append(",") }
      text.append(jsonString: word)
    }
    text.append("]}\n")
    return text
  }
}
