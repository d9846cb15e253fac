/// The engine that a user asks for.
public enum EngineRequest: String, CaseIterable, Sendable {
  /// netem if it can do what is wanted, otherwise the userspace engine.
  case auto
  case userspace
  case netem
}
