import ContentCodings
import TextOutput
import Wire

/// The nodes of a DATA frame's content, and of the body that it ends.
enum HTTP2BodyFields {
  /// - Parameters:
  ///   - mark: the protocol's node, and that of the frame.
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>, _ facts: HTTP2Facts, _ mark: NodeMark,
    _ stream: NodeMark
  ) {
    let padding = content.upperBound..<bytes.count
    guard let body = facts.body, !body.isDamaged, !body.bytes.isEmpty else {
      if !content.isEmpty { tree.add(.http2DataData, content, .bytes) }
      if !padding.isEmpty { tree.add(.http2DataPadding, padding, .bytes) }
      tree.end(stream)
      tree.end(mark)
      return addMessages(&tree, bytes, content.lowerBound - facts.content.lowerBound, facts)
    }
    let frame = tree.buffer
    if body.frames > 1 {
      guard tree.enter("Content from frames", body.bytes) != nil else { return tree.end(mark) }
      addParts(&tree, body.bytes.count, body.parts)
      addContent(&tree, body.bytes.span, 0..<body.bytes.count, body, padding, frame, mark)
    } else {
      addContent(&tree, bytes, content, body, padding, frame, mark)
    }
  }

  /// Adds the messages of a gRPC call or a WebSocket that a frame completes.
  ///
  /// - Parameter start: where the frame begins in the bytes.
  private static func addMessages(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ facts: HTTP2Facts
  ) {
    let saved = tree.buffer
    for message in facts.messages {
      switch message {
      case .range(let range):
        addMessage(&tree, bytes, start + range.lowerBound..<start + range.upperBound, facts)
      case .bytes(let whole, let parts):
        guard tree.enter("Content from frames", whole) != nil else { return }
        tree.depth = 0
        addParts(&tree, whole.count, parts)
        addMessage(&tree, whole.span, 0..<whole.count, facts)
        tree.leave(saved)
      }
    }
  }

  private static func addMessage(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ facts: HTTP2Facts
  ) {
    guard let socket = facts.socket else { return GRPCDissector.add(&tree, bytes, range, facts.call) }
    tree.run("websocket", bytes.extracting(0..<range.upperBound), range.lowerBound) {
      (tree, bytes, start) throws(DissectionStop) in
      try WebSocketDissector.dissect(&tree, bytes, start, socket)
    }
  }

  /// Adds the body that trailers end; says whether there is one. The nodes of the frame and the protocol are then ended.
  static func addEnded(
    _ tree: inout TreeBuilder, _ facts: HTTP2Facts, _ mark: NodeMark, _ stream: NodeMark
  ) -> Bool {
    guard let body = facts.body, !body.isDamaged, !body.bytes.isEmpty else { return false }
    let frame = tree.buffer
    guard tree.enter("Content from frames", body.bytes) != nil else { return false }
    addParts(&tree, body.bytes.count, body.parts)
    addContent(&tree, body.bytes.span, 0..<body.bytes.count, body, 0..<0, frame, mark)
    return true
  }

  private static func addContent(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ body: HTTP2TreeBody, _ padding: Range<Int>,
    _ frame: UInt8, _ mark: NodeMark
  ) {
    let coding = body.coding ?? ""
    guard let codings = try? ContentCoding.list(coding), !codings.isEmpty else {
      return show(&tree, bytes, range, body, padding, frame, mark)
    }
    let plain = tree.decode(bytes.extracting(range), codings)
    tree.add(
      .text, range, .none,
      text: "Content in \(coding): \(range.count) bytes"
        + (plain.map { ", \($0.count) when decoded" } ?? ""))
    guard let plain else {
      tree.expert(.http2BodyDecompressionFailed, .warning)
      return show(&tree, bytes, range, nil, padding, frame, mark)
    }
    guard tree.enter("Decoded content", plain) != nil else { return tree.end(mark) }
    show(&tree, plain.span, 0..<plain.count, body, padding, frame, mark)
  }

  private static func show(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ body: HTTP2TreeBody?, _ padding: Range<Int>,
    _ frame: UInt8, _ mark: NodeMark
  ) {
    let buffer = tree.buffer
    tree.add(.http2DataData, range, .bytes)
    tree.buffer = frame
    if !padding.isEmpty { tree.add(.http2DataPadding, padding, .bytes) }
    tree.buffer = buffer
    tree.end(mark)
    let type = (body?.type ?? "").prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
    tree.depth = 0
    if let body, GRPCDissector.isWeb(type) {
      return GRPCDissector.addBody(&tree, bytes, range, body.call)
    }
    guard MediaDissector.isKnown(type) else { return }
    MediaDissector.dissect(&tree, bytes.extracting(0..<range.upperBound), range.lowerBound, type: type)
  }

  private static func addParts(_ tree: inout TreeBuilder, _ length: Int, _ parts: [StreamPart]) {
    let list = parts.map { "\($0.count) in packet \($0.frame)" }.joined(separator: ", ")
    let mark = tree.begin(
      .http2BodyFragments, 0..<length, .none, traits: .generated,
      text: "[Content of \(length) bytes from \(parts.count) part\(parts.count == 1 ? "" : "s"): \(list)]")
    var start = 0
    for part in parts {
      let range = start..<start + part.count
      tree.add(
        .http2BodyFragment, range, .unsigned(UInt64(clamping: part.frame)), traits: .generated,
        text: "[In packet \(part.frame): bytes \(range.lowerBound) to \(range.upperBound - 1), \(part.count) in all]")
      start = range.upperBound
    }
    tree.generate(.http2BodyFragmentCount, .unsigned(UInt64(parts.count)))
    tree.generate(.http2BodyReassembledLength, .unsigned(UInt64(length)))
    tree.add(.http2BodyReassembledData, 0..<length, .bytes, traits: .generated)
    tree.end(mark)
  }
}
