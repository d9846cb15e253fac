import Streams

internal import Dissection
internal import Wire

/// Whether the scenario took place for the client.
extension Facts {
  /// Whether the client used the network at all.
  var hasBegun: Bool {
    outcome.begun != nil || evidence.begun != nil
  }

  /// Why no verdict would mean anything; nil if everything that the scenario is about happened.
  var missingPremise: String? {
    if let missing = scenario.premises.first(where: { !shows($0) }) {
      return "never seen: \(missing.words); the client \(outcome.endWords)"
    }
    let hasFailed = outcome.status != 0 && outcome.crash == nil && !outcome.wasEnded
    if scenario.cancel != nil, outcome.cancel == nil, hasFailed {
      return "the client \(outcome.endWords) before it was told to cancel"
    }
    return nil
  }

  private func shows(_ premise: Trigger) -> Bool {
    switch premise {
    case .networkTried: hasBegun
    case .linkDownTried: hasTriedInVain
    case .everyRequestSent:
      Set(evidence.requests.map(\.target) + strays.map(\.target)).count >= Set(scenario.requests.map(\.url)).count
    case .everyRequestDue: hasLivedLongEnough
    default: evidence.shows(premise)
    }
  }

  /// The requests that the client was asked to make and sent within the body of another one.
  var strays: [StrayRequest] {
    evidence.requests.flatMap(\.strays).filter { stray in scenario.requests.contains { stray.isSame(as: $0) } }
  }

  /// Whether the client used the network while its link was down: the kernel counted it, and no packet left at once.
  var hasTriedInVain: Bool {
    guard let tried = outcome.begun else { return false }
    return evidence.begun.map { $0 - tried > Self.carrierPause } ?? true
  }

  /// Longer than a packet takes to leave an interface that is up, in nanoseconds.
  private static let carrierPause: Int64 = 500_000_000

  /// Whether the client lived until its last request was due. One that ends with its first failure says nothing about later ones.
  private var hasLivedLongEnough: Bool {
    guard let begun = outcome.begun ?? evidence.begun else { return false }
    return outcome.ended - begun >= scenario.requests.reduce(0) { $0 + $1.after }
  }

  func uses(_ use: Use) -> Bool {
    switch use {
    case .keptConnections: keepsConnections
    case .retries:
      Dictionary(grouping: evidence.requests) { "\($0.method) \($0.target)" }.values.contains { $0.count > 1 }
    case .redirects: evidence.requests.count > 1
    case .ipv6: evidence.connections.contains(where: \.isIPv6)
    case .expectContinue: evidence.requests.contains(where: \.expectsContinue)
    case .gzip: evidence.requests.contains(where: \.acceptsGzip)
    }
  }

  /// Whether the client left a connection open after a response until the server closed it or the next request was sent.
  private var keepsConnections: Bool {
    evidence.requests.enumerated().contains { index, request in
      guard request.status != nil, let connection = evidence.connection(of: request) else { return false }
      guard let closed = connection.closedByClient else { return true }
      let next = evidence.requests.dropFirst(index + 1).first?.packet
      return [next, connection.closedByServer].compactMap { $0 }.contains { $0.number < closed.number }
    }
  }
}
