import Streams

internal import Dissection
internal import Wire

/// The client's HTTP requests.
extension Facts {
  private var sent: [PacketMark] { evidence.requests.map(\.packet) }

  func repeatedRequest(moreThan count: Int) -> Finding? {
    let copies = Dictionary(grouping: evidence.requests) { "\($0.method) \($0.target)" }
      .filter { !Self.areRecognizable($0.value) }
    guard let most = copies.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }), most.value.count > count
    else { return nil }
    let packets = most.value.map(\.packet)
    return Finding("it sent \(most.key) \(packets.count) times,\(at(packets))", packets)
  }

  /// Whether a server can tell from an Idempotency-Key that copies of a request with a method that is not idempotent are one. RFC 9110
  /// section 9.2.2 lets a client retry such a request.
  private static func areRecognizable(_ copies: [ObservedRequest]) -> Bool {
    guard let first = copies.first, ["POST", "PATCH"].contains(first.method), let key = first.idempotencyKey else {
      return false
    }
    return copies.allSatisfy { $0.idempotencyKey == key }
  }

  /// Only GET, HEAD and their like may be sent again by a client that does not know what became of them (RFC 9110 section 9.2.2),
  /// except where HTTP/2 says that a request was not processed (RFC 9113 section 8.7).
  func repeatedUnsafeRequest() -> Finding? {
    let unsafe = evidence.requests.filter { !Self.idempotent.contains($0.method) && !evidence.isUnprocessed($0) }
    let copies = Dictionary(grouping: unsafe) { "\($0.method) \($0.target)" }
      .filter { $0.value.count > 1 && !Self.areRecognizable($0.value) }
    guard let first = copies.min(by: { $0.key < $1.key }) else { return nil }
    let packets = first.value.map(\.packet)
    let others = copies.count == 1 ? "" : ", and \(copies.count - 1) more"
    return Finding("it sent \(first.key) \(packets.count) times,\(at(packets))\(others)", packets)
  }

  private static let idempotent: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

  func bodies(longerThan bytes: Int) -> Finding? {
    guard let longest = evidence.requests.max(by: { $0.bodyBytes < $1.bodyBytes }), longest.bodyBytes > Int64(bytes)
    else { return nil }
    return Finding("it sent \(longest.bodyBytes) bytes", [longest.packet])
  }

  func requestWithoutPause(of time: Int64) -> Finding? {
    // One percent is allowed, because requests can differ in how long they travel.
    for (before, after) in zip(sent, sent.dropFirst()) where after.timestamp - before.timestamp < time - time / 100 {
      return Finding(
        "it sent the next request after \(Seconds.text(after.timestamp - before.timestamp))", [before, after])
    }
    return nil
  }

  func missingBackoff() -> Finding? {
    if let early = retryBeforeItsTime() { return early }
    let pauses = Pauses(between: sent)
    guard let flaw = pauses.flaw else { return nil }
    return Finding("it waited \(Seconds.list(pauses.lengths)) between requests: \(flaw)", sent)
  }

  /// A retry that came before the time that the response before it asked for with Retry-After (RFC 9110 section 10.2.3).
  private func retryBeforeItsTime() -> Finding? {
    for (index, request) in evidence.requests.enumerated() {
      guard let asked = request.retryAfter, let answered = request.answered,
        let next = evidence.requests[(index + 1)...].first(where: { $0.isSame(as: request) })
      else { continue }
      let waited = next.packet.timestamp - answered.timestamp
      // One percent is allowed, because packets can differ in how long they travel.
      guard waited < asked - asked / 100 else { continue }
      return Finding(
        "it sent \(next.method) \(next.target) again \(Seconds.text(waited)) after a response with Retry-After: \(asked / 1_000_000_000)",
        [answered, next.packet])
    }
    return nil
  }

  func requests(moreThan count: Int) -> Finding? {
    sent.count > count ? Finding("it sent \(sent.count) requests,\(at(sent))", sent) : nil
  }

  /// Compares the waits before the retries of simultaneous requests. Without jitter, they are all equal.
  func simultaneousRetries(within time: Int64) -> Finding? {
    let tries = Dictionary(grouping: evidence.requests, by: \.target).values.filter { $0.count > 1 }
    let waits = tries.map { $0[1].packet.timestamp - $0[0].packet.timestamp }
    guard waits.count > 2, let shortest = waits.min(), let longest = waits.max(), longest - shortest < time else {
      return nil
    }
    let words = "\(waits.count) requests were retried after \(Seconds.text(shortest)) to \(Seconds.text(longest))"
    return Finding(words, tries.map { $0[1].packet }.sorted { $0.number < $1.number })
  }

  func lateBody(after time: Int64) -> Finding? {
    for connection in evidence.connections {
      guard let head = connection.firstRequest else { continue }
      guard let body = connection.secondSent else {
        // The head and the body may be in the same packet.
        let hasBody = evidence.requests.contains { $0.packet.number == head.number && $0.bodyBytes > 0 }
        return hasBody ? nil : Finding("it never sent the body", [head])
      }
      let waited = body.timestamp - head.timestamp
      if waited > time {
        let overrun = Overrun(from: head.timestamp, limit: head.timestamp.later(by: time), at: body.timestamp)
        return Finding(
          "it sent the body only \(Seconds.text(waited)) after the head", [head, body], overrun: overrun)
      }
    }
    return nil
  }

  /// Whether simultaneous requests waited for a connection and the client did not report it.
  func unreportedFullPool() -> Finding? {
    let asked = 1 + scenario.requests.dropFirst().count { $0.isTogether }
    let opened = evidence.connections.compactMap(\.attempts.first)
    guard opened.count < asked, outcome.status != 0 else { return nil }
    let words = [
      "pool", "queue", "acquire", "too many connections", "connection limit", "no connection", "waiting for a",
    ]
    guard missingOutput(of: words) != nil else { return nil }
    return Finding(
      "it opened \(opened.count) connections for \(asked) requests, and did not report that the others wait", opened)
  }

  func anyRequest() -> Finding? {
    sent.isEmpty ? nil : Finding("it sent a request\(at(sent))", sent)
  }

  func reusedConnection() -> Finding? {
    if let stray = strays.first {
      return Finding("it sent the request for \(stray.target) in the place of the rest of another request's body", sent)
    }
    let streams = Dictionary(grouping: evidence.requests, by: \.stream)
    guard let shared = streams.values.first(where: { $0.count > 1 }) else { return nil }
    return Finding("it sent \(shared.count) requests on one connection", shared.map(\.packet))
  }

  func responses(fewerThan count: Int) -> Finding? {
    let answered = evidence.requests.count { $0.status != nil }
    return answered < count ? Finding("it got \(answered) of \(evidence.requests.count) responses", sent) : nil
  }

  func missingResponse(by limit: Timestamp) -> Finding? {
    // Without the secrets of TLS, the servers' log says that there was a response, and the wire when its first bytes arrived.
    let answers = evidence.requests.compactMap { request in
      request.stream >= 0 || request.status == nil
        ? request.answered : evidence.connections[-1 - request.stream].firstResponse
    }
    if answers.contains(where: { $0.timestamp <= limit }) { return nil }
    guard let first = answers.min(by: { $0.number < $1.number }) else { return Finding("it got no response", sent) }
    return Finding("it got the first response\(at([first]))", [first], overrun: overrun(limit, first.timestamp))
  }

  func incompleteUpload() -> Finding? {
    let asked = scenario.requests.first?.bodyBytes ?? 0
    guard let request = evidence.requests.max(by: { $0.bodyBytes < $1.bodyBytes }) else {
      return Finding("it sent no request")
    }
    guard request.bodyBytes < Int64(asked) else { return nil }
    return Finding("it sent \(request.bodyBytes) of \(asked) bytes", [request.packet])
  }
}
