/// The report on one run of a scenario. Times are seconds since the client's start.
public struct ScenarioReport: Sendable, Codable {
  public struct Finding: Sendable, Codable {
    /// `pass`, `warn`, `fail`, `error` or `n/a`.
    public var kind: String
    /// `MUST` or `SHOULD`, and the demand that follows it; nil if the verdict is not about an expectation.
    public var requirement: String?
    public var demand: String?
    /// What was observed instead; empty for a pass.
    public var finding: String
    /// The packets that show it, by their numbers in the capture.
    public var packets: [Int]
  }

  public struct Client: Sendable, Codable {
    public var duration: Double
    /// When it first used the network, from which its deadline counts; nil if it never did.
    public var began: Double?
    public var status: Int32
    /// When it was told to cancel, or nil.
    public var cancelled: Double?
    /// The numbers of the signals that ended it because it ran too long.
    public var endedBy: [Int32]
    /// The first 64 KB of its output, and the length of its whole output.
    public var output: String
    public var outputBytes: Int
    /// How it ended, as a phrase that follows "the client": with a status, by a signal, or with a crash.
    public var ending: String?
    /// The names of processes that it left running.
    public var leftBehind: [String]?
  }

  public var id: String
  /// The number of the repetition, from 1.
  public var turn: Int
  /// The client's command, in a merged report with several clients.
  public var label: String?
  public var summary: String
  public var rationale: String
  public var source: String
  /// The worst of the findings.
  public var kind: String
  /// What the client did, in one line.
  public var behaviour: String
  public var findings: [Finding]
  /// The client's deadline, in seconds.
  public var deadline: Int
  public var client: Client?
  /// The conditions of the link in order, beginning with the first. Empty if the link was clean all the time.
  public var phases: [PhaseRow]
  public var packets: [PacketRow]
  /// How many packets of the capture are not in `packets`.
  public var omittedPackets: Int
  public var exchanges: [ExchangeRow]
  /// The path of the capture, and its bytes in base64 if it is small enough to be embedded.
  public var capture: String
  public var captureBytes: String?
  /// The command line that repeats the scenario.
  public var command: String
  /// How long the whole scenario took, with its link, in seconds; nil if the client was not started.
  public var took: Double?
  /// When the client was started, in seconds since the Unix epoch.
  public var started: Double?
  /// Where the scenario is defined.
  public var place: ScenarioPlace?

  /// A title that is unique in its report.
  var title: String {
    id + (turn > 1 ? " (\(turn))" : "") + (label.map { " [\($0)]" } ?? "")
  }
}
