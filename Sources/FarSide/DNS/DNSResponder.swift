import Wire

/// Answers DNS queries with the far side's addresses: bytes in, bytes out.
package struct DNSResponder: Sendable {
  var addresses: FarSideAddresses
  var rules: DNSRules
  /// Returns the addresses of a name that has its own addresses.
  var ownAddresses: @Sendable (String) -> FarSideAddresses? = { _ in nil }
  /// When each name with a rule for the beginning was asked first.
  private let beginnings = NameBeginnings()
  /// The answer to a PTR query for one of the addresses.
  static let reverseName = "search.example"

  package init(
    addresses: FarSideAddresses, rules: DNSRules,
    ownAddresses: @escaping @Sendable (String) -> FarSideAddresses? = { _ in nil }
  ) {
    self.addresses = addresses
    self.rules = rules
    self.ownAddresses = ownAddresses
  }

  /// Answers one message.
  /// - Returns: nil if there is no answer: the message has no DNS header or is a response, or the rule for the name
  ///   is silence.
  package func respond(to message: [UInt8]) -> DNSReply? {
    guard let header = try? DNSHeader(message.span, at: 0), !header.isResponse else { return nil }
    guard header.opcode == 0 else {
      return DNSReply(message: DNSResponse(code: DNSResponse.Code.notImplemented).message(to: header, query: nil))
    }
    guard let query = DNSQuery(message) else {
      return DNSReply(message: DNSResponse(code: DNSResponse.Code.formatError).message(to: header, query: nil))
    }
    let rule = rules.rule(for: query.labels)
    let answering = beginnings.answering(of: query.labels.joined(separator: "."), rule)
    guard let response = response(to: query, answering, rule) else { return nil }
    var reply = DNSReply(message: response.message(to: header, query: query), delay: rule.delay)
    // The first two bytes are the query ID. Changing one of them makes the ID wrong.
    if answering == .mismatched { reply.message[0] ^= 0xff }
    return reply
  }

  private func response(to query: DNSQuery, _ answering: DNSAnswering, _ rule: DNSRule) -> DNSResponse? {
    if rule.silentTypes.contains(query.type.rawValue) { return nil }
    if let version = query.edns, version != 0 { return DNSResponse(code: DNSResponse.Code.badVersion) }
    let internet: UInt16 = 1
    let anyClass: UInt16 = 255
    guard query.question.recordClass == internet || query.question.recordClass == anyClass else {
      return DNSResponse(code: DNSResponse.Code.refused)
    }
    switch answering {
    case .silence: return nil
    case .serverFailure: return DNSResponse(code: DNSResponse.Code.serverFailure)
    case .noSuchName: return denial(DNSResponse.Code.noSuchName, rule.timeToLive)
    case .records(let ipv4, let ipv6): return records(for: query, ipv4: ipv4, ipv6: ipv6, rule)
    case .addresses, .mismatched:
      if query.labels.last == "arpa" { return reverse(query) }
      let addresses = ownAddresses(query.labels.joined(separator: ".")) ?? addresses
      return records(
        for: query, ipv4: [addresses.ipv4].compactMap { $0 }, ipv6: [addresses.ipv6].compactMap { $0 }, rule)
    }
  }

  private func records(for query: DNSQuery, ipv4: [[UInt8]], ipv6: [[UInt8]], _ rule: DNSRule) -> DNSResponse {
    var response = DNSResponse(timeToLive: rule.timeToLive)
    let wantsAll = query.type == .any
    let wantsIPv4 = wantsAll || query.type == .a
    let wantsIPv6 = wantsAll || query.type == .aaaa
    for address in wantsIPv4 ? ipv4 : [] { response.answer(type: .a, data: address) }
    for address in wantsIPv6 ? ipv6 : [] { response.answer(type: .aaaa, data: address) }
    if query.type == .https, let service = rule.service { response.answer(type: .https, data: service.record) }
    return response.hasAnswers ? response : denial(DNSResponse.Code.noError, rule.timeToLive)
  }

  private func reverse(_ query: DNSQuery) -> DNSResponse {
    let known = [Self.reverseLabels(ipv4: addresses.ipv4), Self.reverseLabels(ipv6: addresses.ipv6)]
    guard known.contains(query.labels) else { return denial(DNSResponse.Code.noSuchName) }
    guard query.type == .ptr || query.type == .any else {
      return denial(DNSResponse.Code.noError)
    }
    var response = DNSResponse()
    var name: [UInt8] = []
    DNSName(Self.reverseName)?.append(to: &name)
    response.answer(type: .ptr, data: name)
    return response
  }

  private func denial(_ code: UInt16, _ timeToLive: UInt32 = DNSResponse.usualTimeToLive) -> DNSResponse {
    var response = DNSResponse(code: code, timeToLive: timeToLive)
    response.denyWithAuthority()
    return response
  }

  /// RFC 1035 section 3.5: 10.0.0.1 is asked for as 1.0.0.10.in-addr.arpa.
  private static func reverseLabels(ipv4: [UInt8]?) -> [String]? {
    ipv4.map { $0.reversed().map { String($0) } + ["in-addr", "arpa"] }
  }

  /// RFC 3596 section 2.5: the nibbles in reverse, in ip6.arpa.
  private static func reverseLabels(ipv6: [UInt8]?) -> [String]? {
    guard let ipv6 else { return nil }
    let nibbles: [UInt8] = ipv6.reversed().flatMap { [$0 & 0xf, $0 >> 4] }
    return nibbles.map { String($0, radix: 16) } + ["ip6", "arpa"]
  }
}

extension DNSRule.ServiceParameters {
  /// The data of a record in service mode whose target is the name itself (RFC 9460 section 2.2): parameters in the order of their keys.
  fileprivate var record: [UInt8] {
    let serviceMode: [UInt8] = [0, 1]
    let sameName: [UInt8] = [0]
    let names = protocols.flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8.prefix(255)) }
    return serviceMode + sameName + Self.parameter(1, names) + Self.parameter(4, hints.flatMap { $0 })
  }

  private static func parameter(_ key: UInt8, _ value: [UInt8]) -> [UInt8] {
    value.isEmpty
      ? [] : [0, key, UInt8(truncatingIfNeeded: value.count >> 8), UInt8(truncatingIfNeeded: value.count)] + value
  }
}

/// A message to send, and when.
package struct DNSReply: Equatable {
  package var message: [UInt8]
  /// How long to wait before it is sent, in nanoseconds.
  var delay: Int64 = 0
}
