public import LinkConditions

/// A request about a link's packets. docs/control.md describes the protocol.
public enum ObservationRequest: Sendable {
  /// The moment from which packets count.
  public enum Start: Sendable {
    /// The moment when the observation of the link began.
    case beginning
    /// The mark with this number, or the latest mark with this text.
    case mark(String)
  }

  /// What a `wait` request waits for.
  public enum Event: Sendable {
    /// All connections are closed.
    case closed
    /// Something is seen on the wire.
    case trigger(Trigger)
  }

  /// Which end of the link a capture shows.
  public enum Side: String, CaseIterable, Sendable {
    /// Whose FIN or RST.
    case client, server, both
  }

  /// `mark`: names a moment.
  case mark(String)
  /// `connections`.
  case connections(since: Start)
  /// `exchanges`.
  case exchanges(since: Start)
  /// `traffic`.
  case traffic(since: Start)
  /// `timeline`.
  case timeline(since: Start)
  /// Writes a pcapng file to a path. If the path is empty, the answer carries a descriptor of the file instead.
  case capture(path: String, side: Side, since: Start)
  /// `wait`: until something has happened.
  case wait(Event, since: Start?, within: LinkDuration)
  /// The secrets of TLS connections, from a byte of their list on; nil for their end.
  case keys(from: Int?)

  /// Whether the answer depends on the link's packets, so that they must be observed.
  package var needsPackets: Bool {
    if case .keys = self { false } else { true }
  }

  /// The first words of all requests.
  static let words = ["mark", "connections", "exchanges", "traffic", "timeline", "capture", "wait", "keys"]

  /// Parses a request. Returns nil if its first word is not one of `words`.
  package init?(_ word: String, _ argument: String) throws {
    if word == "mark" {
      self = .mark(argument)
      return
    }
    if word == "keys" {
      self = .keys(from: try Self.place(argument, of: word))
      return
    }
    guard Self.words.contains(word) else { return nil }
    var tail = RequestTail(argument)
    let start = tail.since.map { Start.mark($0) }
    guard word == "wait" else {
      guard tail.within == nil else { throw LinkError("'\(word)' takes no 'within'") }
      guard word == "capture" || tail.text.isEmpty else {
        throw LinkError("'\(word)' takes 'since MARK' or nothing, not '\(tail.text.prefix(64))'")
      }
      switch word {
      case "connections": self = .connections(since: start ?? .beginning)
      case "exchanges": self = .exchanges(since: start ?? .beginning)
      case "traffic": self = .traffic(since: start ?? .beginning)
      case "timeline": self = .timeline(since: start ?? .beginning)
      default:
        let side = Side.allCases.first { tail.takeWord($0.rawValue) } ?? .client
        self = .capture(path: try Self.path(tail.text), side: side, since: start ?? .beginning)
      }
      return
    }
    _ = tail.takeWord("when")
    let event: Event
    do throws(Quantity.Problem) {
      event = tail.text == "closed" ? .closed : .trigger(try Trigger(parsing: tail.text))
    } catch {
      throw LinkError(error.words + "; or 'closed'")
    }
    self = .wait(event, since: start, within: try tail.patience())
  }

  static func place(_ argument: String, of word: String) throws -> Int? {
    let words = argument.split(separator: " ")
    if words.isEmpty { return nil }
    guard words.count == 2, words[0] == "from", let place = Int(words[1]), place >= 0 else {
      throw LinkError("'\(word)' takes 'from NUMBER' or nothing, not '\(argument.prefix(64))'")
    }
    return place
  }

  /// Relative paths are refused, because the link's process may have another working directory than the client.
  private static func path(_ text: String) throws -> String {
    guard text.isEmpty || text.hasPrefix("/") else {
      throw LinkError(
        "'\(text.prefix(64))' is not an absolute path, optionally preceded by 'client', 'server' or 'both'",
        remedy: "begin the path with '/', or omit it to get a descriptor")
    }
    return text
  }
}
