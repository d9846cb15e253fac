import Streams

internal import Dissection
internal import QUIC
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
    case .tokenRefresh: !tokenRequests.isEmpty
    case .resumableUploads: evidence.requests.contains { $0.fields["upload-complete"] != nil }
    case .idempotencyKeys: evidence.requests.contains { $0.idempotencyKey != nil }
    case .hedging: !hedges.isEmpty
    case .gzip: evidence.requests.contains { $0.accepts("gzip") }
    case .brotli: evidence.requests.contains { $0.accepts("br") }
    case .zstd: evidence.requests.contains { $0.accepts("zstd") }
    case .ranges: evidence.requests.contains { $0.fields["range"] != nil }
    case .credentials: evidence.requests.contains { $0.fields["authorization"] != nil }
    case .cookies: evidence.requests.contains { $0.fields["cookie"] != nil }
    case .cache: usesCache
    case .httpsRecords: evidence.nameQueries.contains { $0.question.hasSuffix(" HTTPS") }
    case .proxy: asksProxy
    case .http3: !evidence.quicConnections.isEmpty
    case .earlyData: evidence.quicConnections.contains { $0.earlyData != nil }
    case .http2: evidence.requests.contains { $0.http2Stream != nil }
    case .webSocket: evidence.requests.contains(where: \.dialogue.wantsWebSocket)
    case .eventStream: evidence.requests.contains(where: \.dialogue.wantsEvents)
    case .grpc: evidence.requests.contains(where: \.dialogue.isCall)
    }
  }

  /// Whether what the client did tells if it uses something.
  func isTold(_ use: Use) -> Bool {
    evidence.requests.contains { $0.status != nil || use.isSaidInRequests && $0.url != nil }
  }

  /// Whether the client refused its task at once, as a program does that does not know the scheme of a URL.
  var hasRefused: Bool { !hasBegun && outcome.status != 0 && outcome.crash == nil && !outcome.wasEnded }

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
