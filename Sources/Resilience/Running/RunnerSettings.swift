internal import Captures

/// How scenarios are run.
public struct RunnerSettings: Sendable {
  /// The `headwind` executable, whose `run` command gives each scenario its own link.
  public var executable: String
  public var client: ClientCommand
  /// The directory for the captures.
  public var captures: String
  /// The client's deadline in whole seconds, unless a scenario has its own.
  public var deadline: Int
  /// How many scenarios run in parallel.
  public var jobs: Int
  /// How many times each scenario is run.
  public var repeats: Int
  /// The seed of the links' random decisions.
  public var seed: UInt64

  public init(
    executable: String, client: ClientCommand, captures: String, deadline: Int, jobs: Int, repeats: Int = 1,
    seed: UInt64
  ) {
    self.executable = executable
    self.client = client
    self.captures = captures
    self.deadline = deadline
    self.jobs = jobs
    self.repeats = repeats
    self.seed = seed
  }

  /// How many clients may load at the same time.
  var loading: Int { UsableCores.count }
}
