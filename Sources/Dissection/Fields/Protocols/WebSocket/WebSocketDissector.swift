import MessageFormats
import TextOutput
import Wire

/// WebSocket (RFC 6455): one frame, unmasked.
enum WebSocketDissector {
  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ facts: WebSocketFacts
  ) throws(DissectionStop) {
    let first = try bytes.byte(start)
    let second = try bytes.byte(start + 1)
    if !tree.tree.protocols.contains("http"), !tree.tree.protocols.contains("http2") { tree.noteProtocol("http") }
    let mark = tree.beginProtocol(.websocket, start..<bytes.count, text: "\(FieldID.websocket.field.label)")
    let (here, next) = (start..<start + 1, start + 1..<start + 2)
    tree.bits(.websocketFin, of: UInt64(first), here)
    tree.bits(.websocketRsv, of: UInt64(first), here)
    if facts.session.isCompressed { tree.bits(.websocketPmc, of: UInt64(first), here) }
    tree.bits(.websocketOpcode, of: UInt64(first), here)
    tree.bits(.websocketMask, of: UInt64(second), next)
    var position = start + 2
    let short = second & 0x7F
    let suffix = short == 126 ? " (16 bits follow)" : " (64 bits follow)"
    tree.add(
      .websocketPayloadLength, next, .unsigned(UInt64(short)),
      text: short < 126
        ? nil
        : ".\(TextFormat.pattern(UInt64(short), mask: 0x7F, bits: 8).dropFirst()) = Length of the payload, or 126 or 127: \(short)\(suffix)"
    )
    if short == 126 {
      try tree.number(.websocketPayloadLengthExt16, bytes, position, 2)
      position += 2
    } else if short == 127 {
      try tree.number(.websocketPayloadLengthExt64, bytes, position, 8)
      position += 8
    }
    if second & 0x80 != 0 {
      try tree.bytes(.websocketMaskingKey, bytes, position, 4)
      position += 4
    }
    let payload = position..<bytes.count
    guard !payload.isEmpty else { return tree.end(mark) }
    let saved = tree.buffer
    defer { tree.leave(saved) }
    guard let header = WebSocketFrameHeader(bytes, at: start), header.mask != nil else {
      WebSocketPayload(facts: facts, first: first).add(to: &tree, bytes, payload, mark)
      return
    }
    tree.add(.websocketMaskedPayload, payload, .none)
    var plain = [UInt8](bytes.extracting(payload))
    header.unmask(&plain, from: 0)
    guard tree.enter("Payload without the mask", plain) != nil else { return tree.end(mark) }
    WebSocketPayload(facts: facts, first: first).add(to: &tree, plain.span, 0..<plain.count, mark)
  }
}
