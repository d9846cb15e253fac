import Captures
import Dissection
import Exchanges
import TLS
import TextOutput
import Wire

/// Answers questions about single TCP conversations.
struct StreamDesk: Sendable {
  let store: PacketStore
  let tables: DissectorTables

  func appendList(from: Int, count: Int, to text: inout TextBuffer) throws(CaptureError) {
    var list = StreamList()
    var reader = try TrafficReader(store, tables)
    while let sample = try reader.next() { list.add(sample) }
    list.append(from: from, count: count, to: &text)
  }

  func appendSequence(_ stream: Int, _ span: TimeSpan, points: Int, to text: inout TextBuffer) throws(CaptureError) {
    var plot = SequencePlot(limit: points)
    try read(stream, span) { plot.add($0, $1) }
    plot.append(stream: stream, to: &text)
  }

  func appendPackets(_ stream: Int, _ span: TimeSpan, count: Int, to text: inout TextBuffer) throws(CaptureError) {
    var drawing = ConversationDrawing(limit: count)
    try read(stream, span) { drawing.add($0, $1) }
    if let ends = drawing.ends { try addLosses(ends, span, to: &drawing) }
    drawing.append(stream: stream, to: &text)
  }

  /// How many bytes a followed conversation may have as JSON.
  static let usualTalk = 1 << 20
  static let mostTalk = 32 << 20

  /// Writes what the ends of a conversation said: the lines of `headwind capture --follow LAYER,N,json` as a list.
  /// - Returns: false if there is no such conversation.
  func appendTalk(
    _ stream: Int, _ layer: FollowLayer, atMost most: Int, options: HTTPOptions, to text: inout TextBuffer
  ) throws(CaptureError) -> Bool {
    var options = options
    let keys = options.keys ?? KeyLog()
    options.keys = keys
    var follower = StreamFollower(layer, stream: stream, mode: .json, options: options)
    var walk = try PacketWalk(store, keys: keys, waits: false)
    var isWhole = true
    while let frame = try walk.next(isCancelled: { false }) {
      follower.read(frame, walk.reader.bytes)
      guard follower.text.count <= most else {
        isWhole = false
        break
      }
    }
    if isWhole { follower.finish() }
    guard follower.isFound else { return false }
    text.append("{\"complete\":")
    text.append(json: isWhole)
    text.append(",\"rows\":[")
    follower.text.withBytes { lines in
      for index in 0..<max(0, lines.count - 1) {
        if lines[index] == 0x0A { text.append(",") }
        text.append(byte: lines[index])
      }
    }
    text.append("]}\n")
    return true
  }

  private func read(_ stream: Int, _ span: TimeSpan, _ body: (TrafficSample, TCPSample) -> Void) throws(CaptureError) {
    var reader = try TrafficReader(store, tables)
    while let sample = try reader.next(), !span.isOver(at: sample.time) {
      guard let tcp = sample.tcp, tcp.stream == stream, span.contains(sample.time) else { continue }
      body(sample, tcp)
    }
  }

  /// Adds what a capture of both ends shows of packets that were lost on their way to the client.
  private func addLosses(
    _ ends: (client: Endpoint, server: Endpoint), _ span: TimeSpan, to drawing: inout ConversationDrawing
  ) throws(CaptureError) {
    var reader = try store.openBothEnds()
    let first = store.status.first ?? 0
    var bases: (sent: UInt32, received: UInt32)?
    while let frame = try reader.next() {
      let time = frame.timestamp.nanoseconds &- first
      guard !span.isOver(at: time), !store.isStopped else { return }
      let headers = PacketHeaders(frame, reader.bytes)
      guard let source = headers.sourceEndpoint(in: reader.bytes), source == ends.server,
        headers.destinationEndpoint(in: reader.bytes) == ends.client, let header = headers.tcp(in: reader.bytes)
      else { continue }
      bases = bases ?? Self.bases(header)
      guard frame.direction == .outbound,
        reader.interfaces[frame.interfaceID].name == CaptureSide.serverInterface, span.contains(time),
        drawing.reaches(time), let fate = reader.comments.lazy.compactMap({ FateNote($0) }).first(where: \.isLoss)
      else { continue }
      drawing.addLost(at: time, header, bases: bases, payload: headers.payloadLength, fate)
    }
  }

  /// The sequence numbers that count as 0: those of the SYNs, of which the answer has one and acknowledges the other.
  private static func bases(_ header: TCPHeader) -> (sent: UInt32, received: UInt32)? {
    guard header.flags.contains(.syn) else { return nil }
    return (header.acknowledgment &- 1, header.sequence)
  }
}
