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

  private static let shell = #": > "$0" && { "$@"; status=$?; : > "$0.ended"; exit $status; }"#

  func capturePath(of scenario: Scenario) -> String {
    "\(captures)/\(scenario.id).pcapng"
  }

  /// A file that is made when the client starts, and with `.ended` after its name one that is made when it has ended.
  func markPath(of scenario: Scenario) -> String {
    "\(captures)/.\(scenario.id)"
  }

  /// The words that run the client on the scenario's link. The shell around it notes when it starts and when it ends:
  /// making the link and closing the capture take time that is not the client's.
  func words(for scenario: Scenario) -> [String] {
    var words = [executable, "run", "--quiet", "--private", "--capture", capturePath(of: scenario)]
    if let profile = scenario.profile {
      words += ["--profile", profile]
    }
    for step in scenario.timeline {
      words += ["--then", step]
    }
    words += ["--", "/bin/sh", "-c", Self.shell, markPath(of: scenario)]
    return words + client.filled(url: scenario.url, deadline: deadline)
  }
}
