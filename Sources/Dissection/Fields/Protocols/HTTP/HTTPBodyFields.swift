import ContentCodings
import Exchanges
import TextOutput
import Wire

/// The nodes of a body: its chunks, its codings undone, and what is in it.
enum HTTPBodyFields {
  /// Adds the body from `start` to the end of the bytes; says whether a protocol of its own shows it.
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ facts: HTTPMessageFacts
  ) -> Bool {
    // No other packet depends on a body.
    guard !tree.isSilent else { return true }
    let saved = tree.buffer
    defer { tree.leave(saved) }
    guard facts.framing == .chunked else {
      return addCoded(&tree, bytes, start..<bytes.count, facts)
    }
    let whole = HTTPChunks.add(&tree, bytes, start)
    guard !whole.isEmpty, tree.enter("Content without chunks", whole) != nil else { return false }
    return addCoded(&tree, whole.span, 0..<whole.count, facts)
  }

  private static func addCoded(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ facts: HTTPMessageFacts
  ) -> Bool {
    let name = facts.fields.contentEncoding ?? ""
    guard let codings = try? ContentCoding.list(name), !codings.isEmpty else {
      if name.isEmpty || name.lowercased() == "identity" { return addContent(&tree, bytes, range, facts) }
      let mark = tree.begin(
        .text, range, .none, text: "Content in \(name): \(range.count) bytes")
      tree.expert(.httpDecompressionFailed, .warning)
      let depth = tree.depth
      tree.data(bytes.extracting(0..<range.upperBound), range.lowerBound, at: depth)
      tree.end(mark)
      return true
    }
    let decoded = tree.decode(bytes.extracting(range), codings, orPart: true)
    let mark = tree.begin(
      .text, range, .none,
      text: "Content in \(name): \(range.count) bytes"
        + (decoded.map { ", \($0.count) when decoded" } ?? ""))
    if decoded == nil {
      tree.expert(.httpDecompressionFailed, .warning)
      tree.data(bytes.extracting(0..<range.upperBound), range.lowerBound, at: tree.depth)
    }
    tree.end(mark)
    guard let decoded, tree.enter("Decoded content", decoded) != nil else { return true }
    return addContent(&tree, decoded.span, 0..<decoded.count, facts)
  }

  private static func addContent(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ facts: HTTPMessageFacts
  ) -> Bool {
    tree.add(.httpFileData, range, stored: .httpText) { line in
      line.append("Content: ", UInt64(range.count))
      line.append(" bytes")
    }
    guard !range.isEmpty else { return false }
    let type = (facts.fields.contentType ?? "").prefix { $0 != ";" && $0 != " " && $0 != "\t" }.lowercased()
    let content = bytes.extracting(0..<range.upperBound)
    guard !type.isEmpty else {
      tree.data(content, range.lowerBound, at: tree.depth)
      return false
    }
    tree.depth = 0
    if GRPCDissector.isWeb(type) {
      let call = GRPCCallFacts(path: facts.exchange.target, isRequest: facts.isRequest, type: type)
      GRPCDissector.addBody(&tree, content, range, call)
      return true
    }
    tree.context.bodyStream = 0
    MediaDissector.dissect(&tree, content, range.lowerBound, type: type)
    tree.context.bodyStream = nil
    return true
  }
}
