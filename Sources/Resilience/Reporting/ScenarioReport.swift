/// What is to be said of one run of a scenario. Times are seconds from the client's start.
public struct ScenarioReport: Sendable, Codable {
  public struct Finding: Sendable, Codable {
    /// `pass`, `warn`, `fail`, `error` or `n/a`.
    public var kind: String
    /// `MUST` or `SHOULD`, and what follows it; nil where the verdict is not on an expectation.
    public var requirement: String?
    public var demand: String?
    /// What was seen instead; empty for a pass.
    public var finding: String
    /// The packets that show it, by their numbers in the capture.
    public var packets: [Int]
  }

  public struct Client: Sendable, Codable {
    public var duration: Double
    public var status: Int32
    /// When it was told to cancel, or nil.
    public var cancelled: Double?
    /// The signals by which it was ended after its time, by their numbers.
    public var endedBy: [Int32]
    /// What it printed, the first 64 KB of so many bytes.
    public var output: String
    public var outputBytes: Int
    /// How it ended, in words that follow "the client": with a status, by a signal, in a crash.
    public var ending: String?
    /// The names of processes that it left running.
    public var leftBehind: [String]?
  }

  public var id: String
  /// Which of the repetitions this is, from 1.
  public var turn: Int
  /// The words of the client, in a report that holds several.
  public var label: String?
  public var summary: String
  public var rationale: String
  public var source: String
  /// The gravest of the findings.
  public var kind: String
  /// What the client did, in one line.
  public var behaviour: String
  public var findings: [Finding]
  /// What the client was given, in seconds.
  public var deadline: Int
  public var client: Client?
  /// The conditions of the link in order, the first from the start. Empty where the link was clean all the time.
  public var phases: [PhaseRow]
  public var packets: [PacketRow]
  /// How many packets the capture has beyond those in `packets`.
  public var omittedPackets: Int
  public var exchanges: [ExchangeRow]
  /// The path of the capture, and its bytes in base64 where it is small enough to be carried along.
  public var capture: String
  public var captureBytes: String?
  /// How to be there oneself.
  public var command: String

  /// The name by which it is told from all others of its report.
  var title: String {
    id + (turn > 1 ? " (\(turn))" : "") + (label.map { " [\($0)]" } ?? "")
  }
}
