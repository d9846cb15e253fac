/// Why a scenario could not be run. The client is never the cause.
public struct RunnerError: Error, CustomStringConvertible {
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}
