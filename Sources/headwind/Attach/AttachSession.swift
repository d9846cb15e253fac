import Captures
import Glibc
import LinkConditions
import Resilience
import TextOutput
import VirtualLink

/// A link that is attached to an interface of a container or a namespace.
///
/// To be used on the main thread.
final class AttachSession {
  /// What the user wants.
  struct Wishes {
    var name: LinkName
    var interface: String?
    var only: [PeerMatch]
    var timeline: Timeline
    var decision: EngineDecision
    var seed: UInt64
    var capture: String?
    var isQuiet: Bool
    var findProfile: @Sendable (String) throws -> Profile
  }

  private let wishes: Wishes
  private let place: String
  private let attachment: Attachment
  private let link: Link
  private let recorder: CaptureRecorder?
  private let observer: WireObserver
  private let server: ControlServer
  /// Its first process removes the file of the control socket, should we be killed.
  private let watch: ProcessTree
  private let ending: Alarm
  private let targetEnds: Alarm

  /// How long to wait, at the end, for packets that are on the link.
  private static let patience = Duration.seconds(10)

  /// Creates the link, and leads the interface's frames over it.
  init(_ wishes: Wishes, at target: AttachTarget, _ reservation: ControlServer.Reservation) throws {
    self.wishes = wishes
    let attachment = try Attachment(
      at: wishes.interface, of: target, only: wishes.only, closing: reservation)
    self.attachment = attachment
    place = "\(attachment.interface) of \(target.description)"
    let seed = RunSeed(wishes.seed)
    recorder = try wishes.capture.map {
      try CaptureRecorder(
        path: $0, side: .client,
        comment: "headwind: \(wishes.timeline.first.name), \(wishes.decision.description), seed \(seed.value)",
        keys: nil)
    }
    let link = try Link(
      kind: .attached, timeline: wishes.timeline, seed: seed, engine: wishes.decision.kind,
      mayYield: wishes.decision.mayYield, tap: recorder?.queue, on: attachment.topology)
    self.link = link
    observer = WireObserver(link, recorder: recorder, keys: nil, inspection: nil)
    let ending = try Alarm()
    self.ending = ending
    targetEnds = try Alarm()
    try target.raiseAtEnd(targetEnds)
    watch = try ProcessTree(removing: reservation.file)
    let controller = LinkController(
      name: wishes.name, link: link, resolution: NameResolution(nameserver: "127.0.0.1"),
      findProfile: wishes.findProfile, observer: observer, takeDown: { ending.raise("it was taken down") },
      attached: place)
    server = try ControlServer(reservation, in: []) { controller.answer($0, from: $1) }
    try attachment.divert()
  }

  /// Holds the link until a signal, until the time is over, or until its target has ended.
  func run(_ signals: HeldSignals, for time: Duration?) throws {
    let names = ([wishes.timeline.first] + wishes.timeline.phases.map(\.profile)).map(\.name)
    say(
      "\(wishes.name.text): attached to \(place), \(names.joined(separator: " then ")), \(wishes.decision.description), seed \(wishes.seed)"
    )
    let timeIsUp = try Alarm()
    if let time { try timeIsUp.raise("the time is over", after: time) }
    signals.wait(orUntil: [ending, targetEnds, timeIsUp, link.alarm, attachment.alarm])
    let failure = link.alarm.reason ?? attachment.alarm.reason
    end(signals, mayWait: failure == nil && targetEnds.reason == nil)
    if let reason = targetEnds.reason { return say(reason) }
    if let failure { throw LinkError("the link has ended: \(failure)") }
  }

  /// Ends the link. Frames go straight from its first moment on; what is on the link still arrives, unless another signal comes.
  private func end(_ signals: HeldSignals, mayWait: Bool) {
    do {
      try attachment.release()
      if mayWait { drain(signals) }
    } catch {
      if mayWait { Headwind.say("headwind: \(wishes.name.text): \("\(error)")") }
    }
    server.close()
    watch.end()
    let statistics = link.stop()
    attachment.remove()
    observer.end()
    if let shortfall = statistics.shortfall(), !wishes.isQuiet {
      Headwind.say("headwind: the link was not what its profile says, because this machine was too busy: \(shortfall)")
    }
    let summary = recorder?.finish(remarks: statistics.punctuality)
    for line in summary?.troubles ?? [] { Headwind.say("headwind: \(line)") }
    say("\(place) is as it was")
  }

  /// Waits until nothing has crossed the link for 30 ms and nothing is queued.
  private func drain(_ signals: HeldSignals) {
    let latest = ContinuousClock.now.advanced(by: Self.patience)
    var still = 0
    var last = LinkStatistics()
    while still < 6, let now = try? link.statistics() {
      let queued = now.uplink.queued + now.downlink.queued
      guard ContinuousClock.now < latest, signals.endRequested() == nil else {
        return say("\(queued) packets that were still on the link are lost")
      }
      still = now == last && queued == 0 ? still + 1 : 0
      last = now
      usleep(5_000)
    }
  }

  private func say(_ text: String) {
    if !wishes.isQuiet { Headwind.say("headwind: \(text)") }
  }
}
