/// Which engine a user asks for.
public enum EngineRequest: String, CaseIterable, Sendable {
  /// The kernel's where it can do what is wanted, else our own.
  case auto
  case userspace
  case netem
}
