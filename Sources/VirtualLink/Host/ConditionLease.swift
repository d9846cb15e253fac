import CLinux
import CNetlink
import Glibc
public import LinkConditions

/// Conditions on an interface of the host that exist only as long as a process holds them.
///
/// They are undone when the process is asked to end, when the time is up, and on request over the control socket. If
/// the process is killed, its watcher undoes them. Their parts have known names and numbers, so they can be undone
/// even if both processes were killed.
public struct ConditionLease {
  /// What the user asks for.
  public struct Request: Sendable {
    /// The interface.
    public var interface: String
    /// The conditions.
    public var profile: Profile
    /// Traffic that is not conditioned.
    public var exceptions: [TrafficException]
    /// How long the conditions last. Nil means until the process ends.
    public var time: LinkDuration?
    /// The seed of the kernel's decisions.
    public var seed: RunSeed
    /// Whether the profile's uplink and downlink are those of the host or of a device.
    public var viewpoint: ConditionViewpoint

    /// What is wanted of an interface.
    public init(
      interface: String, profile: Profile, _ viewpoint: ConditionViewpoint = .host,
      exceptions: [TrafficException] = [], time: LinkDuration? = nil, seed: RunSeed
    ) {
      self.interface = interface
      self.profile = profile
      self.viewpoint = viewpoint
      self.exceptions = exceptions
      self.time = time
      self.seed = seed
    }
  }

  /// Puts conditions in force, holds them, and undoes them. Call it while the process has only one thread.
  /// - Parameter ready: called when they are in force, with a line for the user.
  /// - Returns: a message that says why the conditions ended and what was restored.
  /// - Throws: `LinkError` if the conditions could not be put in force, or were lost before somebody asked for their
  ///   end.
  public static func hold(_ request: Request, ready: (String) -> Void) throws -> String {
    try requirePermission()
    let signals = try HeldSignals()
    let name = request.interface
    let index = try InterfaceControl.index(of: name)
    guard let reservation = try ControlServer.reserve(ControlAddress(conditioned: index)) else {
      throw LinkError("\(name) is already conditioned", remedy: "see headwind condition \(name) --show, or --off")
    }
    let condition = try HostCondition(interface: name)
    let watcher = try LeaseWatcher(closing: reservation.listener.raw, removing: reservation.file) {
      () throws(LinkError) in try condition.restore()
    }
    let (ending, loss) = (try Alarm(), try Alarm())
    do {
      try condition.install(
        request.profile, request.viewpoint, leavingAlone: request.exceptions, seed: request.seed)
    } catch {
      if !watcher.undo() { try condition.restore() }
      throw error
    }
    try watch(watcher, interface: index, name: name, loss)
    if let time = request.time { try end(after: time, ending) }
    let answers = ConditionAnswers(request, condition, ending)
    let server = try ControlServer(reservation, in: []) { line, _ in answers.answer(line) }
    if let weakness = reservation.weakness { ready(weakness) }
    ready(answers.description)
    signals.wait(orUntil: [ending, loss])
    // The watcher also ends once it has undone the conditions, so read the reason first.
    let lost = loss.reason
    let isGone = if_nametoindex(name) != UInt32(bitPattern: index)
    if !watcher.undo(), !isGone { try condition.restore() }
    server.close()
    let reason = lost ?? ending.reason ?? "it was asked to end"
    let words = isGone ? reason : "\(reason); \(name) is as it was (\(condition.snapshot))"
    guard lost == nil else { throw LinkError(words) }
    return words
  }

  /// Undoes the conditions on an interface, whichever process holds them.
  /// - Returns: what was done, for the user.
  public static func off(_ name: String) throws -> String {
    try requirePermission()
    let index = try InterfaceControl.index(of: name)
    if let holder = try ConditionHolder(of: index) {
      let hasEnded = holder.askToEnd()
      // The holder's watcher may not have finished undoing the conditions yet.
      if let left = try HostCondition(leftOn: name) { try left.restore() }
      return "\(name) is no longer conditioned" + (hasEnded ? "" : holder.kill())
    }
    guard let left = try HostCondition(leftOn: name) else { return "\(name) is not conditioned" }
    try left.restore()
    return "\(name) is no longer conditioned; the conditions had been left behind"
  }

  /// The status of the conditions on an interface, as names and values; nil if there are none.
  public static func show(_ name: String) throws -> [(name: String, value: String)]? {
    let index = try InterfaceControl.index(of: name)
    if let holder = try ConditionHolder(of: index) {
      return try holder.status() ?? [
        (
          "state",
          "conditioned, and the process that holds the conditions (\(holder.process)) does not answer: "
            + "remove them with headwind condition \(name) --off"
        )
      ]
    }
    guard let left = try HostCondition(leftOn: name) else { return nil }
    return [
      ("state", "left behind: remove them with headwind condition \(name) --off"), ("before", "\(left.snapshot)"),
    ]
  }

  private static func requirePermission() throws(LinkError) {
    // CAP_NET_ADMIN of linux/capability.h.
    guard hw_has_capability(12) else {
      throw LinkError(
        "only root can condition an interface of the host",
        remedy: "use sudo; or use 'headwind run', which needs no root because it creates its own network")
    }
  }

  private static func end(after time: LinkDuration, _ ending: Alarm) throws {
    let end = EngineClock.now + time
    try OwnThread.start {
      while true {
        let left = (end - EngineClock.now).nanoseconds
        guard left > 0 else { break }
        var wait = timespec(tv_sec: Int(left / 1_000_000_000), tv_nsec: Int(left % 1_000_000_000))
        nanosleep(&wait, nil)
      }
      ending.raise("its time is up")
    }
  }

  /// Ends the lease when the watcher is killed, because then nothing guarantees the cleanup, or when the interface is
  /// removed.
  private static func watch(_ watcher: LeaseWatcher, interface: Int32, name: String, _ loss: Alarm) throws {
    let pulse = watcher.pulse
    try OwnThread.start {
      var byte: UInt8 = 0
      while read(pulse.raw, &byte, 1) < 0, errno == EINTR {}
      loss.raise("its watcher has ended")
    }
    let socket = try NetlinkSocket(groups: RTMGRP_LINK)
    try OwnThread.start {
      while true {
        guard let messages = try? socket.receive() else { continue }
        for message in messages where message.type == RTM_DELLINK {
          guard let header: ifinfomsg = message.body.loaded(at: 0), header.ifi_index == interface,
            header.ifi_family == UInt8(AF_UNSPEC)
          else { continue }
          return loss.raise("\(name) has been removed")
        }
      }
    }
  }
}

/// The viewpoint from which uplink and downlink are named when an interface of the host is conditioned.
public enum ConditionViewpoint: String, CaseIterable, Sendable {
  /// The host's viewpoint: what the host sends on the interface is uplink.
  case host
  /// The viewpoint of a device behind the interface (a phone on the host's access point, a container): what the host
  /// sends on the interface is the device's downlink.
  case device

  /// The text for the line that says which conditions are in force.
  var description: String {
    switch self {
    case .host: "uplink is what this host sends there"
    case .device: "uplink is what comes in there, from the device"
    }
  }
}
