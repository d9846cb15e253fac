internal import Captures
internal import Dissection
internal import Wire

/// Reads a scenario's capture for what reports show of it: a row for each packet, and one for each exchange.
struct CaptureRows {
  /// The most packets that are shown one by one; all are in the capture.
  private static let packetLimit = 2000
  private static let bodyLimit = 4096

  private(set) var packets: [PacketRow] = []
  private(set) var omittedPackets = 0
  private(set) var exchanges: [ExchangeRow] = []
  private let started: Timestamp
  private var listing = PacketListing(options: ListingOptions(time: .none))
  private var reader: HTTPReader
  private var streams: [Set<Endpoint>: Int] = [:]

  /// - Parameter started: from when times are counted.
  init(capture path: String, since started: Timestamp) throws(CaptureError) {
    self.started = started
    var options = HTTPOptions()
    options.keepsAll = true
    options.bodyLimit = Self.bodyLimit
    reader = HTTPReader(options)
    var file = try CaptureReader.open(path)
    while let frame = try file.next() {
      add(frame, file.bytes, notes: file.comments)
    }
    finish()
  }

  private func seconds(_ time: Timestamp) -> Double { Double(time - started) / 1e9 }

  private mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, notes: [String]) {
    reader.read(frame, bytes)
    guard packets.count < Self.packetLimit else {
      omittedPackets += 1
      return
    }
    listing.append(frame, bytes)
    let line = listing.text.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    listing.text.removeAll()
    let headers = PacketHeaders(frame, bytes)
    packets.append(
      PacketRow(
        number: frame.number, time: seconds(frame.timestamp), isUplink: frame.direction == .outbound,
        stream: stream(headers, bytes), role: Self.role(headers, bytes),
        length: max(0, frame.originalLength - 14), line: line.filter { $0 != "\n" }, notes: notes))
  }

  private mutating func stream(_ headers: PacketHeaders, _ bytes: Span<UInt8>) -> Int? {
    guard headers.tcp(in: bytes) != nil, let source = headers.sourceEndpoint(in: bytes),
      let destination = headers.destinationEndpoint(in: bytes)
    else { return nil }
    let ends: Set = [source, destination]
    if let number = streams[ends] { return number }
    streams[ends] = streams.count
    return streams.count - 1
  }

  private static func role(_ headers: PacketHeaders, _ bytes: Span<UInt8>) -> String {
    if let tcp = headers.tcp(in: bytes) {
      if tcp.flags.contains(.rst) { return "rst" }
      if tcp.flags.contains(.syn) { return "syn" }
      if tcp.flags.contains(.fin) { return "fin" }
      return headers.payloadLength > 0 ? "data" : "ack"
    }
    let ports = [headers.sourceEndpoint(in: bytes)?.port, headers.destinationEndpoint(in: bytes)?.port]
    return ports.contains(53) ? "dns" : "other"
  }

  private mutating func finish() {
    reader.finish()
    while let exchange = reader.next() {
      guard let request = exchange.request else { continue }
      let detail = exchange.detail
      let finalHead = detail.map { Array($0.responseHead.dropFirst($0.finalHeadStart)) } ?? []
      exchanges.append(
        ExchangeRow(
          number: exchange.number, stream: exchange.stream, method: request.method ?? "", url: exchange.url ?? "",
          status: exchange.response?.status, began: seconds(request.first.timestamp),
          responded: exchange.response.map { seconds($0.first.timestamp) },
          ended: exchange.ended.map { seconds($0.timestamp) }, requestPacket: request.first.number,
          responsePacket: exchange.response?.first.number, bodyBytes: exchange.response?.bodyLength ?? 0,
          requestHead: Self.text(detail?.requestHead ?? []), responseHead: Self.text(finalHead),
          responseBody: Self.text(detail?.responseBody ?? []),
          outcome: "\(exchange.outcome)"))
    }
    exchanges.sort { $0.number < $1.number }
  }

  /// Bytes as text; what is no UTF-8 is marked.
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
