import Exchanges
import TextOutput
import Wire

/// The nodes of the chunked transfer coding (RFC 9112 section 7.1).
enum HTTPChunks {
  /// Adds the chunks from `start` on; gives their data without the framing.
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) -> [UInt8] {
    let mark = tree.begin(.text, start..<bytes.count, .none, text: "Content in chunks")
    defer { tree.end(mark) }
    var whole: [UInt8] = []
    var position = start
    while position < bytes.count {
      let begin = position
      let line = HTTPDissector.line(bytes, &position)
      guard let size = HTTPMessageParser.chunkSize(bytes.extracting(line.content)) else { break }
      let data = position..<position + Int(min(size, Int64(bytes.count - position)))
      let end = min(bytes.count, data.upperBound + 2)
      let chunk = tree.begin(
        .text, begin..<end, .none, text: size == 0 ? "Last chunk" : "Chunk of \(data.count) bytes")
      tree.add(
        .httpChunkSize, begin..<position, .unsigned(UInt64(data.count)), text: "Size of the chunk: \(data.count) bytes")
      if size > 0 {
        tree.add(.httpChunkData, data, .bytes)
        tree.add(.httpChunkBoundary, data.upperBound..<end, .bytes)
        whole.append(bytes.extracting(data))
        position = end
      }
      tree.end(chunk)
      if size == 0 {
        addTrailer(&tree, bytes, position)
        break
      }
    }
    return whole
  }

  private static func addTrailer(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) {
    var position = start
    var last = HTTPDissector.Line(whole: start..<start, content: start..<start)
    while position < bytes.count {
      last = HTTPDissector.line(bytes, &position)
      if last.content.isEmpty { break }
    }
    let end = last.content.isEmpty ? last.whole.lowerBound : position
    if end > start { HTTPStartLineFields.string(&tree, .httpChunkedTrailerPart, bytes, start..<end) }
    if last.content.isEmpty, !last.whole.isEmpty {
      tree.add(.text, last.whole, .none, text: HTTPHeaderFields.escaped(bytes, last.whole))
    }
  }
}
