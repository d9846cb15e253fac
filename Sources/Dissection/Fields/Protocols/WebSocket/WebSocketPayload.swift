import TextOutput
import Wire

/// The nodes of a frame's payload, and of the message that it completes.
struct WebSocketPayload {
  var facts: WebSocketFacts
  /// The frame's first byte: whether it is the last of its message, and what it is.
  var first: UInt8

  private var opcode: UInt8 { first & 15 }
  private var isLast: Bool { first & 0x80 != 0 }

  /// Adds the payload below the frame's node, and what is in it after that.
  func add(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ frame: NodeMark) {
    let mark = tree.begin(.websocketPayload, range, .none)
    if opcode >= 8 {
      addControl(to: &tree, bytes, range)
      tree.end(mark)
      return tree.end(frame)
    }
    let isCompressed = facts.session.isCompressed && first & 0x40 != 0
    if opcode != 0, isLast {
      return show(&tree, bytes, range, opcode, isCompressed, mark, frame)
    }
    let message = facts.session.add(
      bytes.extracting(range), opcode: opcode, isCompressed: isCompressed, isLast: isLast, of: facts.side)
    guard let message else {
      if opcode == 0 { tree.add(.websocketPayloadContinue, range, .bytes) }
      tree.end(mark)
      return tree.end(frame)
    }
    guard tree.enter("Message from frames", message.bytes) != nil else { return tree.end(frame) }
    show(
      &tree, message.bytes.span, 0..<message.bytes.count, message.opcode, message.isCompressed, mark, frame)
  }

  private func show(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ opcode: UInt8, _ isCompressed: Bool,
    _ mark: NodeMark, _ frame: NodeMark
  ) {
    if isCompressed {
      guard let plain = facts.session.inflated(bytes.extracting(range), of: facts.side),
        tree.enter("Decompressed message", plain) != nil
      else {
        tree.end(mark)
        tree.expert(nil, .warning, "The message cannot be decompressed")
        return tree.end(frame)
      }
      return show(&tree, plain.span, 0..<plain.count, opcode, false, mark, frame)
    }
    let content = bytes.extracting(0..<range.upperBound)
    if opcode == 1 {
      tree.add(.websocketPayloadText, range, .string(bytes.text(range)))
    }
    tree.end(mark)
    tree.end(frame)
    if opcode == 1 {
      MediaDissector.text(&tree, content, range.lowerBound, "")
    } else {
      tree.data(content, range.lowerBound)
    }
  }

  private func addControl(to tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>) {
    switch opcode {
    case 8:
      let mark = tree.begin(.websocketPayloadClose, range, .none)
      if range.count >= 2 {
        tree.add(
          .websocketPayloadCloseStatusCode, range.lowerBound..<range.lowerBound + 2,
          .unsigned(UInt64(bytes.uint16(at: range.lowerBound))))
        if range.count > 2 {
          let reason = range.lowerBound + 2..<range.upperBound
          tree.add(.websocketPayloadCloseReason, reason, .string(bytes.text(reason)))
        }
      }
      tree.end(mark)
    case 9: tree.add(.websocketPayloadPing, range, .bytes)
    case 10: tree.add(.websocketPayloadPong, range, .bytes)
    default: break
    }
  }
}
