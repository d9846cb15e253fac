import Glibc

/// Why a program did not start.
public struct ProgramError: Error, Hashable {
  /// The cause, with the exit status that env(1) uses for it.
  public enum Kind: Sendable {
    /// The program was not found: 127.
    case notFound
    /// The program exists but cannot be executed: 126.
    case cannotExecute
    /// The program's environment on the link could not be set up: 125.
    case surroundings
  }

  public var kind: Kind
  /// What failed and why.
  public var message: String
}
