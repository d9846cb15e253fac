import CNetlink
import Glibc
import LinkConditions

/// The abilities of the running kernel's netem. They are found by configuring it in a temporary namespace.
public struct KernelEmulator: Sendable {
  /// sch_netem: the emulator itself.
  public var hasNetem = false
  /// sch_prio and cls_u32: conditions for a part of the traffic.
  public var hasClasses = false
  /// Whether netem accepts `duplicate` while another netem is below it. Newer kernels refuse this, because duplicates
  /// could multiply without end.
  public var mixesDuplicates = false
  /// Whether netem accepts a seed (Linux 6.7).
  public var keepsSeed = false
  /// bridge: what joins the two ends of a wire.
  public var hasBridge = false

  /// Probes the kernel, which loads the modules that it has.
  /// - Throws: `LinkError` if no namespace can be created.
  public static func probe() throws -> KernelEmulator {
    try NetworkNamespace().perform {
      var found = KernelEmulator()
      let socket = try NetlinkSocket()
      let control = TrafficControl(socket: socket, interface: try InterfaceControl.index(of: "lo"))
      var root = NetemDiscipline(TrafficHandle(1), at: .root)
      var settings = NetemSettings()
      settings.seed = 42
      guard (try? root.apply(settings, with: control)) != nil else { return found }
      found.hasNetem = true
      try root.verify(settings, in: try control.disciplines())
      found.keepsSeed = root.keepsSeed == true
      found.hasBridge = (try? InterfaceControl(socket: socket).make("bridge", name: "br0")) != nil
      found.askForClasses(control, below: root)
      return found
    }
  }

  /// What a timeline needs and this kernel lacks, as a phrase that follows "this kernel". Nil if nothing is missing.
  func lack(for timeline: Timeline) -> String? {
    if !hasNetem { return "has no sch_netem" }
    if !hasBridge { return "has no bridge" }
    guard timeline.hasDNSConditions || timeline.hasSelections else { return nil }
    let part = timeline.hasSelections ? "a part of the traffic" : "DNS"
    if !hasClasses { return "lacks sch_prio or cls_u32, which conditions for \(part) need" }
    if timeline.hasDuplicates, !mixesDuplicates {
      return "does not support duplicates together with conditions for \(part)"
    }
    return nil
  }

  private mutating func askForClasses(_ control: TrafficControl, below root: NetemDiscipline) {
    let prio = TrafficHandle(2)
    var leaf = NetemDiscipline(TrafficHandle(3), at: prio.band(2))
    var root = root
    var duplicating = NetemSettings()
    duplicating.duplicate = CorrelatedProbability(.always)
    guard (try? control.putBands(prio, at: root.handle.band(1))) != nil,
      (try? control.add(PacketMatch.dnsQueries[0], preference: 1, at: prio, to: prio.band(2))) != nil,
      (try? leaf.apply(NetemSettings(), with: control)) != nil
    else { return }
    hasClasses = true
    mixesDuplicates = (try? root.apply(duplicating, with: control)) != nil
  }
}
