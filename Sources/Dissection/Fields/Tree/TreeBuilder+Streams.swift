import Streams
import TextOutput
import Wire

// What a TCP segment completes in its conversation.

/// A segment's place in its conversation, and what it brought.
struct StreamWork {
  var items: [StreamItem] = []
  /// What carries the conversation.
  var layer = StreamLayer.tcp
  /// Where the payload is in the buffer, and in the sender's stream.
  var payload = 0..<0
  var offset: Int64 = 0

  /// Whether the conversation's protocol is known, so that bytes that are in no item are parts of its messages.
  var isKnown = false
  /// Whether the segment has bytes that were there before with other content.
  var hasConflict = false

  /// The bytes that no item is about: they came before, or wait for earlier ones.
  var rest: Range<Int> {
    var start = payload.lowerBound
    var end = payload.upperBound
    for item in items {
      let range: Range<Int>
      switch item {
      case .message(let message):
        guard message.bytes == nil else { continue }
        range = place(message.range)
      case .within: continue
      case .segment(let part), .data(let part): range = place(part)
      }
      if range.lowerBound <= start { start = max(start, range.upperBound) } else { end = min(end, range.lowerBound) }
    }
    return start..<max(start, end)
  }

  /// A range of the stream as one of the buffer.
  func place(_ range: Range<Int64>) -> Range<Int> {
    let start = Int(clamping: range.lowerBound &- offset &+ Int64(payload.lowerBound))
    let end = Int(clamping: range.upperBound &- offset &+ Int64(payload.lowerBound))
    return (start..<max(start, end)).clamped(to: payload)
  }
}

extension TreeBuilder {
  /// Gives a segment to its conversation.
  mutating func follow(_ bytes: Span<UInt8>, _ segment: TCPSegmentFields) -> StreamWork? {
    let start = segment.start + segment.headerLength
    guard needs.streams, !context.isQuoted, start <= bytes.count, let source = context.source,
      let destination = context.destination
    else { return nil }
    let payload = start..<bytes.count
    let wire = TCPSegment(
      source: Endpoint(address: source, port: context.sourcePort),
      destination: Endpoint(address: destination, port: context.destinationPort), sequence: segment.sequence,
      acknowledgment: segment.acknowledgment, flags: TCPFlags(rawValue: UInt8(truncatingIfNeeded: segment.flags)),
      window: segment.window, length: max(segment.length, payload.count), payload: payload)
    return follow(wire, bytes.extracting(payload))
  }

  /// Skips all headers where only messages are wanted. False where the headers are needed after all.
  mutating func dissectMessages(_ bytes: Span<UInt8>) -> Bool {
    let headers = PacketHeaders(innermostOf: frame, bytes)
    guard let segment = TCPSegment(headers, bytes) else { return false }
    depth = 0
    let work = follow(segment, bytes.extracting(segment.payload))
    guard !work.items.isEmpty || work.isKnown || work.hasConflict else { return true }
    addSegments(work)
    let network = bytes.extracting(0..<segment.payload.upperBound)
    show(work, network)
    return true
  }

  mutating func follow(_ segment: TCPSegment, _ payload: Span<UInt8>) -> StreamWork {
    state.streams.items.removeAll(keepingCapacity: true)
    state.streams.hasConflict = false
    state.streams.isCut = segment.length > payload.count
    let (slot, _, offset) = state.flows.read(segment, payload, PacketMark(frame), &state.streams)
    return StreamWork(
      items: state.streams.items, payload: segment.payload, offset: offset,
      isKnown: state.streams.isKnown(slot), hasConflict: state.streams.hasConflict)
  }

  /// Adds the nodes of TCP itself for the parts of messages in a segment.
  mutating func addSegments(_ work: StreamWork) {
    if work.hasConflict {
      generate(.tcpSegmentOverlapConflict, .boolean(true))
    }
    for item in work.items {
      guard case .segment(let range) = item else { continue }
      addSegment(work.place(range))
      if let later = state.hindsight?.segments[frame.number], wants(.tcpReassembledIn) {
        generate(.tcpReassembledIn, .unsigned(UInt64(clamping: later)))
      }
    }
    if work.isKnown, !work.rest.isEmpty { addSegment(work.rest) }
  }

  private mutating func addSegment(_ place: Range<Int>) {
    add(.tcpSegmentData, place, .bytes) { line in
      line.append("Part of a message (", UInt64(place.count))
      line.append(place.count == 1 ? " byte)" : " bytes)")
    }
  }

  /// Adds the trees of what a segment completes, and of what no protocol claims.
  mutating func show(_ work: StreamWork, _ bytes: Span<UInt8>) {
    var index = 0
    var last: Int64?
    defer { noted = nil }
    if !work.isKnown, !work.rest.isEmpty { data(bytes.extracting(0..<work.rest.upperBound), work.rest.lowerBound) }
    while index < work.items.count {
      switch work.items[index] {
      case .segment: break
      case .within(let message):
        var inner = work
        inner.layer = .tls
        show(message, inner, bytes)
      case .data(let range):
        let place = work.place(range)
        data(bytes.extracting(0..<place.upperBound), place.lowerBound)
      case .message(var message):
        message = joined(message, work.items, &index)
        if learns { state.learned.note(message, in: frame.number) }
        noted = message.bytes == nil && last == message.range.lowerBound ? message.content.name : nil
        show(message, work, bytes)
        last = message.bytes == nil ? message.range.upperBound : nil
      }
      index += 1
    }
  }

  /// Records in one buffer are one protocol.
  private func joined(_ message: StreamMessage, _ items: [StreamItem], _ index: inout Int) -> StreamMessage {
    guard case .tls(var facts) = message.content, message.bytes == nil else { return message }
    var message = message
    while index + 1 < items.count, case .message(let next) = items[index + 1], case .tls(let more) = next.content,
      next.bytes == nil, next.range.lowerBound == message.range.upperBound
    {
      message.range = message.range.lowerBound..<next.range.upperBound
      facts.records += more.records
      index += 1
    }
    message.content = .tls(facts)
    return message
  }

  private mutating func show(_ message: StreamMessage, _ work: StreamWork, _ bytes: Span<UInt8>) {
    let wasCut = context.isCut
    defer { context.isCut = wasCut }
    context.isCut = message.isCut
    guard let whole = message.bytes else {
      let place = work.place(message.range)
      return dissect(message, bytes.extracting(0..<place.upperBound), place.lowerBound)
    }
    let length = Int(clamping: message.range.upperBound - message.range.lowerBound)
    guard let saved = enter(work.layer.bufferName, whole) else { return }
    addSummary(message, length, work.layer)
    dissect(message, whole.span, 0)
    if message.isUncertain {
      depth = 0
      expert(nil, .warning, "TLS ended without close_notify: the message may be cut short", .security)
    }
    leave(saved)
  }

  private mutating func dissect(_ message: StreamMessage, _ bytes: Span<UInt8>, _ start: Int) {
    switch message.content {
    case .http(let facts):
      run("http", bytes, start) { (tree, bytes, start) throws(DissectionStop) in
        try HTTPDissector.dissect(&tree, bytes, start, facts)
      }
    case .webSocket(let facts):
      run("websocket", bytes, start) { (tree, bytes, start) throws(DissectionStop) in
        try WebSocketDissector.dissect(&tree, bytes, start, facts)
      }
    case .tls(let facts):
      run("tls", bytes, start) { (tree, bytes, start) throws(DissectionStop) in
        try TLSDissector.dissect(&tree, bytes, start, facts)
      }
    case .http2(let facts):
      run("http2", bytes, start) { (tree, bytes, start) throws(DissectionStop) in
        try HTTP2Dissector.dissect(&tree, bytes, start, facts)
      }
    case .socks(let step):
      run("socks", bytes, start) { (tree, bytes, start) throws(DissectionStop) in
        try SOCKSDissector.dissect(&tree, bytes, start, step)
      }
    case .plain(let dissector): run(dissector, bytes, start)
    }
  }

  /// Makes derived bytes a buffer of the tree, and the one that nodes are from now on in; gives the one before.
  mutating func enter(_ name: String, _ bytes: [UInt8]) -> UInt8? {
    guard tree.buffers.count < 250 else { return nil }
    tree.buffers.append(NamedBuffer(name: name, bytes: bytes))
    defer { buffer = UInt8(tree.buffers.count - 1) }
    return buffer
  }

  mutating func leave(_ saved: UInt8) { buffer = saved }

  private mutating func addSummary(_ message: StreamMessage, _ length: Int, _ layer: StreamLayer) {
    depth = 0
    let parts = message.parts
    let mark = begin(
      layer.segments, 0..<length, .none, traits: .generated,
      text:
        "[Message of \(length) bytes from \(parts.count) \(layer.segmentName)\(parts.count == 1 ? "" : "s"): \(parts.map { "\($0.count) in packet \($0.frame)" }.joined(separator: ", "))]"
    )
    var start = 0
    for part in parts {
      let range = start..<start + part.count
      add(layer.segment, range, .unsigned(UInt64(clamping: part.frame)), traits: .generated) { line in
        line.append("[In packet ", UInt64(clamping: part.frame))
        line.append(": bytes ", UInt64(range.lowerBound))
        line.append(" to ")
        line.append(signed: Int64(range.upperBound - 1))
        line.append(", ", UInt64(part.count))
        line.append(" in all]")
      }
      start = range.upperBound
    }
    generate(layer.segmentCount, .unsigned(UInt64(parts.count)))
    generate(layer.reassembledLength, .unsigned(UInt64(length)))
    add(layer.reassembledData, 0..<length, .bytes, traits: .generated)
    end(mark)
  }
}
