internal import Glibc
public import Wire

/// What the client did as a process.
public struct ClientOutcome: Sendable, Codable {
  /// Output that the client wrote at one time.
  public struct Output: Sendable, Codable {
    public var time: Timestamp
    /// How many bytes it wrote at once.
    public var bytes: Int
  }

  /// How the client was told to cancel.
  public struct Cancel: Sendable, Codable {
    public var time: Timestamp
    /// Whether it was told by a line on its standard input, as it had asked for, and not by a signal.
    public var byLine: Bool
    /// When it printed the line `cancelled`, by which a client that lives on says that its calls have returned; nil if it did not.
    public var done: Timestamp?
  }

  /// How long the client's threads had waited for a processor by a time, and how long they had run, together, in nanoseconds.
  public struct Delay: Sendable, Codable {
    public var time: Timestamp
    public var waited: Int64
    public var ran: Int64
  }

  /// When the client was started, and when it ended.
  public var started: Timestamp
  public var ended: Timestamp
  /// When it first used the network: sent a datagram, or asked for a connection, whether or not anything reached the link. Nil if it
  /// never did.
  public var begun: Timestamp?
  /// When it said that it was ready, if it was to say so by something other than its first packet; its time counts from then.
  public var ready: Timestamp?
  /// How it was to say that it is ready.
  public var sign = ReadySign.packet
  /// The exit status; after a signal, 128 plus its number, as a shell reports it.
  public var status: Int32
  /// The signal that ended it, whoever sent it; nil if it exited.
  public var signal: Int32?
  /// The names of processes that it had started and that still ran when it ended.
  public var leftBehind: [String] = []
  /// When the last of these processes ended or was ended; nil if there were none.
  public var gone: Timestamp?
  public var cancel: Cancel?
  /// The signals that were sent to it because it ran too long, in order.
  public var endedBy: [Int32]
  /// The first 64 KB of what it printed on standard output and standard error together.
  public var output: String
  /// When it printed something, for the first thousand times.
  public var outputs: [Output]
  /// How many bytes it printed.
  public var outputBytes: Int
  /// How long its threads waited for a processor, whenever that had grown.
  public var delays: [Delay] = []
  /// The share of the time in which some task of the machine waited for a processor, from 0 to 1; nil if the kernel does not tell.
  public var pressure: Double?
  /// The most memory that one of its processes had at a time, in bytes (`ru_maxrss` of getrusage(2)); nil if that is not known, as of a
  /// process that lives on or one in a container.
  public var peakMemory: Int?
  /// How many processors it could use.
  public var cores = 1
  /// Whether the file that it was given for the body contains the whole body; nil if it was given no file or left
  /// none.
  public var hasWholeBody: Bool?
  /// Whether the files that it was given contain whole messages only, for scenarios with messages; nil if there is no such file.
  public var hasOnlyWholeMessages: Bool?
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

  /// The most that the client can have been delayed between two times because its threads, or the host that watches it, waited for a
  /// processor, in nanoseconds. Zero if it used most of the processors itself, so that its threads waited for each other.
  func waited(from start: Timestamp, to end: Timestamp) -> Int64 {
    let before = delays.last { $0.time <= start }
    guard let after = delays.first(where: { $0.time >= end }) ?? delays.last else { return 0 }
    let ran = after.ran - (before?.ran ?? 0)
    if ran > (end - start) / 2 * Int64(cores) { return 0 }
    return max(0, after.waited - (before?.waited ?? 0))
  }

  /// Whether its process lives on from scenario to scenario. Its end is then its answer.
  public var isPersistent = false
  /// Whether its process ended though it should have lived on, and nobody had ended it.
  public var hasDied = false
  /// Whether it still wanted something of the network when the scenario's time to watch it was over, so that it was started again.
  public var isRestless = false

  /// Whether it was to say that it is ready, and never did.
  var wasNeverReady: Bool { sign != .packet && ready == nil }

  /// Nanoseconds.
  public var duration: Int64 { ended - started }
  /// Whether it ran far too long and was ended.
  public var wasEnded: Bool { !endedBy.isEmpty }
  /// The signal by which it crashed, or nil if it did not crash. If a shell ran the program, the shell's exit status
  /// tells it.
  public var crash: Int32? {
    if wasEnded { return nil }
    let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
    return crashes.first { $0 == signal || 128 + $0 == status }
  }
}

/// Coded as the number of nanoseconds since the Unix epoch.
extension Timestamp: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(nanoseconds: try decoder.singleValueContainer().decode(Int64.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}
