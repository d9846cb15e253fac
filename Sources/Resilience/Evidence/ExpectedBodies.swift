/// The bodies that a client can rightly have made of the responses to one request: a whole one, or one that it put together from an
/// incomplete response and the parts that it asked for afterwards (RFC 9110 sections 14 and 15.3.7).
struct ExpectedBodies {
  /// Nil if the wire does not show them.
  private(set) var whole: [[UInt8]]? = []
  /// Whether a client may have kept one of them in its coding, so that another output is no proof.
  private(set) var hasCoded = false

  /// - Parameter requests: the client's requests for one resource, in order, with those of redirects.
  init(_ requests: [ObservedRequest]) {
    if requests.contains(where: \.dialogue.hasMessages) {
      let lines = MessageLines(requests)
      whole = lines.isKnown ? [lines.all] : nil
      return
    }
    // What the client has of the representation, and the tag of that.
    var held: (bytes: [UInt8], tag: String?)?
    for request in requests where !request.asksForTunnel {
      guard let status = request.status, (200...299).contains(status) else { continue }
      guard let body = request.response else {
        whole = nil
        return
      }
      hasCoded = hasCoded || body.isCoded
      let isComplete = request.completed != nil
      guard status == 206 else {
        if isComplete { whole?.append(body.bytes) }
        held = (body.bytes, body.tag)
        continue
      }
      if let range = body.range, let before = held, before.bytes.count >= range.first,
        Self.match(before.tag, body.tag) || body.tag == nil && request.ifRange == before.tag
      {
        let joined = before.bytes[..<range.first] + body.bytes
        held = (Array(joined), body.tag ?? before.tag)
        if isComplete, range.complete.map({ $0 == joined.count }) ?? true { whole?.append(Array(joined)) }
      } else if isComplete, held == nil || body.range.map({ $0.first == 0 && $0.complete == body.bytes.count }) == true
      {
        // It asked for this part and no other, or the part is everything.
        whole?.append(body.bytes)
      }
    }
  }

  /// Whether an output is one of them; nil if that is not known.
  /// - Parameter coded: the coded bodies that a script sends; without them, any output may be one that a client kept in its coding.
  func contain(_ output: [UInt8], coded: [[UInt8]] = []) -> Bool? {
    guard let whole else { return nil }
    if whole.contains(output) { return true }
    guard hasCoded, !output.isEmpty else { return false }
    return coded.isEmpty || coded.contains { $0.starts(with: output) } ? nil : false
  }

  /// Whether two parts are of the same representation. Only a strong tag proves it; without any tag, nothing speaks against it.
  private static func match(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one == other && !one.hasPrefix("W/")
  }
}

extension WireEvidence {
  /// What each of the requests that a client was asked for can have brought it.
  func expectedBodies(for asked: [AskedRequest]) -> [ExpectedBodies] {
    requestsFor(asked).map { ExpectedBodies($0) }
  }

  /// The requests that a client made for each of those that it was asked for.
  func requestsFor(_ asked: [AskedRequest]) -> [[ObservedRequest]] {
    guard asked.count > 1 else { return [requests] }
    return asked.map { order in
      requests.filter { $0.method == order.method && $0.target == order.target }
    }
  }
}
