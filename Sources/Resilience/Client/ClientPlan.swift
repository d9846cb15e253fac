internal import FoundationEssentials

/// The instructions for the host of a client. The runner writes them, and the host reads them on the link.
public struct ClientPlan: Sendable, Codable {
  public var words: [String]
  /// Variables that are set for the client.
  public var environment: [String: String]
  /// Nil if the client is not told to cancel.
  public var cancel: CancelOrder?
  /// The names of processes beside the client that are not its own.
  public var helpers: [String] = []
  /// How the client says that it is ready, from which its time counts.
  public var sign = ReadySign.packet
  /// The file by which it says so, if the sign is a file or a request on the control socket.
  public var said = ""
  /// A file that is created when it has said so.
  public var ready = ""
  /// How long it may take until it is ready, in nanoseconds. It is ended if it is not ready by then.
  public var startUp: Int64
  /// How long it may run after it was ready, before it is ended, in nanoseconds.
  public var patience: Int64
  /// How long it may run after it was told to cancel, before it is ended, in nanoseconds.
  public var cancelPatience: Int64
  /// How long processes that it left running are watched before they are ended, in nanoseconds. The time is counted
  /// from the cancel, or from the client's first use of the network.
  public var lingering: Int64
  /// The file for the outcome.
  public var outcome: String
  /// A file that is created when the client begins to use the network.
  public var begun: String

  public init(
    words: [String], environment: [String: String], cancel: CancelOrder?, startUp: Int64, patience: Int64,
    cancelPatience: Int64, lingering: Int64, outcome: String, begun: String
  ) {
    self.words = words
    self.environment = environment
    self.cancel = cancel
    self.startUp = startUp
    self.patience = patience
    self.cancelPatience = cancelPatience
    self.lingering = lingering
    self.outcome = outcome
    self.begun = begun
  }

  public init(readingFrom path: String) throws {
    self = try JSONDecoder().decode(ClientPlan.self, from: Data(contentsOf: URL(filePath: path)))
  }
}

extension ClientOutcome {
  init(readingFrom path: String) throws {
    self = try JSONDecoder().decode(ClientOutcome.self, from: Data(contentsOf: URL(filePath: path)))
  }

  /// - Throws: `RunnerError` with the system's error.
  func write(to path: String) throws {
    try NewFile.write(Array(try JSONEncoder().encode(self)), to: path)
  }
}
