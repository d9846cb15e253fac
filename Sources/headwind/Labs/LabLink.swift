import Captures
import LinkConditions
import Resilience
import TextOutput
import VirtualLink

/// A line of a lab as a link: with an engine, a control socket, and a capture if one was asked for.
final class LabLink {
  let name: LinkName
  let link: Link
  /// The address of the control socket that the host's program is told.
  let control: ControlAddress
  private let observer: WireObserver
  private let recorder: CaptureRecorder?
  private let server: ControlServer
  /// Programs that `link exec --detach` starts. Its first process removes the file of the control socket, should we be killed.
  private let programs: ProcessTree

  /// What all lines of a lab have in common.
  struct Setting {
    var engine: EngineKind
    var mayYield: Bool
    var keys: SessionKeys?
    var findProfile: @Sendable (String) throws -> Profile
  }

  /// - Parameters:
  ///   - resolution: how names are resolved at the client's side.
  ///   - capture: the path of a capture, or nil.
  ///   - keyLog: the file that is to be removed with this link, or nil.
  init(
    _ name: LinkName, on topology: LinkTopology, _ timeline: Timeline, seed: RunSeed, resolution: NameResolution,
    capture: String?, keyLog: KeyLogFile?, _ setting: Setting
  ) throws {
    self.name = name
    recorder = try capture.map {
      try CaptureRecorder(
        path: $0, side: .client, comment: "headwind: \(name), \(timeline.first.name), seed \(seed.value)",
        keys: setting.keys)
    }
    link = try Link(
      kind: .privateLink, timeline: timeline, seed: seed, engine: setting.engine, mayYield: setting.mayYield,
      tap: recorder?.queue, insight: setting.keys.map { LinkInsight($0) }, on: topology)
    observer = WireObserver(link, recorder: recorder, keys: setting.keys, inspection: nil)
    guard let reservation = try ControlServer.reserve(ControlAddress(name)) else { throw Self.isTaken(name) }
    programs = try ProcessTree(network: topology.client, removing: reservation.file, and: keyLog)
    let controller = LinkController(
      name: name, link: link, resolution: resolution, findProfile: setting.findProfile,
      keyLog: setting.keys?.file?.place, observer: observer, processes: programs)
    control = controller.address
    server = try ControlServer(reservation, and: control, in: [topology.client]) { controller.answer($0, from: $1) }
  }

  static func isTaken(_ name: LinkName) -> LinkError {
    LinkError(
      "the link '\(name)' is already up",
      remedy: "end the lab that it belongs to, or give this one another name with --name")
  }

  /// Ends the link, and reports what went wrong on it.
  /// - Returns: whether its capture is complete.
  func end(isQuiet: Bool) -> Bool {
    server.close()
    programs.end()
    let statistics = link.stop()
    observer.end()
    if let shortfall = statistics.shortfall(), !isQuiet {
      Headwind.say(
        "headwind: \(name.text) was not what its profile says, because this machine was too busy: \(shortfall)")
    }
    guard let summary = recorder?.finish(remarks: statistics.punctuality) else { return true }
    for line in summary.troubles { Headwind.say("headwind: \(name.text): \(line)") }
    return summary.failure == nil
  }
}
