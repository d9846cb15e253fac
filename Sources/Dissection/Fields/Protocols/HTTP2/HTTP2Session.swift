import HTTP2
import MessageFormats
import Streams
import TextOutput
import Wire

/// What the frames of an HTTP/2 connection need of each other: the tables of HPACK, blocks of fields in several frames, and bodies.
final class HTTP2Session {
  /// How many streams are followed at a time; past that the oldest is forgotten.
  private static let streamLimit = 1024
  /// The longest block of fields, in bytes.
  private static let blockLimit = 256 << 10
  /// What one costs besides what it holds.
  private static let cost = 4096

  private var decoders: Pair<HPACKDecoder>
  /// The fragments of the block that is not whole; nil between blocks.
  private var fragments = Pair<[UInt8]?>(nil, nil)
  /// By stream, what each side has sent of its body.
  private var bodies: [UInt32: [HTTP2TreeBody]] = [:]
  /// The streams whose client has asked for a WebSocket, and the WebSockets that were agreed to.
  private var socketRequests: Set<UInt32> = []
  private var sockets: [UInt32: WebSocketSession] = [:]
  /// The streams in the order in which they were met.
  private var order: [UInt32] = []
  private var bodyBytes = 0
  /// By side: whether the next frame has to be searched for.
  private var isLost = Pair(false, false)
  private let keepsBodies: Bool
  /// How many bytes of bodies are held in all.
  private let limit: Int

  /// - Parameter isFromBeginning: whether no frame went by before the first that it is given.
  init(keepsBodies: Bool, limit: Int, isFromBeginning: Bool) {
    self.keepsBodies = keepsBodies
    self.limit = limit
    let decoder = HPACKDecoder(isFromBeginning: isFromBeginning)
    decoders = Pair(decoder, decoder)
  }

  var heldBytes: Int {
    Self.cost + decoders[0].heldBytes + decoders[1].heldBytes + (fragments[0]?.count ?? 0) + (fragments[1]?.count ?? 0)
      + bodyBytes + bodies.count * 2 * MemoryLayout<HTTP2TreeBody>.stride
      + sockets.values.reduce(0) { $0 + Self.cost + $1.heldBytes }
  }

  /// Bytes of a side are missing.
  func miss(_ side: FlowSide) {
    let index = Int(side.rawValue)
    isLost[index] = true
    forgetFields(side)
    for stream in bodies.keys { damage(stream, index) }
  }

  /// Bytes of a body are missing.
  private func damage(_ stream: UInt32, _ index: Int) {
    bodies[stream]?[index].isDamaged = true
    bodyBytes -= bodies[stream]?[index].messages?.heldBytes ?? 0
    bodies[stream]?[index].messages?.lose()
  }

  /// Whether a frame begins with these bytes; after a gap they must look like frames.
  func isAligned(_ bytes: Span<UInt8>, _ side: FlowSide, isPacketStart: Bool) -> Bool {
    let index = Int(side.rawValue)
    guard isLost[index] else { return true }
    guard isPacketStart, HTTP2Recognition.frames(bytes) == .yes || Self.isOneFrame(bytes) else { return false }
    isLost[index] = false
    return true
  }

  /// Whether bytes are a frame of a known type, and nothing else.
  private static func isOneFrame(_ bytes: Span<UInt8>) -> Bool {
    guard let header = HTTP2FrameHeader(bytes, at: 0), header.type.rawValue < 10, !header.isReservedSet else {
      return false
    }
    return bytes.count == HTTP2FrameHeader.length + header.payloadLength
  }

  /// A frame that is longer than what is kept of it.
  func skip(_ side: FlowSide) {
    forgetFields(side)
    for stream in bodies.keys { damage(stream, Int(side.rawValue)) }
  }

  /// Takes a whole frame, or the preface.
  func read(_ bytes: Span<UInt8>, _ side: FlowSide, frame: Int) -> HTTP2Facts {
    guard HTTP2Recognition.preface(bytes) != .yes, let header = HTTP2FrameHeader(bytes, at: 0) else {
      return HTTP2Facts()
    }
    var facts = HTTP2Facts(header: header)
    facts.content = Self.content(header, bytes)
    switch header.type {
    case .headers, .pushPromise, .continuation: takeFields(&facts, header, bytes, side)
    case .data: takeData(&facts, header, bytes, side, frame)
    case .resetStream: forget(header.stream)
    default: break
    }
    return facts
  }

  /// What is between the numbers of a frame and its padding.
  private static func content(_ header: HTTP2FrameHeader, _ bytes: Span<UInt8>) -> Range<Int> {
    var (start, end) = (min(HTTP2FrameHeader.length, bytes.count), bytes.count)
    if header.isPadded, start < end {
      end = max(start + 1, end - Int(bytes[start]))
      start += 1
    }
    if header.type == .headers, header.flags.contains(.priority) { start += HTTP2Priority.length }
    if header.type == .pushPromise { start += 4 }
    return min(start, end)..<end
  }

  private func takeFields(
    _ facts: inout HTTP2Facts, _ header: HTTP2FrameHeader, _ bytes: Span<UInt8>, _ side: FlowSide
  ) {
    let index = Int(side.rawValue)
    if header.type == .continuation {
      guard fragments[index] != nil else { return decoders[index].forget() }
    } else {
      if fragments[index] != nil { decoders[index].forget() }
      fragments[index] = []
    }
    fragments[index]?.append(bytes.extracting(facts.content))
    guard let whole = fragments[index], whole.count <= Self.blockLimit else { return forgetFields(side) }
    guard header.flags.contains(.endHeaders) else { return }
    fragments[index] = nil
    var fields = HPACKFieldBlock()
    // What comes before an error is shown; the decoder itself knows that it has lost its table.
    try? decoders[index].decode(whole.span, into: &fields)
    facts.fields = fields
    facts.block = whole
    guard header.type != .pushPromise, keepsBodies else { return }
    open(header.stream)
    for field in fields.fields {
      if fields.hasName(field, "content-type") {
        let type = String(decoding: fields.bytes[field.value], as: UTF8.self)
        bodies[header.stream]?[index].type = type
        if type.hasPrefix("application/grpc") { beginCall(type, fields, header.stream, index) }
      } else if fields.hasName(field, "content-encoding") {
        bodies[header.stream]?[index].coding = String(decoding: fields.bytes[field.value], as: UTF8.self)
      }
    }
    openSocket(fields, header.stream, from: index == 0 ? .first : .second)
    if header.endsStream {
      facts.body = bodies[header.stream]?[index]
      end(header.stream, index)
    }
  }

  /// A WebSocket is asked for, or agreed to by the server (RFC 8441 section 5).
  private func openSocket(_ fields: HPACKFieldBlock, _ stream: UInt32, from server: FlowSide) {
    if let asked = fields.fields.first(where: { fields.hasName($0, ":protocol") }) {
      if fields.bytes.span.text(asked.value) == "websocket" { socketRequests.insert(stream) }
    } else if socketRequests.contains(stream), let status = fields.status, status / 100 == 2 {
      socketRequests.remove(stream)
      let agreed = fields.fields.lazy.filter { fields.hasName($0, "sec-websocket-extensions") }
        .compactMap { WebSocketDeflate(response: fields.bytes.span.extracting($0.value)) }.first
      sockets[stream] = WebSocketSession(agreed, client: server.other, limit: limit)
      for index in 0..<2 {
        // Its frames are shown one by one.
        bodies[stream]?[index].isDamaged = true
        bodies[stream]?[index].messages = .webSocket
      }
    }
  }

  /// A side's half of a gRPC call begins.
  private func beginCall(_ type: String, _ fields: HPACKFieldBlock, _ stream: UInt32, _ index: Int) {
    let media = type.prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
    bodies[stream]?[index].call.type = media
    if let path = HTTP2HeaderFields.text(fields, .path) {
      bodies[stream]?[index].call.isRequest = true
      for side in 0..<2 { bodies[stream]?[side].call.path = path }
    }
    if let coding = fields.fields.first(where: { fields.hasName($0, "grpc-encoding") }) {
      bodies[stream]?[index].call.encoding = String(decoding: fields.bytes[coding.value], as: UTF8.self)
    }
    guard GRPCDissector.isStreaming(media), bodies[stream]?[index].messages == nil else { return }
    // Its messages are shown one by one, and the body may never end.
    bodies[stream]?[index].isDamaged = true
    bodies[stream]?[index].messages = .grpc
  }

  /// Gives the content of a DATA frame to its call or WebSocket.
  private func takeMessages(
    _ facts: inout HTTP2Facts, _ bytes: Span<UInt8>, _ stream: UInt32, _ side: FlowSide, _ frame: Int
  ) {
    let index = Int(side.rawValue)
    guard let held = bodies[stream]?[index].messages?.heldBytes else { return }
    let room = max(0, limit - bodyBytes)
    facts.messages =
      bodies[stream]?[index].messages?.take(bytes, facts.content, frame: frame, room: room) ?? []
    facts.call = bodies[stream]?[index].call ?? GRPCCallFacts()
    facts.socket = sockets[stream].map { WebSocketFacts(session: $0, side: side) }
    bodyBytes += (bodies[stream]?[index].messages?.heldBytes ?? 0) - held
  }

  private func takeData(
    _ facts: inout HTTP2Facts, _ header: HTTP2FrameHeader, _ bytes: Span<UInt8>, _ side: FlowSide, _ frame: Int
  ) {
    let index = Int(side.rawValue)
    facts.isPartial = !header.endsStream
    guard keepsBodies else { return }
    // A stream whose head is not in the capture: its body may have begun before.
    if bodies[header.stream] == nil {
      open(header.stream)
      bodies[header.stream]?[index].isDamaged = decoders[index].table.isComplete == false
    }
    bodies[header.stream]?[index].frames += 1
    if bodyBytes + facts.content.count > limit { bodies[header.stream]?[index].isDamaged = true }
    if bodies[header.stream]?[index].isDamaged == false, !facts.content.isEmpty {
      bodies[header.stream]?[index].bytes.append(bytes.extracting(facts.content))
      bodies[header.stream]?[index].parts.append(StreamPart(frame: frame, count: facts.content.count))
      bodyBytes += facts.content.count
    }
    takeMessages(&facts, bytes, header.stream, side, frame)
    guard header.endsStream else { return }
    facts.body = bodies[header.stream]?[index]
    end(header.stream, index)
  }

  private func open(_ stream: UInt32) {
    guard bodies[stream] == nil else { return }
    if order.count >= Self.streamLimit { forget(order[0]) }
    bodies[stream] = [HTTP2TreeBody(), HTTP2TreeBody()]
    order.append(stream)
  }

  /// A side has said all that it has to say on a stream.
  private func end(_ stream: UInt32, _ index: Int) {
    bodyBytes -= bodies[stream]?[index].heldBytes ?? 0
    bodies[stream]?[index] = HTTP2TreeBody()
    bodies[stream]?[index].isDamaged = true
    bodies[stream]?[index].hasEnded = true
    guard let both = bodies[stream], both[0].hasEnded, both[1].hasEnded else { return }
    forget(stream)
  }

  private func forget(_ stream: UInt32) {
    socketRequests.remove(stream)
    sockets[stream] = nil
    if let both = bodies.removeValue(forKey: stream) { bodyBytes -= both[0].heldBytes + both[1].heldBytes }
    if let index = order.firstIndex(of: stream) { order.remove(at: index) }
  }

  private func forgetFields(_ side: FlowSide) {
    decoders[Int(side.rawValue)].forget()
    fragments[Int(side.rawValue)] = nil
  }
}
