import Foundation
import TestSupport

@testable import LinkConditions

/// What a kernel's queue discipline did to a list of packets (Fixtures/disciplines-6.1).
struct DisciplineRecording: Decodable {
  struct Flow: Decodable {
    var payload: Int32
    var ect: Bool
  }

  /// The counts of one run.
  struct Run: Decodable {
    var dropped: Int
    var marked: Int
  }

  var discipline: String
  var rate: UInt64
  var flows: [Flow]
  var createdNs: Int64
  var packetFlows: String
  var sentNs: [Int64]
  var received: [Int]
  var receivedNs: [Int64]
  var marked: [Int]
  var runs: [Run]

  static let names = [
    "codel", "codel-ecn", "codel-limit", "codel-threshold", "fq_codel", "fq_codel-ecn", "fq_codel-limit", "pie",
    "pie-ecn",
  ]

  init(named name: String) throws {
    let path = "\(Repository.root)/Tests/LinkConditionsTests/Fixtures/disciplines-6.1/\(name).json"
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(Self.self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// How long each packet that arrived had waited, in nanoseconds.
  var waits: [Int64] { zip(received, receivedNs).map { $1 - sentNs[$0] } }

  /// The packets that the kernel dropped.
  var dropped: Set<Int> { Set(sentNs.indices).subtracting(received) }

  /// The packets, numbered by their handles.
  var packets: [LinkPacket] {
    packetFlows.enumerated().map { number, flow in
      let index = flow.wholeNumberValue ?? 0
      let length = flows[index].payload + 28
      return LinkPacket(
        handle: Int32(number), frameLength: length + 14, ipLength: length, isECNCapable: flows[index].ect,
        flow: UInt32(index) + 1)
    }
  }

  /// The discipline in the words of a profile. The packet that tbf has asked for and not sent yet still counts for the
  /// limit of the kernel's queue (qdisc_peek_dequeued), and not for ours.
  var parameters: QueueDiscipline? {
    var words = discipline.split(separator: " ").map(String.init)[...]
    let name = words.removeFirst()
    var values: [String: String] = [:]
    var ecn = name == "fq_codel"
    while let word = words.popFirst() {
      if word == "ecn" || word == "noecn" { ecn = word == "ecn" } else { values[word] = words.popFirst() }
    }
    func time(_ key: String) -> LinkDuration? {
      guard let text = values[key] else { return nil }
      let digits = Int64(text.prefix { $0.isNumber }) ?? 0
      return text.hasSuffix("ms") ? .milliseconds(digits) : .seconds(digits)
    }
    func number(_ key: String) -> Int? { values[key].flatMap { Int($0) } }
    let limit = number("limit").map { $0 - 1 }
    func codel(_ usual: CoDelParameters) -> CoDelParameters {
      var own = usual
      own.target = time("target") ?? own.target
      own.interval = time("interval") ?? own.interval
      own.limit = limit ?? own.limit
      own.marks = ecn
      own.markThreshold = time("ce_threshold")
      return own
    }
    switch name {
    case "codel": return .codel(codel(CoDelParameters()))
    case "fq_codel":
      var own = FairQueueParameters()
      own.codel = codel(own.codel)
      own.flows = number("flows") ?? own.flows
      own.quantum = number("quantum") ?? own.quantum
      return .fqCodel(own)
    case "pie":
      var own = PIEParameters()
      own.target = time("target") ?? own.target
      // The kernel's timers fire a tick late (the timer wheel rounds up), and that kernel has 100 ticks a second.
      own.update = (time("tupdate") ?? own.update) + .milliseconds(10)
      own.limit = limit ?? own.limit
      own.marks = ecn
      return .pie(own)
    default: return nil
    }
  }
}

/// Our discipline with the kernel's arrivals, asked for a packet whenever the kernel's transmitter was free.
///
/// tbf asks its discipline for the next packet as soon as it has sent one, and then waits until that packet may be sent.
struct DisciplineReplay {
  private(set) var dropped: Set<Int> = []
  private(set) var marked: Set<Int> = []
  private(set) var left: [Int] = []
  /// How long each packet that left had waited, in nanoseconds.
  private(set) var waits: [Int64] = []

  init(_ recording: DisciplineRecording, seed: UInt64 = 1) throws {
    guard let discipline = recording.parameters,
      var queue = discipline.makeQueue(seed: seed, at: LinkInstant(nanoseconds: recording.createdNs))
    else { throw CocoaError(.fileReadCorruptFile) }
    let packets = recording.packets
    var head: QueuedPacket?
    var arrivals = zip(recording.sentNs, packets).enumerated().makeIterator()
    var next = arrivals.next()
    func take(_ now: LinkInstant) { if head == nil { head = queue.dequeue(at: now) } }
    for departure in recording.receivedNs {
      while let (number, (sent, packet)) = next, sent < departure {
        let now = LinkInstant(nanoseconds: sent)
        let entry = QueuedPacket(
          packet, sequence: UInt64(number), at: now, corruptedBit: -1, isMarked: false, accounting: .ethernet)
        if queue.enqueue(entry, at: now) != nil { dropped.insert(number) }
        take(now)
        next = arrivals.next()
      }
      if let packet = head {
        left.append(Int(packet.handle))
        waits.append(departure - packet.admitted.nanoseconds)
        if packet.isMarked { marked.insert(Int(packet.handle)) }
      }
      head = nil
      take(LinkInstant(nanoseconds: departure))
      dropped.formUnion(queue.takeDiscarded().map { Int($0.handle) })
    }
    dropped.formUnion(queue.takeDiscarded().map { Int($0.handle) })
  }
}
