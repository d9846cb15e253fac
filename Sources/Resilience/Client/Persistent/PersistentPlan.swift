internal import FoundationEssentials

/// The instructions for the host of a program that lives on. The runner writes them, and the host reads them on the link.
public struct PersistentPlan: Sendable, Codable {
  public var words: [String]
  /// Variables that are set for the program.
  public var environment: [String: String]
  public var handover: Handover
  /// How the program says that it is ready after each start.
  public var sign: ReadySign
  /// The file by which it says so.
  public var said: String
  /// How long it may take until it is ready, in nanoseconds.
  public var startUp: Int64
  /// The file in which the next task appears.
  public var next: String
  /// A file that appears when there are no more tasks.
  public var end: String

  public init(readingFrom path: String) throws {
    self = try JSONDecoder().decode(PersistentPlan.self, from: Data(contentsOf: URL(filePath: path)))
  }

  init(
    words: [String], environment: [String: String], handover: Handover, sign: ReadySign, said: String, startUp: Int64,
    next: String, end: String
  ) {
    self.words = words
    self.environment = environment
    self.handover = handover
    self.sign = sign
    self.said = said
    self.startUp = startUp
    self.next = next
    self.end = end
  }
}

/// A scenario for a program that lives on. The runner writes it, and the program's host reads it on the link.
struct PersistentTask: Sendable, Codable {
  /// Tells the task from all others of the program; its answer repeats it.
  var number: Int
  /// What the program is told: a JSON object, in one line.
  var text: String
  /// Nil if the program is not told to cancel.
  var cancel: CancelOrder?
  /// How long it may take to answer, and to answer after a cancel, in nanoseconds.
  var patience: Int64
  var cancelPatience: Int64
  /// How long it is watched afterwards if it failed or was told to cancel, in nanoseconds from when it was asked or told.
  var lingering: Int64
  /// The file for the outcome.
  var outcome: String
  /// Files that are created when the program is asked, when it is loaded, and when the outcome is written.
  var asked: String
  var begun: String
  var done: String

  init(readingFrom path: String) throws {
    self = try JSONDecoder().decode(PersistentTask.self, from: Data(contentsOf: URL(filePath: path)))
  }

  init(
    number: Int, text: String, cancel: CancelOrder?, patience: Int64, cancelPatience: Int64, lingering: Int64,
    files: RunFiles
  ) {
    self.number = number
    self.text = text
    self.cancel = cancel
    self.patience = patience
    self.cancelPatience = cancelPatience
    self.lingering = lingering
    outcome = files.outcome
    asked = files.ready
    begun = files.begun
    done = files.done
  }
}

/// What the holder of a link is told for each scenario, as a line of JSON on its standard input.
public struct PersistentOrder: Sendable, Codable {
  /// The words of `headwind run` that define the scenario's link.
  public var options: [String]
  /// The file of the task.
  public var task: String
  /// Where the task is to be put for the program's host.
  public var next: String
  /// The timeline begins when this file appears.
  public var beginning: String
  /// How long the timeline waits for that, in seconds.
  public var startUp: Int
  /// The file that appears when the outcome is written.
  public var done: String
  /// How late one packet in a hundred may leave the link, in milliseconds.
  public var lateness: Int64

  public init(line: String) throws {
    self = try JSONDecoder().decode(PersistentOrder.self, from: Data(line.utf8))
  }

  init(
    options: [String], task: String, next: String, beginning: String, startUp: Int, done: String, lateness: Int64
  ) {
    self.options = options
    self.task = task
    self.next = next
    self.beginning = beginning
    self.startUp = startUp
    self.done = done
    self.lateness = lateness
  }
}

/// What the holder of a link answers after each scenario, as a line of JSON on its standard output.
public struct PersistentReply: Sendable, Codable {
  /// What the link did otherwise than its profile says; nil if nothing.
  public var shortfall: String?
  /// Why the scenario could not be run, or why its capture is incomplete; nil if all went well.
  public var trouble: String?

  public init(shortfall: String? = nil, trouble: String? = nil) {
    self.shortfall = shortfall
    self.trouble = trouble
  }

  init(line: String) throws {
    self = try JSONDecoder().decode(PersistentReply.self, from: Data(line.utf8))
  }

  public var line: String {
    // Strings can always be encoded as JSON.
    (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
