/// The bodies that a client can rightly have made of the responses to one request: a whole one, or one that it put together from an
/// incomplete response and the parts that it asked for afterwards (RFC 9110 sections 14 and 15.3.7).
struct ExpectedBodies {
  /// Nil if the wire does not show them.
  private(set) var whole: [[UInt8]]? = []
  /// Whether a client may have kept one of them in its coding, so that another output is no proof.
  private(set) var hasCoded = false

  /// - Parameter requests: the client's requests for one resource, in order, with those of redirects.
  init(_ requests: [ObservedRequest]) {
    // What the client has of the representation, and the tag of that.
    var held: (bytes: [UInt8], tag: String?)?
    for request in requests {
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
  func contain(_ output: [UInt8]) -> Bool? {
    guard let whole else { return nil }
    if whole.contains(output) { return true }
    return hasCoded && !output.isEmpty ? nil : false
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
    guard asked.count > 1 else { return [ExpectedBodies(requests)] }
    return asked.map { order in
      let target = Self.target(of: order.url)
      return ExpectedBodies(requests.filter { $0.method == order.method && $0.target == target })
    }
  }

  /// `/item?a=b` of `http://api.test/item?a=b`.
  private static func target(of url: String) -> String {
    let rest = url.drop { $0 != ":" }.dropFirst(3)
    let target = rest.drop { $0 != "/" }
    return target.isEmpty ? "/" : String(target.prefix { $0 != "#" })
  }
}
