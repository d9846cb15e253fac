/// One phase as a line of words: `Black Hole when response-started`, `Edge after 2 s for 500 ms`.
public struct TimelineClause: Hashable, Sendable {
  /// Why a line is not a clause, and where the error is.
  public struct Problem: Error, Hashable, Sendable {
    /// What was found and what is allowed, on one line.
    public let message: String
    /// The column at which it was found, in characters from 1.
    public let column: Int
  }

  /// The profile, by the name that was written; empty for an event.
  public var profileName: String
  /// What starts it; nil if it starts when the previous phase ends.
  public var trigger: Trigger?
  /// What happens to the link itself, or nil.
  public var event: LinkEvent?
  /// The direction whose conditions change, or nil for both.
  public var direction: LinkDirection?
  /// What happens to the packets that wait for their turn, or nil for what the engine usually does.
  public var queued: QueuedTreatment?
  /// How long it lasts, or nil if only the next phase ends it. The previous profile comes back afterwards.
  public var duration: LinkDuration?
  /// Whether the timeline starts again after it.
  public var repetition: Timeline.Repetition?

  /// A clause as `--then` has it.
  public init(
    profileName: String, trigger: Trigger?, event: LinkEvent? = nil, direction: LinkDirection? = nil,
    queued: QueuedTreatment? = nil, duration: LinkDuration? = nil, repetition: Timeline.Repetition? = nil
  ) {
    self.profileName = profileName
    self.trigger = trigger
    self.event = event
    self.direction = direction
    self.queued = queued
    self.duration = duration
    self.repetition = repetition
  }

  /// Reads a line: a profile's name or an event; optionally a direction; optionally `queued` and a treatment; `after` and a time, or `when` and an event on
  /// the wire; optionally `for` and a time; optionally `repeat`.
  public init(parsing line: String) throws(Problem) {
    let words = ClauseWords(line)
    guard let keyword = words.all.lastIndex(where: { $0.isKeyword("after", "when") }) else {
      let allowed = "write it as 'PROFILE after 2 s' or 'PROFILE when response-started'"
      throw Problem(message: "'\(line.shortened)' does not say what starts the profile; \(allowed)", column: 1)
    }
    guard keyword > 0 else {
      throw Problem(message: "there is no profile before '\(words.all[0].text)'", column: words.all[0].column)
    }
    self.init(profileName: "", trigger: nil)
    try readSubject(words.all[..<keyword])
    let tail = words.all[(keyword + 1)...]
    let lasting = tail.firstIndex { $0.isKeyword("for") }
    let repeating = tail.firstIndex { $0.isKeyword("repeat") }
    let end = min(lasting ?? tail.endIndex, repeating ?? tail.endIndex)
    do throws(Quantity.Problem) {
      let text = ClauseWords.text(tail[..<end])
      trigger = words.all[keyword].isKeyword("after") ? .after(try Trigger.duration(text)) : try Trigger(parsing: text)
    } catch {
      throw Problem(message: error.words, column: words.column(keyword + 1))
    }
    if let lasting {
      guard lasting < repeating ?? .max else {
        throw Problem(message: "'repeat' comes last", column: words.column(repeating ?? lasting))
      }
      try readDuration(tail[(lasting + 1)..<(repeating ?? tail.endIndex)], at: words.column(lasting + 1))
    }
    if let repeating {
      do throws(Quantity.Problem) {
        repetition = try Self.repetition(ClauseWords.text(tail[(repeating + 1)...]))
      } catch {
        throw Problem(message: error.words, column: words.column(repeating + 1))
      }
    }
  }

  /// Reads what follows `repeat`: nothing, `forever`, or `3 times`.
  static func repetition(_ text: String) throws(Quantity.Problem) -> Timeline.Repetition {
    let words = text.lowercased().split(separator: " ")
    if words.isEmpty || words == ["forever"] { return .forever }
    if let count = words.first.flatMap({ UInt32($0) }), count > 0, words.count == 1 || words.dropFirst() == ["times"] {
      return .times(count)
    }
    throw Quantity.Problem(
      words: "'\(text.shortened)' is not a number of repetitions; write 'repeat', 'repeat forever' or 'repeat 3 times'")
  }

  /// Reads the name of an event; nil if it is not one.
  static func event(_ text: String) -> LinkEvent? {
    switch text.lowercased().split(separator: " ").joined(separator: "-") {
    case "rebind": .rebind
    case "link-down": .carrier(isUp: false)
    case "link-up": .carrier(isUp: true)
    default: nil
    }
  }

  private mutating func readSubject(_ subject: ArraySlice<ClauseWords.Word>) throws(Problem) {
    var words = subject
    if let place = words.lastIndex(where: { $0.isKeyword("queued") }), place > words.startIndex {
      let text = ClauseWords.text(words[(place + 1)...])
      guard let treatment = QueuedTreatment(rawValue: text) else {
        throw Problem(
          message: "'queued \(text.shortened)': write 'queued keep', 'queued rerate' or 'queued drop'",
          column: words[place].column)
      }
      queued = treatment
      words = words[..<place]
    }
    event = Self.event(ClauseWords.text(words))
    if event != nil, queued != nil {
      throw Problem(message: "an event does not switch conditions; remove 'queued'", column: words[0].column)
    }
    guard event == nil else { return }
    if words.count > 1, let last = words.last, !last.isQuoted, let way = SelectorText.direction(last.text) {
      direction = way
      words = words.dropLast()
    }
    profileName = ClauseWords.text(words)
  }

  private mutating func readDuration(_ words: ArraySlice<ClauseWords.Word>, at column: Int) throws(Problem) {
    if event == .rebind { throw Problem(message: "a rebind has no duration; remove 'for'", column: column) }
    do throws(Quantity.Problem) {
      duration = try Trigger.duration(ClauseWords.text(words))
    } catch {
      throw Problem(message: error.words, column: column)
    }
  }
}
