import QUIC
import Streams
import Wire

/// An attempt of a client to reach a server by QUIC.
struct HTTP3Attempt: Hashable, Sendable {
  /// The client and the server.
  var client: IPAddress
  var server: Endpoint
  /// The name that the client asks for, where it is known.
  var name: String?
  /// When it began, in nanoseconds.
  var began: Int64
  /// What became of it so far; nil if the handshake was completed.
  var reason: UnusedHTTP3.Reason?

  init(
    client: IPAddress, server: Endpoint, name: String? = nil, began: Int64, reason: UnusedHTTP3.Reason?
  ) {
    (self.client, self.server, self.name, self.began, self.reason) = (client, server, name?.lowercased(), began, reason)
  }

  /// What a connection is so far.
  init(_ facts: QUICFacts) {
    self.init(
      client: facts.path.client.address, server: facts.path.server, name: facts.serverName,
      began: facts.began.timestamp.nanoseconds, reason: Self.reason(facts))
  }

  private static func reason(_ facts: QUICFacts) -> UnusedHTTP3.Reason? {
    if !facts.negotiatedVersions.isEmpty, !facts.negotiatedVersions.contains(facts.firstVersion),
      facts.completed == nil
    {
      return .version
    }
    if let close = facts.close, facts.firstResponse == nil {
      switch close {
      case .transport(.noError, _, _), .application: break
      case .transport(let code, _, _): return .closed("\(code)")
      case .statelessReset: return .closed("stateless reset")
      }
    }
    if facts.server.packets == 0 { return .unanswered(packets: facts.client.packets) }
    // Without the secrets, the client's 1-RTT packets cannot be told from others; an answered connection counts as completed then.
    return facts.completed == nil && facts.unreadable == nil ? .incompleteHandshake : nil
  }
}

/// What servers offer by HTTP/3, and what clients made of it. All tables are bounded.
struct HTTP3Offers: Sendable {
  private struct Origin: Hashable {
    var host: String
    var port: UInt16
  }

  private struct Offer {
    var kind: UnusedHTTP3.Offer
    /// When it was made, and until when it holds, in nanoseconds.
    var made: Int64
    var until: Int64
    /// Where the service is: a host other than the origin's, and a port.
    var host: String?
    var port: UInt16
  }

  private static let most = 4096
  private static let mostAttempts = 256
  private static let second: Int64 = 1_000_000_000
  /// An attempt that began this long before a TCP connection, in nanoseconds, still tells why it was made. Clients remember for some minutes that UDP
  /// is lost.
  private static let nearness: Int64 = 300 * second

  private var offers: [Origin: Offer] = [:]
  /// By the server's port; the latest last.
  private var attempts: [UInt16: [HTTP3Attempt]] = [:]

  /// Takes an HTTPS record of a name (RFC 9460 section 9).
  mutating func learn(_ binding: ServiceBinding, of name: String, at time: Int64, lifetime: UInt32) {
    guard binding.priority > 0, binding.applicationProtocols.contains("h3") else { return }
    // `_8443._https.shop.example` is the record of another port than 443 (section 9.1).
    let labels = name.lowercased().split(separator: ".")
    let own = labels.first?.first == "_" ? labels.first.flatMap { UInt16($0.dropFirst()) } : nil
    let host = own == nil ? name.lowercased() : labels.dropFirst(2).joined(separator: ".")
    let port = own ?? 443
    add(
      Offer(
        kind: .record, made: time, until: time &+ Int64(lifetime) &* Self.second,
        host: binding.target.labels.isEmpty ? nil : binding.target.withoutDot.lowercased(), port: binding.port ?? port),
      of: Origin(host: Self.withoutDot(host), port: port))
  }

  /// Takes an Alt-Svc field of a response.
  mutating func learn(alternatives value: String, of host: String, port: UInt16, at time: Int64) {
    let origin = Origin(host: host.lowercased(), port: port)
    guard let services = AlternativeService.services(in: value) else {
      if offers[origin]?.kind == .alternativeService { offers[origin] = nil }
      return
    }
    guard let service = services.first(where: { $0.applicationProtocol == "h3" }), service.lifetime > 0 else { return }
    add(
      Offer(
        kind: .alternativeService, made: time,
        until: time.addingReportingOverflow(min(service.lifetime, 1 << 32) &* Self.second).partialValue,
        host: service.host, port: service.port),
      of: origin)
  }

  private mutating func add(_ offer: Offer, of origin: Origin) {
    if let known = offers[origin], known.made <= offer.made, known.until >= offer.made {
      // The first one counts: a connection after it could have used it.
      offers[origin]?.until = max(known.until, offer.until)
    } else if offers.count < Self.most || offers[origin] != nil {
      offers[origin] = offer
    }
  }

  /// Takes what has become of an attempt.
  mutating func note(_ attempt: HTTP3Attempt) {
    var row = attempts[attempt.server.port, default: []]
    row.removeAll { $0.client == attempt.client && $0.server == attempt.server && $0.began == attempt.began }
    if row.count >= Self.mostAttempts { row.removeFirst() }
    row.append(attempt)
    if attempts.count < Self.most || attempts[attempt.server.port] != nil { attempts[attempt.server.port] = row }
  }

  /// Why a TCP connection was made, although HTTP/3 was offered before; nil if it was not offered, or a QUIC connection there was completed.
  ///
  /// - Parameters:
  ///   - host: the name of the origin.
  ///   - port: of the origin.
  ///   - opened: when the connection began, in nanoseconds.
  func unused(
    by client: IPAddress, of host: String, port: UInt16, server: IPAddress, opened: Int64
  ) -> UnusedHTTP3? {
    guard let offer = offers[Origin(host: Self.withoutDot(host.lowercased()), port: port)], offer.made <= opened,
      opened <= offer.until
    else { return nil }
    let names = [host.lowercased(), offer.host].compactMap { $0 }
    let tried = (attempts[offer.port] ?? []).filter { attempt in
      attempt.client == client && opened &- attempt.began <= Self.nearness
        && (attempt.name.map(names.contains) ?? (attempt.server.address == server))
    }
    if tried.contains(where: { $0.reason == nil }) { return nil }
    return UnusedHTTP3(offer: offer.kind, reason: tried.last.flatMap(\.reason) ?? .neverTried)
  }

  private static func withoutDot(_ name: String) -> String { name.hasSuffix(".") ? String(name.dropLast()) : name }
}
