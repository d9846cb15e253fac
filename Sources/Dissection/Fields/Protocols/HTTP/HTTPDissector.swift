import Exchanges
import Streams
import TextOutput
import Wire

/// HTTP/1.x (RFC 9112): one message, with what its conversation says about it. SSDP has the same messages.
enum HTTPDissector {
  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ facts: HTTPMessageFacts, as layer: FieldID = .http
  ) throws(DissectionStop) {
    let mark = tree.beginProtocol(layer, start..<bytes.count, text: "\(layer.field.label)")
    var position = start
    if bytes.count - start > 3, bytes[start] == 0x0D, bytes[start + 1] == 0x0A {
      position += 2
      tree.expert(.httpLeadingCrlf, .error)
    }
    while position < bytes.count, bytes[position] == 0x0D || bytes[position] == 0x0A { position += 1 }
    HTTPStartLineFields.add(&tree, bytes, line(bytes, &position), facts)
    if tree.needs.httpFields {
      while position < bytes.count {
        let next = line(bytes, &position)
        if next.content.isEmpty {
          tree.add(.text, next.whole, .none, text: HTTPHeaderFields.escaped(bytes, next.whole))
          break
        }
        HTTPHeaderFields.add(&tree, bytes, next, facts)
      }
    }
    addLinks(&tree, facts)
    let head = start + facts.headLength
    guard tree.needs.bodies, facts.headLength > 0, head < bytes.count, facts.framing != .tunnel else {
      return tree.end(mark)
    }
    let isOpened = HTTPBodyFields.add(&tree, bytes, head, facts)
    tree.end(mark, at: isOpened ? head : bytes.count)
    tree.depth = mark.depth
  }

  /// A line, with and without its end.
  struct Line {
    var whole: Range<Int>
    var content: Range<Int>
  }

  static func line(_ bytes: Span<UInt8>, _ position: inout Int) -> Line {
    let start = position
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    var end = position
    if position < bytes.count { position += 1 }
    // Also where the capture, or the body, ends between the two.
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return Line(whole: start..<position, content: start..<end)
  }

  /// What the message's exchange and its neighbours say.
  private static func addLinks(_ tree: inout TreeBuilder, _ facts: HTTPMessageFacts) {
    let exchange = facts.exchange
    let number = UInt64(exchange.number)
    if facts.isRequest {
      if tree.wants(.httpRequestFullUri), let uri = exchange.fullURI {
        tree.generate(.httpRequestFullUri, .string(uri))
      }
      tree.hide(.httpRequest, 0..<0, .boolean(true))
      tree.generate(.httpRequestNumber, .unsigned(number))
      addFrame(&tree, .httpPrevRequestIn, exchange.previous?.request?.number)
      addLater(&tree, exchange, isRequest: true)
      return
    }
    tree.hide(.httpResponse, 0..<0, .boolean(true))
    tree.generate(.httpResponseNumber, .unsigned(number))
    if let request = exchange.request {
      let elapsed = tree.frame.timestamp.nanoseconds &- request.timestamp.nanoseconds
      tree.generate(.httpTime, .relativeTime(elapsed))
    }
    addFrame(&tree, .httpPrevRequestIn, exchange.previous?.request?.number)
    addFrame(&tree, .httpPrevResponseIn, exchange.previous?.response?.number)
    addFrame(&tree, .httpRequestIn, exchange.request?.number)
    addLater(&tree, exchange, isRequest: false)
    if tree.wants(.httpResponseForUri), let uri = exchange.fullURI ?? exchange.target {
      tree.generate(.httpResponseForUri, .string(uri))
    }
  }

  /// What only a second pass knows.
  private static func addLater(_ tree: inout TreeBuilder, _ exchange: HTTPTreeExchange, isRequest: Bool) {
    guard let hindsight = tree.state.hindsight else { return }
    let this = CaptureHindsight.ExchangeKey(stream: exchange.stream, number: exchange.number)
    let next = CaptureHindsight.ExchangeKey(stream: exchange.stream, number: exchange.number + 1)
    if isRequest { addFrame(&tree, .httpResponseIn, hindsight.responses[this]) }
    addFrame(&tree, .httpNextRequestIn, hindsight.requests[next])
    if !isRequest { addFrame(&tree, .httpNextResponseIn, hindsight.responses[next]) }
  }

  private static func addFrame(_ tree: inout TreeBuilder, _ field: FieldID, _ frame: Int?) {
    guard let frame else { return }
    tree.generate(field, .unsigned(UInt64(clamping: frame)))
  }
}
