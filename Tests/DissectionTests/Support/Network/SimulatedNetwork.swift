import TestSupport
import Wire

/// A connection over a bad path, and the packets that someone in the middle of it captures.
///
/// It is causal: an end sends a response when it has the request, and again what was not acknowledged, so that whatever
/// is captured could have been. Times are microseconds.
struct SimulatedNetwork {
  /// A packet as it was captured.
  struct Sighting {
    var segment: NetworkSegment
    var time: Int
  }

  private enum Event {
    case passes(NetworkSegment)
    case arrives(NetworkSegment)
    /// Somebody has thought about what he heard.
    case speaks(Int)
    /// Nothing was acknowledged since the stream stood there.
    case waited(Int, since: Int, patience: Int)
  }

  /// How long an end waits before it sends again, at first.
  private static let patience = 30_000

  let talk: NetworkTalk
  private let conditions: NetworkConditions
  private var random: SeededGenerator
  private var ends = [NetworkEnd(side: 0), NetworkEnd(side: 1)]
  private var events: [(time: Int, order: Int, event: Event)] = []
  private var order = 0
  private var now = 3000
  private var begun = 0
  private var answered = 0
  private var hasPromised: Set<Int> = []
  private var isSaid = false
  private(set) var sightings: [Sighting] = []

  /// Plays the talk to its end.
  init(_ talk: NetworkTalk, _ conditions: NetworkConditions, seed: UInt64) {
    self.talk = talk
    self.conditions = conditions
    random = SeededGenerator(seed: seed)
    schedule(.speaks(0), in: 0)
    while let index = events.indices.min(by: {
      (events[$0].time, events[$0].order) < (events[$1].time, events[$1].order)
    }) {
      let next = events.remove(at: index)
      now = next.time
      handle(next.event)
    }
  }

  private mutating func schedule(_ event: Event, in delay: Int) {
    order += 1
    events.append((now + delay, order, event))
  }

  private mutating func handle(_ event: Event) {
    switch event {
    case .speaks(let side):
      if side == 0 { speakAsClient() } else { speakAsServer() }
      flush(side)
    case .passes(let segment):
      if !random.chance(conditions.unseen) { sightings.append(Sighting(segment: segment, time: now)) }
      if !random.chance(conditions.lossBehind) { schedule(.arrives(segment), in: delay()) }
    case .arrives(let segment):
      let side = 1 - segment.side
      let asksAgain = ends[side].hear(segment)
      if asksAgain { send(ends[side].again(conditions.recutting, &random)) }
      if !segment.bytes.isEmpty || segment.isLast {
        send(NetworkSegment(side: side, offset: ends[side].sent, acknowledged: ends[side].acknowledgment))
        schedule(.speaks(side), in: random.below(2000))
      }
      flush(side)
    case .waited(let side, let since, let patience):
      guard ends[side].waits else { return }
      guard ends[side].acknowledged == since else { return wait(side, Self.patience) }
      send(ends[side].again(conditions.recutting, &random))
      wait(side, min(patience * 2, 400_000))
    }
  }

  private mutating func flush(_ side: Int) {
    let waited = ends[side].waits
    for segment in ends[side].next(&random) { send(segment) }
    if !waited, ends[side].waits { wait(side, Self.patience) }
  }

  private mutating func wait(_ side: Int, _ patience: Int) {
    schedule(.waited(side, since: ends[side].acknowledged, patience: patience), in: patience)
  }

  private mutating func send(_ segment: NetworkSegment) {
    let copies = random.chance(conditions.duplication) ? 2 : 1
    for _ in 0..<copies where !random.chance(conditions.lossBefore) { schedule(.passes(segment), in: delay()) }
  }

  /// Without a reason to the contrary packets stay in order.
  private mutating func delay() -> Int { 300 + (random.chance(conditions.reordering) ? random.below(4000) : 0) }

  private mutating func speakAsClient() {
    let heard = ends[0].heard.count
    let responses = talk.responseEnds
    while answered < responses.count, heard >= responses[answered] { answered += 1 }
    while begun < talk.exchanges.count, begun == 0 || !waitsForPromise(begun - 1) {
      let (exchange, waiting) = (talk.exchanges[begun], begun - answered)
      // Nothing else is under way when a protocol is changed or a promise waited for.
      let isAlone = exchange.status == 101 || exchange.head != nil
      guard waiting < (isAlone ? 1 : talk.depth) else { break }
      ends[0].say(Array(exchange.request[..<(exchange.head ?? exchange.request.count)]))
      begun += 1
    }
    if begun > 0, waitsForPromise(begun - 1), let head = talk.exchanges[begun - 1].head {
      let before = begun > 1 ? responses[begun - 2] : 0
      if heard >= before + talk.exchanges[begun - 1].interim.count {
        ends[0].say(Array(talk.exchanges[begun - 1].request[head...]))
        hasPromised.insert(begun - 1)
      }
    }
    guard answered == talk.exchanges.count, !isSaid, !talk.endsByClosing || ends[0].hasHeardAll else { return }
    isSaid = true
    ends[0].say(talk.afterwards[0])
    ends[0].close()
  }

  /// Whether the body of a request waits for an interim response.
  private func waitsForPromise(_ number: Int) -> Bool {
    talk.exchanges[number].head != nil && !hasPromised.contains(number)
  }

  private mutating func speakAsServer() {
    let heard = ends[1].heard.count
    let (requests, responses) = (talk.requestEnds, talk.responseEnds)
    for (number, exchange) in talk.exchanges.enumerated() {
      let said = ends[1].said.count
      let (start, end) = (number > 0 ? responses[number - 1] : 0, responses[number])
      guard said >= start, said < end else { continue }
      let before = number > 0 ? requests[number - 1] : 0
      if said == start, let head = exchange.head, heard >= before + head { ends[1].say(exchange.interim) }
      if heard >= requests[number] { ends[1].say(exchange.response) }
    }
    guard ends[1].said.count == responses.last ?? 0, !ends[1].isClosed else { return }
    if talk.endsByClosing {
      ends[1].close()
    } else if ends[1].hasHeardAll {
      ends[1].say(talk.afterwards[1])
      ends[1].close()
    }
  }
}
