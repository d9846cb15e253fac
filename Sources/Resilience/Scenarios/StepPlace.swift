internal import FarSide

/// Where on a connection a step is taken, and which steps there are in that place.
enum StepPlace: CaseIterable {
  case inTheClear
  case withinTLS
  case beforeTLS

  /// In words that follow "only".
  var words: String {
    switch self {
    case .inTheClear: "without TLS"
    case .withinTLS: "inside TLS"
    case .beforeTLS: "in an opening, before TLS"
    }
  }

  /// The steps that are one word.
  var plain: [String: ServerStep] {
    switch self {
    case .inTheClear: Self.endings.merging(Self.reading) { first, _ in first }
    case .withinTLS: StepPlace.inTheClear.plain.merging(["cut": .cut]) { first, _ in first }
    case .beforeTLS: Self.endings.merging(["read-hello": .readHello]) { first, _ in first }
    }
  }

  /// The steps that have a value.
  var keys: [String] {
    self == .beforeTLS ? ["send", "wait", "alert"] : ["read-body", "send", "respond", "wait"]
  }

  private static let endings: [String: ServerStep] = [
    "stall": .stall, "half-close": .halfClose, "close": .close, "reset": .reset,
  ]
  private static let reading: [String: ServerStep] = [
    "read-head": .readHead, "read-request": .readRequest, "stop-reading": .stopReading,
    "continue": .send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)),
  ]
}
