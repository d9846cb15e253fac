/// Triggers as words.
extension Trigger {
  private static let events: [(name: String, trigger: Trigger)] = [
    ("syn", .syn), ("request", .request), ("request-sent", .requestSent), ("response-started", .responseStarted),
    ("quic-initial", .quicInitial), ("quic-handshake", .quicHandshake), ("h3-request", .h3Request),
  ]

  private static let allowed =
    "syn, request, request-sent, response-started, quic-initial, quic-handshake, h3-request, a size and a direction such as '4 KB down', 'idle 1 s', "
    + "or a request such as 'http \"GET /search*\"'"

  /// Reads the words after `when`.
  package init(parsing text: String) throws(Quantity.Problem) {
    let words = text.lowercased().split(separator: " ")
    guard let first = words.first, let last = words.last else {
      throw Quantity.Problem(words: "there is nothing after 'when'; allowed: \(Self.allowed)")
    }
    if let event = Self.events.first(where: { $0.name == words.joined(separator: "-") }) {
      self = event.trigger
    } else if first == "http" {
      guard let pattern = RequestPattern(Self.dropFirstWord(text)) else {
        throw Quantity.Problem(words: "'http' does not say which request; write it as 'http \"GET /search*\"'")
      }
      self = .http(pattern)
    } else if first == "idle" {
      self = .idle(try Self.duration(Self.dropFirstWord(text)))
    } else if let direction = Self.direction(first) {
      self = .bytes(try Self.size(Self.dropFirstWord(text)), direction)
    } else if let direction = Self.direction(last) {
      self = .bytes(try Self.size(String(text.dropLast(last.count).trimmingBlanks())), direction)
    } else {
      let near = Nearest.to(words.joined(separator: "-"), among: Self.events.map(\.name))
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      throw Quantity.Problem(words: "'\(text.shortened)' cannot start a profile\(hint); allowed: \(Self.allowed)")
    }
  }

  /// Reads the words after `after`.
  package static func duration(_ text: String) throws(Quantity.Problem) -> LinkDuration {
    LinkDuration(nanoseconds: Int64(clamping: try quantity(text, .duration)))
  }

  private static func size(_ text: String) throws(Quantity.Problem) -> UInt64 {
    try quantity(text, .size)
  }

  private static func quantity(_ text: String, _ kind: QuantityKind) throws(Quantity.Problem) -> UInt64 {
    do {
      return try kind.value(of: text)
    } catch {
      throw Quantity.Problem(words: "'\(text.shortened)' \(error.words); write \(kind.words)")
    }
  }

  private static func direction(_ word: Substring) -> LinkDirection? {
    switch word {
    case "up", "uplink": .uplink
    case "down", "downlink": .downlink
    default: nil
    }
  }

  private static func dropFirstWord(_ text: String) -> String {
    String(text.trimmedBlanks.drop { $0 != " " }.trimmingBlanks().filter { $0 != "\"" })
  }
}

extension String {
  fileprivate var trimmedBlanks: Substring { self[...].trimmingBlanks() }
}

extension Trigger: CustomStringConvertible {
  /// The trigger in the words that `TimelineClause` reads.
  public var description: String {
    switch self {
    case .after(let time): "after \(QuantityText.text(of: time))"
    case .syn: "when syn"
    case .request: "when request"
    case .requestSent: "when request-sent"
    case .http(let pattern): "when http \"\(pattern.text)\""
    case .responseStarted: "when response-started"
    case .quicInitial: "when quic-initial"
    case .quicHandshake: "when quic-handshake"
    case .h3Request: "when h3-request"
    case .bytes(let count, let direction): "when \(QuantityText.size(count)) \(direction == .uplink ? "up" : "down")"
    case .idle(let time): "when idle \(QuantityText.text(of: time))"
    }
  }
}
