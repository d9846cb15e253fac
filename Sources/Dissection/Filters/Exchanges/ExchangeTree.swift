import Exchanges
import Streams
import Wire

/// The fields of an HTTP exchange, as the dissectors of its messages find them.
struct ExchangeTree {
  private var builder: TreeBuilder
  /// Whether header fields are wanted that the exchange does not keep anyway.
  let needsHeads: Bool
  let needsBodies: Bool

  init(wanted: FieldSet) {
    builder = TreeBuilder(
      DissectionSettings(
        wanted: wanted, wantsText: false, wantsLines: false, tables: DissectorTables(),
        memory: PacketDissector.usualMemory, sharers: 1))
    needsHeads = !wanted.isSubset(of: Self.known)
    needsBodies = builder.needs.bodies
  }

  var tree: FieldTree { builder.tree }

  /// What can be told without the heads.
  private static let known: FieldSet = [
    .exchange, .exchangeNumber, .exchangeOutcome, .exchangeFirstByte, .exchangeTotal, .exchangeMissingBytes, .frame,
    .frameNumber, .frameTime, .frameTimeEpoch, .ip, .ipSrc, .ipDst, .ipAddr, .ipv6, .ipv6Src, .ipv6Dst, .ipv6Addr, .tcp,
    .tcpStream, .tcpSrcport, .tcpDstport, .tcpPort, .quic, .quicConnectionNumber, .udp, .udpSrcport, .udpDstport,
    .udpPort,
    .tcpAnalysisRetransmission, .tcpAnalysisOutOfOrder,
    .tcpAnalysisKeepAlive, .tcpAnalysisZeroWindow, .tcpAnalysisLostSegment, .tcpSegmentOverlapConflict, .http,
    .httpRequest, .httpResponse,
    .httpRequestMethod, .httpRequestUri, .httpRequestUriPath, .httpRequestUriQuery, .httpRequestUriQueryParameter,
    .httpRequestFullUri, .httpRequestVersion, .httpResponseVersion, .httpResponseCode, .httpResponseCodeDesc,
    .httpResponsePhrase, .httpResponseForUri, .httpHost, .httpTime, .httpRequestIn, .httpResponseIn,
  ]

  /// Whether exchanges may have the field.
  static func has(_ field: Field) -> Bool {
    if known.contains(field.id) { return true }
    let missing = ["http.chunk", "http.prev_", "http.next_", "http.request_number", "http.response_number"]
    return ["http.", "json", "data", "media", "urlencoded-form"].contains { field.name.hasPrefix($0) }
      && !missing.contains { field.name.hasPrefix($0) }
  }

  mutating func build(_ exchange: HTTPExchange) {
    let end = exchange.response?.last ?? exchange.ended ?? exchange.began
    builder.reset(
      Frame(
        number: end?.number ?? 0, timestamp: end?.timestamp ?? Timestamp(nanoseconds: 0), linkType: .raw,
        originalLength: 0), capturedLength: 0)
    addWhole(exchange)
    addEnds(exchange)
    addFindings(exchange.findingCounts)
    let links = HTTPTreeExchange(exchange.stream, exchange.place, after: nil)
    links.method = exchange.request?.method
    links.target = exchange.request?.target
    links.host = exchange.request?.fields.host
    links.request = exchange.request?.last
    if let request = exchange.request {
      var facts = HTTPMessageFacts(links, isRequest: true)
      facts.fields.contentType = request.fields.contentType
      add(request, exchange.detail?.requestHead, exchange.detail?.requestBody, facts)
      if let answer = exchange.response?.last { generate(.httpResponseIn, answer) }
    }
    for status in exchange.interim where builder.wants(.httpResponseCode) {
      builder.add(.httpResponseCode, 0..<0, .unsigned(UInt64(clamping: status)))
    }
    if let response = exchange.response {
      if response.last == nil { links.request = nil }
      var facts = HTTPMessageFacts(links, isRequest: false, status: response.status ?? 0)
      facts.fields.contentType = response.fields.contentType
      let head = exchange.detail.map { Array($0.responseHead.dropFirst($0.finalHeadStart)) }
      add(response, head, exchange.detail?.responseBody, facts)
    }
  }

  /// Adds a message: its head, or what is known of it, and its body with the codings undone.
  private mutating func add(_ message: HTTPMessage, _ head: [UInt8]?, _ body: [UInt8]?, _ facts: HTTPMessageFacts) {
    var facts = facts
    var bytes = head ?? []
    if bytes.isEmpty { bytes = Self.head(message) }
    facts.headLength = bytes.count
    if builder.needs.bodies { bytes += body ?? [] }
    let saved = builder.depth
    guard let buffer = builder.enter("Message", bytes) else { return }
    do throws(DissectionStop) {
      try HTTPDissector.dissect(&builder, bytes.span, 0, facts)
    } catch {
      builder.depth = 0
    }
    builder.leave(buffer)
    builder.depth = saved
  }

  private static func head(_ message: HTTPMessage) -> [UInt8] {
    let version = message.startLine.version
    let first =
      switch message.startLine.kind {
      case .request(let method, let target): "\(method) \(target) \(version)"
      case .response(let status, let reason): "\(version) \(status) \(reason)"
      }
    let host = message.fields.host.map { "Host: \($0)\r\n" } ?? ""
    return Array("\(first)\r\n\(host)\r\n".utf8)
  }

  private mutating func generate(_ field: FieldID, _ mark: PacketMark) {
    builder.generate(field, .unsigned(UInt64(clamping: mark.number)))
  }

  private mutating func addWhole(_ exchange: HTTPExchange) {
    builder.generate(.exchange)
    builder.generate(.exchangeNumber, .unsigned(UInt64(clamping: exchange.number)))
    builder.generate(.exchangeOutcome, .string(exchange.outcome.word))
    if let time = exchange.timeToFirstByte { builder.generate(.exchangeFirstByte, .relativeTime(time)) }
    if let total = exchange.total { builder.generate(.exchangeTotal, .relativeTime(total)) }
    builder.generate(.exchangeMissingBytes, .unsigned(UInt64(clamping: exchange.findingCounts.missingBytes)))
    builder.generate(.frame)
    let marks = [exchange.request?.first, exchange.request?.last, exchange.response?.first, exchange.response?.last]
    for mark in marks.compactMap({ $0 }) {
      generate(.frameNumber, mark)
      builder.generate(.frameTime, .absoluteTime(mark.timestamp.nanoseconds))
      builder.generate(.frameTimeEpoch, .relativeTime(mark.timestamp.nanoseconds))
    }
  }

  /// Packets go both ways, so each end is a source and a destination.
  private mutating func addEnds(_ exchange: HTTPExchange) {
    let isTCP = exchange.transport == .tcp
    builder.generate(isTCP ? .tcp : .udp)
    if isTCP, exchange.stream >= 0 { builder.generate(.tcpStream, .unsigned(UInt64(clamping: exchange.stream))) }
    if !isTCP {
      builder.generate(.quic)
      builder.generate(.quicConnectionNumber, .unsigned(UInt64(clamping: exchange.stream)))
    }
    let ports = isTCP ? [FieldID.tcpSrcport, .tcpDstport, .tcpPort] : [.udpSrcport, .udpDstport, .udpPort]
    for end in [exchange.client, exchange.server] {
      for field in ports { builder.generate(field, .unsigned(UInt64(end.port))) }
      switch end.address {
      case .v4(let address):
        for field in [FieldID.ipSrc, .ipDst, .ipAddr] { builder.generate(field, .ipv4(address)) }
      case .v6(let address):
        for field in [FieldID.ipv6Src, .ipv6Dst, .ipv6Addr] { builder.generate(field, .ipv6(address)) }
      }
    }
    if case .v4 = exchange.client.address { builder.generate(.ip) } else { builder.generate(.ipv6) }
  }

  private mutating func addFindings(_ counts: TCPFindingCounts) {
    if counts.retransmissions > 0 { builder.generate(.tcpAnalysisRetransmission) }
    if counts.outOfOrder > 0 { builder.generate(.tcpAnalysisOutOfOrder) }
    if counts.keepAlives > 0 { builder.generate(.tcpAnalysisKeepAlive) }
    if counts.zeroWindows > 0 { builder.generate(.tcpAnalysisZeroWindow) }
    if counts.conflicts > 0 { builder.generate(.tcpSegmentOverlapConflict, .boolean(true)) }
    if counts.missingBytes > 0 { builder.generate(.tcpAnalysisLostSegment) }
  }
}
