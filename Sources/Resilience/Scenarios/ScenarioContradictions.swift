internal import FarSide

/// The contradictions in a scenario, because of which no client could pass it, or the situation could never arise.
struct ScenarioContradictions {
  let scenario: Scenario

  /// The contradictions: the key at which to report each, and a message.
  var all: [(key: String, words: String)] {
    demands + scenario.premises.flatMap(contradictions) + cancels + uploads + ports + names + uses + bodies
      + proxies + grants
  }

  private var musts: [Demand] {
    scenario.expectations.filter { $0.requirement == .must }.map(\.demand)
  }

  private var demands: [(key: String, words: String)] {
    guard musts.contains(.fail), musts.contains(.succeed) else { return [] }
    return [("expect", "a client cannot both 'fail' and 'succeed'")]
  }

  private func contradictions(of premise: Trigger) -> [(key: String, words: String)] {
    let name = premise.rawValue
    let isSecure = scenario.requests.contains(where: \.isSecure)
    let isPlain = scenario.requests.contains { !$0.isSecure }
    if premise == .helloSent, !isSecure {
      return [("shows", "'\(name)' never happens without an https:// URL")]
    }
    switch premise {
    case .toldUnreachable where !scenario.needsUnreachable:
      return [("shows", "'\(name)' never happens without an address that is unreachable: {unreachable}")]
    case .goawayReceived, .streamReset, .streamsTogether:
      if scenario.farSide.http?.http2 == nil, scenario.farSide.https.script?.http2 == nil,
        scenario.farSide.https.http3 == nil
      {
        return [("shows", "'\(name)' never happens without 'http2' or 'http3'")]
      }
    case .quicTried, .quicConnected, .quicRetried, .quicVersionRefused, .quicForgotten, .earlyDataRefused:
      guard scenario.farSide.https.http3 != nil else {
        return [("shows", "'\(name)' never happens without 'http3'")]
      }
    case .connectionReused where scenario.requests.count < 2:
      return [("shows", "'\(name)' needs at least two requests in 'ask'")]
    case .packetLost where scenario.profile == nil && scenario.timeline.isEmpty:
      return [("shows", "'\(name)' never happens on a clean link; write a profile, or 'then'")]
    case .linkDownTried where !scenario.timeline.contains(where: { $0.hasPrefix("link-down") }):
      return [("shows", "'\(name)' never happens without 'then: link-down ...'")]
    case .nameAsked where scenario.requests.allSatisfy({ Self.isAddress(Self.host(of: $0.url)) }):
      return [("shows", "'\(name)' never happens, because no URL in 'ask' has a name")]
    default: break
    }
    let needsConnection = [Trigger.connected, .requestSent, .responseStarted, .everyRequestSent].contains(premise)
    guard needsConnection else { return [] }
    if musts.contains(.openNothing) {
      return [("shows", "'\(name)' needs a connection, but the client must 'open no connection'")]
    }
    if scenario.requests.allSatisfy({ isNeverResolved(Self.host(of: $0.url)) }), !scenario.requests.isEmpty {
      return [("shows", "'\(name)' needs a connection, but no name in 'ask' ever has an address")]
    }
    let accepts = { (script: ServerScript?) in (script?.listening ?? .accept) == .accept }
    let canConnect =
      (isPlain && accepts(scenario.farSide.http)) || (isSecure && accepts(scenario.farSide.https.script))
    return canConnect ? [] : [("shows", "'\(name)' never happens if no connection is accepted")]
  }

  /// The host and the port of a URL.
  private static func authority(of url: String) -> Substring {
    let rest = url.drop { $0 != ":" }.dropFirst(3).prefix { !"/?#".contains($0) }
    return rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
  }

  /// The host of a URL, in lower-case letters and without brackets.
  private static func host(of url: String) -> String {
    let rest = authority(of: url)
    if rest.hasPrefix("[") { return String(rest.dropFirst().prefix { $0 != "]" }).lowercased() }
    return String(rest.prefix { $0 != ":" }).lowercased()
  }

  private static func port(of url: String) -> String? {
    let rest = authority(of: url)
    let tail = rest.hasPrefix("[") ? rest.drop { $0 != "]" }.dropFirst() : rest.drop { $0 != ":" }
    return tail.hasPrefix(":") ? String(tail.dropFirst()) : nil
  }

  private static func isAddress(_ host: String) -> Bool {
    ScenarioAddress(host, .ipv4)?.bytes != nil || ScenarioAddress(host, .ipv6)?.bytes != nil
  }

  /// Whether the scenario's name server never has an address for a name.
  private func isNeverResolved(_ host: String) -> Bool {
    guard !Self.isAddress(host) else { return false }
    let rule = scenario.farSide.dns.rule(for: host.split(separator: ".").map { String($0) })
    return [.noSuchName, .serverFailure, .silence, .mismatched].contains(rule.answering)
  }

  /// The far side serves one port for each scheme.
  private var ports: [(key: String, words: String)] {
    scenario.requests.compactMap { request in
      let served = request.isSecure ? "443" : "80"
      guard let port = Self.port(of: request.url), port != served else { return nil }
      return (
        "ask", "nobody serves port \(port); write no port for \(served), or 'listen: refuse' for a port that is closed"
      )
    }
  }

  /// A client cannot succeed with names that lead nowhere.
  private var names: [(key: String, words: String)] {
    let lost = scenario.requests.first { isNeverResolved(Self.host(of: $0.url)) }
    guard musts.contains(.succeed), let request = lost else { return [] }
    return [("expect", "a client cannot 'succeed', because \(Self.host(of: request.url)) never has an address")]
  }

  private var hasBody: Bool { scenario.requests.contains { $0.bodyBytes != nil } }

  private var uses: [(key: String, words: String)] {
    switch scenario.use {
    case .keptConnections where scenario.requests.count < 2:
      [("uses", "'kept-connections' needs at least two requests in 'ask'")]
    case .expectContinue where !hasBody, .resumableUploads where !hasBody:
      [("uses", "'\(scenario.use?.rawValue ?? "")' needs a body to send in 'ask'")]
    case .tokenRefresh where scenario.grant == nil:
      [("uses", "'token-refresh' needs 'auth', a token that the client begins with")]
    case .ipv6 where scenario.requests.allSatisfy { ScenarioAddress(Self.host(of: $0.url), .ipv4)?.bytes != nil }:
      [("uses", "'ipv6' never happens, because each URL in 'ask' has an IPv4 address")]
    default: []
    }
  }

  private var grants: [(key: String, words: String)] {
    guard scenario.grant == nil else { return [] }
    return scenario.expectations.map(\.demand).compactMap { demand in
      guard case .refreshAtMost = demand else { return nil }
      return ("expect", "'\(demand.words)', but there is no 'auth:' with a token")
    }
  }

  /// All requests with a body share one file.
  private var bodies: [(key: String, words: String)] {
    let contents = scenario.requests.filter { $0.bodyBytes != nil }.map(\.content)
    guard contents.contains(where: { $0 != nil }), Set(contents).count > 1 else { return [] }
    return [("ask", "all requests with a body must have the same one")]
  }

  private var proxies: [(key: String, words: String)] {
    guard scenario.farSide.proxy == nil else { return [] }
    let uses = scenario.use == .proxy ? [("uses", "'proxy' needs a 'proxy:' that says what the proxy does")] : []
    return uses
      + scenario.expectations.map(\.demand).filter(\.isAboutProxy).map {
        ("expect", "'\($0.words)', but there is no 'proxy:'")
      }
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
    guard !hasBody else { return [] }
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

  fileprivate var isAboutProxy: Bool {
    switch self {
    case .connectOnlyToProxy, .avoidProxy, .queryOnlyProxy, .sendOnlyToProxy: true
    default: false
    }
  }

  fileprivate var isAboutUpload: Bool {
    switch self {
    case .sendWholeBody, .sendBody, .stopSending, .sendOfBodyAtMost, .dropExpectation, .resumeFromOffset: true
    case .sendBodyNowhereElse: true
    default: false
    }
  }
}
