internal import Captures

/// How scenarios are run.
public struct RunnerSettings: Sendable {
  /// The `headwind` executable, whose `run` gives each scenario a link of its own.
  public var executable: String
  public var client: ClientCommand
  /// Where each scenario's capture goes.
  public var captures: String
  /// What the client is given where a scenario says nothing else, in whole seconds.
  public var deadline: Int
  /// How many scenarios run side by side.
  public var jobs: Int
  /// How often each scenario is run.
  public var repeats: Int
  /// What makes the links' fates the same again.
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

  /// How many of them may load at a time.
  var loading: Int { UsableCores.count }
}
