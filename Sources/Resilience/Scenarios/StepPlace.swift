internal import FarSide

/// The place of a step on a connection, and the steps that are allowed there.
enum StepPlace: CaseIterable {
  case inTheClear
  case withinTLS
  case beforeTLS

  /// The place as a phrase that follows "only".
  var words: String {
    switch self {
    case .inTheClear: "without TLS"
    case .withinTLS: "inside TLS"
    case .beforeTLS: "in an opening, before TLS"
    }
  }

  /// The steps without a value.
  var plain: [String: ServerStep] {
    switch self {
    case .inTheClear: Self.endings.merging(Self.reading) { first, _ in first }
    case .withinTLS: StepPlace.inTheClear.plain.merging(["cut": .cut]) { first, _ in first }
    case .beforeTLS: Self.endings.merging(["read-hello": .readHello]) { first, _ in first }
    }
  }

  /// The steps with a value.
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
