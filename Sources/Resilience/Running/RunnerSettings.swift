/// How scenarios are run.
public struct RunnerSettings: Sendable {
  /// The `headwind` executable, whose `run` gives each scenario a link of its own.
  public var executable: String
  public var client: ClientCommand
  /// Where each scenario's capture goes.
  public var captures: String
  /// What the client is given, in whole seconds.
  public var deadline: Int
  /// How many scenarios run side by side.
  public var jobs: Int

  public init(executable: String, client: ClientCommand, captures: String, deadline: Int, jobs: Int) {
    self.executable = executable
    self.client = client
    self.captures = captures
    self.deadline = deadline
    self.jobs = jobs
  }

  func capturePath(of scenario: Scenario) -> String {
    "\(captures)/\(scenario.id).pcapng"
  }

  func startMarkPath(of scenario: Scenario) -> String {
    "\(captures)/.\(scenario.id).started"
  }

  /// The words that run the client on the scenario's link. The shell in between notes the instant at which the client
  /// starts, and then becomes it.
  func words(for scenario: Scenario) -> [String] {
    var words = [executable, "run", "--private", "--capture", capturePath(of: scenario)]
    if let profile = scenario.profile {
      words += ["--profile", profile]
    }
    for step in scenario.timeline {
      words += ["--then", step]
    }
    words += ["--", "/bin/sh", "-c", ": > \"$0\" && exec \"$@\"", startMarkPath(of: scenario)]
    return words + client.filled(url: scenario.url, deadline: deadline)
  }
}
