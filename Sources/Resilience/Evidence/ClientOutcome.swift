public import Wire

/// What the client did as a process.
public struct ClientOutcome: Sendable {
  /// When the client was started, and when it was gone.
  public var started: Timestamp
  public var ended: Timestamp
  /// The exit status, or 128 and the signal's number as a shell says it.
  public var status: Int32
  /// Whether it still ran when its time was long over, so that it was ended.
  public var wasEnded: Bool
  /// What it printed, standard output and error together, the first 64 KB.
  public var output: String

  public init(started: Timestamp, ended: Timestamp, status: Int32, wasEnded: Bool, output: String) {
    self.started = started
    self.ended = ended
    self.status = status
    self.wasEnded = wasEnded
    self.output = output
  }

  /// Nanoseconds.
  public var duration: Int64 { ended - started }
}
