internal import FarSide

/// The contradictions in a scenario, because of which no client could pass it, or the situation could never arise.
struct ScenarioContradictions {
  let scenario: Scenario

  /// The contradictions: the key at which to report each, and a message.
  var all: [(key: String, words: String)] {
    demands + triggers + cancels + uploads
  }

  private var musts: [Demand] {
    scenario.expectations.filter { $0.requirement == .must }.map(\.demand)
  }

  private var demands: [(key: String, words: String)] {
    guard musts.contains(.fail), musts.contains(.succeed) else { return [] }
    return [("expect", "a client cannot both 'fail' and 'succeed'")]
  }

  private var triggers: [(key: String, words: String)] {
    let name = scenario.trigger.rawValue
    let isSecure = scenario.requests.contains { $0.url.hasPrefix("https://") }
    let isPlain = scenario.requests.contains { $0.url.hasPrefix("http://") }
    if scenario.trigger == .helloSent, !isSecure {
      return [("shows", "'\(name)' never happens without an https:// URL")]
    }
    let needsConnection = [Trigger.connected, .requestSent, .responseStarted].contains(scenario.trigger)
    guard needsConnection else { return [] }
    if musts.contains(.openNothing) {
      return [("shows", "'\(name)' needs a connection, but the client must 'open no connection'")]
    }
    let accepts = { (script: ServerScript?) in (script?.listening ?? .accept) == .accept }
    let canConnect =
      (isPlain && accepts(scenario.farSide.http)) || (isSecure && accepts(scenario.farSide.https.script))
    return canConnect ? [] : [("shows", "'\(name)' never happens if no connection is accepted")]
  }

  private var cancels: [(key: String, words: String)] {
    guard let cancel = scenario.cancel else {
      return scenario.expectations.map(\.demand).filter(\.isAboutCancel).map {
        ("expect", "'\($0.words)', but there is no 'cancel:' with a time")
      }
    }
    guard let deadline = scenario.deadline, cancel.after >= Int64(deadline) * 1_000_000_000 else { return [] }
    return [("cancel", "must be before the deadline, which is \(deadline) s")]
  }

  private var uploads: [(key: String, words: String)] {
    guard !scenario.requests.contains(where: { $0.bodyBytes != nil }) else { return [] }
    return scenario.expectations.map(\.demand).filter(\.isAboutUpload).map {
      ("expect", "'\($0.words)', but 'ask' has no body to send")
    }
  }
}

extension Demand {
  fileprivate var isAboutCancel: Bool {
    switch self {
    case .endAfterCancel, .startNothingAfterCancel, .closeAfterCancel: true
    default: false
    }
  }

  fileprivate var isAboutUpload: Bool {
    switch self {
    case .sendWholeBody, .sendBody, .stopSending: true
    default: false
    }
  }
}
