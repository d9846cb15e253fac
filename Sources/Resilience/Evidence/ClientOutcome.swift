internal import Glibc
public import Wire

/// What the client did as a process.
public struct ClientOutcome: Sendable, Codable {
  /// Something that was done to the client, or that it did.
  public struct Output: Sendable, Codable {
    public var time: Timestamp
    /// How many bytes it wrote at once.
    public var bytes: Int
  }

  /// How the client was told to cancel.
  public struct Cancel: Sendable, Codable {
    public var time: Timestamp
    /// By a line on its standard input, as it had asked for, and not by SIGINT.
    public var byLine: Bool
  }

  /// When the client was started, and when it was gone.
  public var started: Timestamp
  public var ended: Timestamp
  /// The exit status, or 128 and the signal's number as a shell says it.
  public var status: Int32
  /// The signal that ended it, whoever sent it; nil if it ended by itself.
  public var signal: Int32?
  /// The names of processes that it had started and that still ran when it was gone.
  public var leftBehind: [String] = []
  /// When the last of these was gone or was ended; nil where there were none.
  public var gone: Timestamp?
  public var cancel: Cancel?
  /// The signals that it was sent because its time was over, in order.
  public var endedBy: [Int32]
  /// What it printed, standard output and error together, the first 64 KB.
  public var output: String
  /// When it printed something, the first thousand times.
  public var outputs: [Output]
  /// How many bytes it printed in all.
  public var outputBytes: Int
  /// Whether the file that it was given for the body holds the whole body; nil where it was given none or left none.
  public var hasWholeBody: Bool?
  /// How many bytes are in the file that it was given for the body.
  public var leftBytes = 0

  public init(
    started: Timestamp, ended: Timestamp, status: Int32, cancel: Cancel? = nil, endedBy: [Int32] = [],
    output: String = "", outputs: [Output] = [], outputBytes: Int = 0, hasWholeBody: Bool? = nil
  ) {
    self.started = started
    self.ended = ended
    self.status = status
    self.cancel = cancel
    self.endedBy = endedBy
    self.output = output
    self.outputs = outputs
    self.outputBytes = outputBytes
    self.hasWholeBody = hasWholeBody
  }

  /// Nanoseconds.
  public var duration: Int64 { ended - started }
  /// Whether it still ran when its time was long over, so that it was ended.
  public var wasEnded: Bool { !endedBy.isEmpty }
  /// The signal by which it crashed, or nil if it did not. A shell that ran it says the same by its status.
  public var crash: Int32? {
    if wasEnded { return nil }
    let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    return crashes.first { $0 == signal || 128 + $0 == status }
  }
}
