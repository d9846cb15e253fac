import Glibc

/// Why a program did not start.
public struct ProgramError: Error, Hashable {
  /// Whose fault it is, as env(1) tells them apart by exit status.
  public enum Kind: Sendable {
    /// There is no such program: 127.
    case notFound
    /// There is, but it cannot be executed: 126.
    case cannotExecute
    /// Its surroundings could not be made: 125.
    case surroundings
  }

  public var kind: Kind
  /// What failed and why.
  public var message: String
}
