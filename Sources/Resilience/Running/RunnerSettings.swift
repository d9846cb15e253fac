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
  /// How many seconds a client may take until it first uses the network. Its deadline counts from then.
  public var startUp: Int
  /// How the client says that it is ready.
  public var ready = ReadySign.packet
  /// How a program that lives on is told what to do; nil if the client is started for each scenario.
  public var persistent: Handover?
  /// How many scenarios run in parallel.
  public var jobs: Int
  /// How many times each scenario is run.
  public var repeats: Int
  /// How often a scenario that a busy machine spoiled is tried again, alone.
  public var errorRepeats: Int
  /// The seed of the links' random decisions.
  public var seed: UInt64

  /// Enough for a runtime on a busy machine, such as the JVM or a package runner.
  public static let usualStartUp = 30

  public init(
    executable: String, client: ClientCommand, captures: String, deadline: Int,
    startUp: Int = Self.usualStartUp, jobs: Int, repeats: Int = 1, errorRepeats: Int = 2,
    seed: UInt64
  ) {
    self.executable = executable
    self.client = client
    self.captures = captures
    self.deadline = deadline
    self.startUp = startUp
    self.jobs = jobs
    self.repeats = repeats
    self.errorRepeats = errorRepeats
    self.seed = seed
  }

  /// How many clients may load at the same time.
  var loading: Int { UsableCores.count }
}
