/// Why a scenario could not be run; never the client's fault.
public struct RunnerError: Error, CustomStringConvertible {
  public var description: String

  init(_ description: String) {
    self.description = description
  }
}
