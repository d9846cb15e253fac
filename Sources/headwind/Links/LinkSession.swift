import FarSide
import Glibc
import LinkConditions
import VirtualLink

/// A link together with what a command joins to it: the far side's servers, a capture, and how names resolve.
final class LinkSession {
  let link: Link
  let resolution: NameResolution
  /// One line for the user: which link this is.
  let description: String
  private let servers: FarSideServers?
  private let recorder: CaptureRecorder?

  /// Makes the link and everything on it.
  /// - Parameter helpers: where programs run that a connected link needs.
  init(_ options: LinkOptions, helpers: () throws -> ProcessTree) throws {
    try options.engine.check()
    let profile = try ProfileChoice(directory: options.profiles).find(options.profile)
    let seed = RunSeed(options.seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    let kind = options.kind.kind
    description = "\(kind.rawValue) link, \(profile.name), userspace engine, seed \(seed.value)"
    recorder = try options.capture.map {
      try CaptureRecorder(path: $0, comment: "headwind: \(profile.name), userspace engine, seed \(seed.value)")
    }
    link = try Link(kind: kind, profile: profile, seed: seed, tap: recorder?.queue)
    let addresses = link.topology.addresses
    resolution = NameResolution(nameserver: addresses.gateway4)
    let sockets = try link.topology.farSide.perform { try FarSideSockets.open() }
    servers = try FarSideServers.start(
      on: sockets, addresses: FarSideAddresses(ipv4: addresses.gateway4, ipv6: addresses.gateway6))
  }

  /// Notes a text beside the next frame of the capture.
  var mark: @Sendable (String) -> Void {
    { [recorder] text in recorder?.queue.note(text) }
  }

  /// Ends everything, and says what went wrong with the capture.
  func end() {
    if recorder != nil { settle() }
    link.stop()
    servers?.stop()
    guard let recorder else { return }
    let summary = recorder.finish()
    if let failure = summary.failure { Headwind.complain(Failure("\(failure)", status: ExitStatus.environment)) }
    if summary.dropped > 0 {
      Headwind.say("headwind: the capture lacks \(summary.dropped) packets: the disk was too slow")
    }
  }

  /// Lets what the program's end set off cross the link (its connections are closed by the kernel), so that the capture
  /// has it: until nothing has moved for 30 ms and nothing is queued, but at most for a second.
  private func settle() {
    var still = 0
    var last = LinkStatistics()
    for _ in 0..<200 where still < 6 {
      guard let now = try? link.statistics() else { return }
      let isStill = now == last && now.uplink.queued + now.downlink.queued == 0
      still = isStill ? still + 1 : 0
      last = now
      usleep(5_000)
    }
  }
}
