internal import FarSide

/// The place of a step on a connection, and the steps that are allowed there.
enum StepPlace: CaseIterable {
  case inTheClear
  case withinTLS
  case inProxy
  case withinHTTP2
  case withinHTTP3
  case beforeTLS

  /// The place as a phrase that follows "only".
  var words: String {
    switch self {
    case .inTheClear: "without TLS"
    case .withinTLS: "inside TLS"
    case .inProxy: "in 'proxy'"
    case .withinHTTP2: "in 'http2'"
    case .withinHTTP3: "in 'http3'"
    case .beforeTLS: "in an opening, before TLS"
    }
  }

  /// The steps without a value.
  var plain: [String: ServerStep] {
    switch self {
    case .inTheClear: Self.steps(Self.endings, Self.reading, StreamStepReader.plain, WebSocketStepReader.plain)
    case .withinTLS: StepPlace.inTheClear.plain.merging(["cut": .cut]) { first, _ in first }
    case .inProxy: StepPlace.inTheClear.plain.merging(["tunnel": .tunnel]) { first, _ in first }
    case .withinHTTP2:
      Self.steps(
        Self.endings, Self.reading, StreamStepReader.plain,
        ["cut": .cut, "continue": .http2(.interim(status: 100)), "ping": .http2(.ping)])
    case .withinHTTP3:
      Self.steps(
        Self.endings, Self.reading, StreamStepReader.plain, ["cut": .cut, "continue": .http3(.interim(status: 100))])
    case .beforeTLS: Self.endings.merging(["read-hello": .readHello]) { first, _ in first }
    }
  }

  /// The steps with a value.
  var keys: [String] {
    switch self {
    case .inTheClear, .withinTLS, .inProxy: Self.common + WebSocketStepReader.keys
    case .withinHTTP2: Self.common + HTTP2StepReader.keys + GRPCStepReader.keys
    case .withinHTTP3: Self.common + HTTP3StepReader.keys
    case .beforeTLS: ["send", "wait", "alert"]
    }
  }

  private static let common = ["read-body", "send", "respond", "wait"] + StreamStepReader.keys

  /// All steps of several lists; the last one that has a word decides what it means.
  private static func steps(_ lists: [String: ServerStep]...) -> [String: ServerStep] {
    lists.reduce(into: [:]) { all, list in all.merge(list) { $1 } }
  }

  private static let endings: [String: ServerStep] = [
    "stall": .stall, "half-close": .halfClose, "close": .close, "reset": .reset,
  ]
  private static let reading: [String: ServerStep] = [
    "read-head": .readHead, "read-request": .readRequest, "stop-reading": .stopReading,
    "continue": .send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)),
  ]
}
