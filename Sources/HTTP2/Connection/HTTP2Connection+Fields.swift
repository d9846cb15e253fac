import Wire

// Field blocks: HEADERS, PUSH_PROMISE and CONTINUATION (RFC 9113 section 4.3).
extension HTTP2Connection {
  mutating func takeHeaders(
    _ payload: Span<UInt8>, isCut: Bool, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    let header = ends[side.index].header
    var block = HTTP2End.OpenBlock(
      stream: header.stream, endsStream: header.endsStream, start: place.range.lowerBound)
    guard var content = content(of: header, payload, side, &receiver, place) else {
      return beginBlock(block, 0..<0, payload, isCut: isCut, isLost: true, side, &receiver, place)
    }
    if header.flags.contains(.priority) {
      block.priority = content.count >= HTTP2Priority.length ? HTTP2Priority(payload, at: content.lowerBound) : nil
      guard block.priority != nil else {
        receiver.receive(fault: .frameSize(header), place)
        return beginBlock(block, 0..<0, payload, isCut: isCut, isLost: true, side, &receiver, place)
      }
      content = content.lowerBound + HTTP2Priority.length..<content.upperBound
    }
    beginBlock(block, content, payload, isCut: isCut, isLost: false, side, &receiver, place)
  }

  mutating func takePromise(
    _ payload: Span<UInt8>, isCut: Bool, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    let header = ends[side.index].header
    var block = HTTP2End.OpenBlock(
      stream: header.stream, promised: 0, endsStream: false, start: place.range.lowerBound)
    guard let content = content(of: header, payload, side, &receiver, place), content.count >= 4 else {
      if !header.isPadded { receiver.receive(fault: .frameSize(header), place) }
      return beginBlock(block, 0..<0, payload, isCut: isCut, isLost: true, side, &receiver, place)
    }
    block.promised = payload.uint32(at: content.lowerBound) & 0x7FFF_FFFF
    beginBlock(
      block, content.lowerBound + 4..<content.upperBound, payload, isCut: isCut, isLost: false, side, &receiver, place)
  }

  mutating func takeContinuation(
    _ payload: Span<UInt8>, isCut: Bool, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    guard ends[side.index].block != nil else {
      if !isUncertain { receiver.receive(fault: .continuationUnexpected, place) }
      return ends[side.index].decoder.forget()
    }
    append(payload, isCut: isCut, side, &receiver, place)
    if ends[side.index].header.flags.contains(.endHeaders) {
      finishBlock(side, &receiver, to: place.range.upperBound)
    }
  }

  /// Gives up the block that has begun.
  mutating func loseBlock(
    _ side: HTTP2Side, _ reason: HTTP2LostHeaders, _ receiver: inout some HTTP2Receiver, to end: Int64
  ) {
    guard ends[side.index].block != nil else { return }
    if ends[side.index].block?.loss == nil { ends[side.index].block?.loss = reason }
    finishBlock(side, &receiver, to: end)
  }

  /// The block is over: it is decoded, or the receiver is told why it is not.
  mutating func finishBlock(_ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, to end: Int64) {
    guard let block = ends[side.index].block else { return }
    let fragments = exchange(&ends[side.index].fragments, with: [])
    ends[side.index].block = nil
    decode(block, fragments.span, side, &receiver, to: end)
    // The room is kept for the next block, unless it is more than most blocks need.
    guard fragments.capacity <= 16 << 10 else { return }
    ends[side.index].fragments = fragments
    ends[side.index].fragments.removeAll(keepingCapacity: true)
  }

  /// Where the content of a payload is that may be padded; nil if there is more padding than payload.
  private func content(
    of header: HTTP2FrameHeader, _ payload: Span<UInt8>, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver,
    _ place: HTTP2Place
  ) -> Range<Int>? {
    guard header.isPadded else { return 0..<payload.count }
    guard payload.count > 0 else { return nil }
    let end = header.payloadLength - Int(payload[0])
    guard end >= 1 else {
      receiver.receive(fault: .padding, place)
      return nil
    }
    return 1..<max(1, min(end, payload.count))
  }

  private mutating func beginBlock(
    _ block: HTTP2End.OpenBlock, _ content: Range<Int>, _ payload: Span<UInt8>, isCut: Bool, isLost: Bool,
    _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    var block = block
    if isLost { block.loss = .undecodable }
    let isWhole = ends[side.index].header.flags.contains(.endHeaders)
    if isWhole, !isCut, content.count <= limits.block {
      // What most blocks are: one frame, which is decoded where it is.
      return decode(block, payload.extracting(content), side, &receiver, to: place.range.upperBound)
    }
    ends[side.index].block = block
    append(payload.extracting(content), isCut: isCut, side, &receiver, place)
    if isWhole { finishBlock(side, &receiver, to: place.range.upperBound) }
  }

  private mutating func append(
    _ fragment: Span<UInt8>, isCut: Bool, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    let index = side.index
    guard ends[index].block?.loss == nil else { return }
    guard !isCut, fragment.count <= limits.block - ends[index].fragments.count else {
      ends[index].block?.loss = .tooLong
      ends[index].fragments = []
      receiver.receive(fault: .blockTooLong(limit: limits.block), place)
      return
    }
    ends[index].fragments.append(fragment)
  }

  private mutating func decode(
    _ block: HTTP2End.OpenBlock, _ bytes: Span<UInt8>, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver,
    to end: Int64
  ) {
    let index = side.index
    let place = HTTP2Place(
      side: side, stream: block.stream, range: min(block.start, end)..<end)
    var loss = block.loss
    if loss != nil {
      ends[index].decoder.forget()
    } else {
      do throws(HPACKError) {
        try ends[index].decoder.decode(bytes, into: &fields)
      } catch {
        receiver.receive(fault: .compression(error), place)
        loss = .undecodable
      }
    }
    if let loss {
      enter(block.stream, side, &receiver, place, opens: true)
      if let promised = block.promised {
        if promised != 0 { openPromised(promised, side, &receiver) }
      } else {
        streams[block.stream]?.halves[side.index].hasLostHeaders = true
      }
      receiver.receive(lostHeaders: loss, endsStream: block.endsStream, place)
    } else {
      deliver(block, side, &receiver, place)
    }
    if block.endsStream { self.end(block.stream, side, &receiver, place) }
  }

  /// Hands on what is in `fields`.
  private mutating func deliver(
    _ block: HTTP2End.OpenBlock, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    if !fields.flaws.isEmpty { receiver.receive(fault: .compressionFlaws(fields.flaws), place) }
    if fields.omittedCount > 0 { receiver.receive(fault: .sectionTooLarge(limit: limits.fields.section), place) }
    let kind = kind(of: block, side)
    switch kind {
    case .request: client = client ?? side
    case .response, .interim, .pushPromise: client = client ?? side.other
    case .trailers, .unknown: break
    }
    enter(block.stream, side, &receiver, place, opens: true)
    switch kind {
    case .pushPromise(let promised): openPromised(promised, side, &receiver)
    case .request, .response: streams[block.stream]?.halves[side.index].hasHead = true
    default: break
    }
    let headers = HTTP2Headers(
      kind: kind, endsStream: block.endsStream, priority: block.priority,
      flaws: HTTP2FieldFlaws.judge(fields, kind.section))
    receiver.receive(headers: headers, fields: fields, place)
  }

  private func kind(of block: HTTP2End.OpenBlock, _ side: HTTP2Side) -> HTTP2Headers.Kind {
    if let promised = block.promised { return .pushPromise(promised) }
    let hasHead = streams[block.stream]?.halves[side.index].hasHead ?? false
    if hasHead { return .trailers }
    if fields.field(.method) != nil { return .request }
    if fields.field(.status) != nil {
      guard let status = fields.status, (100..<200).contains(status) else { return .response }
      return .interim(status)
    }
    if fields.hasUnknown || fields.omittedCount > 0 { return .unknown }
    // Only trailers have no pseudo-header field; a head that lacks what it must have is still a head.
    guard let half = streams[block.stream]?.halves[side.index], isUncertain || half.hasLostHeaders else {
      return isUncertain ? .trailers : side == client ? .request : client == nil ? .unknown : .response
    }
    return .trailers
  }
}
