/// What a scripted server does with a response that it sends in steps: an event stream, the messages of a gRPC call, or any other body.
public enum StreamStep: Sendable, Hashable {
  /// Sends the head of a response. Its body and trailers are left out; further steps send them.
  case start(ScriptedResponse)
  /// Sends bytes of the body.
  ///
  /// - Parameter opening: the response whose head goes first if the current request has none yet.
  case body([UInt8], opening: ScriptedResponse)
  /// Ends the body, with trailers. In HTTP/2, a response that has not begun then consists of its head alone, with the trailers among its
  /// fields (gRPC: "Trailers-Only").
  case end(trailers: [ScriptedResponse.Header], opening: ScriptedResponse)
}

/// A response that is sent in steps, in the form of each version of HTTP.
struct StreamedResponse {
  /// How the end of the body is marked; nil while no response has begun.
  private var framing: ScriptedResponse.Framing?
  let isHTTP2: Bool

  init(isHTTP2: Bool) {
    self.isHTTP2 = isHTTP2
  }

  /// Begins with the next request.
  mutating func reset() { framing = nil }

  /// What is to be done for a step, in order.
  mutating func actions(_ step: StreamStep) -> [ScriptPlayer.Action] {
    switch step {
    case .start(let response):
      return start(response)
    case .body(let bytes, let opening):
      return (framing == nil ? start(opening) : []) + [part(bytes)]
    case .end(let trailers, let opening):
      guard framing != nil else { return headAlone(opening, trailers) }
      defer { framing = nil }
      if isHTTP2 { return [.part(.data([], end: trailers.isEmpty ? .data : .trailers(trailers)))] }
      return framing == .chunked ? [.write(Array("0\r\n\(ResponsePortions.lines(trailers))\r\n".utf8))] : []
    }
  }

  private mutating func start(_ response: ScriptedResponse) -> [ScriptPlayer.Action] {
    framing = response.framing
    guard isHTTP2 else { return [.write(ResponsePortions.head(response))] }
    return [.part(.head(HTTP2ResponsePortions.head(response), isLast: false))]
  }

  private func headAlone(
    _ response: ScriptedResponse, _ trailers: [ScriptedResponse.Header]
  ) -> [ScriptPlayer.Action] {
    var whole = response
    whole.headers += trailers
    guard isHTTP2 else {
      whole.framing = .length
      return [.write(ResponsePortions.head(whole))]
    }
    return [.part(.head(HTTP2ResponsePortions.head(whole), isLast: true))]
  }

  private func part(_ bytes: [UInt8]) -> ScriptPlayer.Action {
    if isHTTP2 { return .part(.data(bytes, end: nil)) }
    guard framing == .chunked else { return .write(bytes) }
    // A chunk of no bytes would be the last one.
    guard !bytes.isEmpty else { return .write([]) }
    return .write(Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [13, 10])
  }
}
