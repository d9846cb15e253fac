import Exchanges
import Streams

internal import Captures
internal import Dissection
internal import PacketLines
internal import TextOutput
internal import Wire

/// Reads the rows of a report from a scenario's capture: one for each packet, and one for each exchange.
///
/// The capture contains each packet at both ends of the link, or only at the client's end. Rows show the client's
/// view, and the packets that were lost on their way to the client.
struct CaptureRows {
  /// The most packets that are shown. The capture contains all of them.
  private static let packetLimit = 2000
  private static let bodyLimit = 4096

  private(set) var packets: [PacketRow] = []
  private(set) var omittedPackets = 0
  private(set) var exchanges: [ExchangeRow] = []
  /// The conditions that came into force during the run, in order.
  private(set) var phases: [PhaseRow] = []
  /// The rows of the client's end, by the numbers of their packets.
  private var rowOfPacket: [Int: Int] = [:]
  private var pairing = EndsPairing()
  private let started: Timestamp
  private var listing = PacketListing(options: ListingOptions(time: .none))
  private var reader: HTTPReader
  private var streams: [Set<Endpoint>: Int] = [:]

  /// - Parameter started: the time from which times are counted.
  init(capture path: String, since started: Timestamp) throws(CaptureError) {
    self.started = started
    var options = HTTPOptions()
    options.keepsAll = true
    options.bodyLimit = Self.bodyLimit
    reader = HTTPReader(options)
    var file = try CaptureReader.open(path, side: .both)
    while let frame = try file.next() {
      reader.add(keys: file.takeKeyLog())
      let isFarView = file.interfaces[frame.interfaceID].name == CaptureSide.serverInterface
      read(frame, file.bytes, notes: file.comments, isFarView: isFarView)
    }
    reader.add(keys: file.takeKeyLog())
    takePhases(file.remarks)
    finish()
  }

  private mutating func read(_ frame: Frame, _ bytes: Span<UInt8>, notes: [String], isFarView: Bool) {
    let time = seconds(frame.timestamp)
    notePhase(notes, at: time)
    let isLost = notes.contains(where: FateNote.isLoss)
    switch (isFarView, frame.direction) {
    case (false, .outbound):
      if !isLost { pairing.left(bytes, .uplink, EndsPairing.Departure(time: time, row: packets.count)) }
      reader.read(frame, bytes)
      add(frame, bytes, notes: notes, isLost: isLost)
    case (false, _):
      reader.read(frame, bytes)
      add(frame, bytes, notes: notes, otherEnd: pairing.arrived(bytes, .downlink)?.time)
    case (true, .outbound) where isLost:
      add(frame, bytes, notes: notes, isUplink: false, isLost: true)
    case (true, .outbound):
      pairing.left(bytes, .downlink, EndsPairing.Departure(time: time))
    case (true, _):
      if let row = pairing.arrived(bytes, .uplink)?.row, row < packets.count { packets[row].otherEnd = time }
    }
  }

  private mutating func notePhase(_ notes: [String], at time: Double) {
    for name in notes.compactMap(FateNote.profile) where name != phases.last?.name {
      phases.append(PhaseRow(name: name, began: time))
    }
  }

  /// Takes the conditions whose times the capture knows, instead of those of the packets after them.
  private mutating func takePhases(_ remarks: [CaptureRemark]) {
    let known = remarks.compactMap { remark in
      FateNote.profile(remark.text).map { PhaseRow(name: $0, began: seconds(remark.time)) }
    }
    if !known.isEmpty { phases = known }
  }

  private func seconds(_ time: Timestamp) -> Double { Double(time - started) / 1e9 }

  private mutating func add(
    _ frame: Frame, _ bytes: Span<UInt8>, notes: [String], isUplink: Bool? = nil, otherEnd: Double? = nil,
    isLost: Bool = false
  ) {
    guard packets.count < Self.packetLimit else {
      omittedPackets += 1
      return
    }
    rowOfPacket[frame.number] = packets.count
    listing.append(frame, bytes)
    let line = listing.text.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
    listing.text.removeAll()
    let headers = PacketHeaders(frame, bytes)
    packets.append(
      PacketRow(
        number: frame.number, time: seconds(frame.timestamp), otherEnd: otherEnd, isLost: isLost,
        isUplink: isUplink ?? (frame.direction == .outbound),
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
          number: exchange.number, stream: exchange.transport == .quic ? -1 : exchange.stream,
          method: request.method ?? "", url: exchange.url ?? "",
          status: exchange.response?.status, began: seconds(request.first.timestamp),
          responded: exchange.response.map { seconds($0.first.timestamp) },
          ended: exchange.ended.map { seconds($0.timestamp) }, requestPacket: request.first.number,
          responsePacket: exchange.response?.first.number, bodyBytes: exchange.response?.bodyLength ?? 0,
          requestHead: Self.text(detail?.requestHead ?? []), responseHead: Self.text(finalHead),
          responseBody: Self.text(detail?.responseBody ?? []),
          outcome: exchange.outcome.word))
      noteEncrypted(exchange)
    }
    exchanges.sort { $0.number < $1.number }
  }

  /// Says at the packets of an exchange what their lines do not show: which request and which response is within TLS or QUIC.
  private mutating func noteEncrypted(_ exchange: HTTPExchange) {
    guard exchange.security != nil, let request = exchange.request else { return }
    let words = "\(request.method ?? "?") \(exchange.url ?? "?")"
    let layer = exchange.transport == .quic ? "QUIC" : "TLS"
    note("within \(layer): \(words)", at: request.first)
    if let response = exchange.response, let status = response.status {
      note("within \(layer): \(status), the response to \(words)", at: response.first)
    }
  }

  private mutating func note(_ text: String, at packet: PacketMark) {
    if let row = rowOfPacket[packet.number] { packets[row].notes.append(text) }
  }

  /// Bytes as text. Invalid UTF-8 is replaced.
  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// A period with certain conditions.
public struct PhaseRow: Sendable, Codable {
  /// The profile's name.
  public var name: String
  /// When they came into force, in seconds since the client's start.
  public var began: Double
}

/// Reads the packet comments in a link's capture, as `headwind run --capture` writes them.
enum FateNote {
  /// Whether a comment says that the link lost the packet: `Nasty Net: dropped by loss`.
  static func isLoss(_ note: String) -> Bool { note.contains(": dropped by ") }

  /// The profile that came into force before the packet: `profile: Black Hole, when response-started`.
  static func profile(_ note: String) -> String? {
    let mark = "profile: "
    guard note.hasPrefix(mark) else { return nil }
    return note.dropFirst(mark.count).split(separator: ", ", maxSplits: 1).first.map(String.init)
  }
}
