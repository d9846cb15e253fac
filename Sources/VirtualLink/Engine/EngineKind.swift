/// What carries a link's packets and conditions them.
public enum EngineKind: String, CaseIterable, Sendable {
  /// Headwind's own forwarder.
  case userspace
  /// The kernel's emulator, sch_netem.
  case netem
}
