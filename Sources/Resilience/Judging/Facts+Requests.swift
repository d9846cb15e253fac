internal import Dissection
internal import Wire

/// What the client asked over HTTP in the clear.
extension Facts {
  private var sent: [PacketMark] { evidence.requests.map(\.packet) }

  func repeatsRequests(_ count: Int) -> Finding? {
    let copies = Dictionary(grouping: evidence.requests) { "\($0.method) \($0.target)" }
    guard let most = copies.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }), most.value.count > count
    else { return nil }
    let packets = most.value.map(\.packet)
    return Finding("it sent \(most.key) \(packets.count) times,\(at(packets))", packets)
  }

  func hurries(_ time: Int64) -> Finding? {
    // The server's clock and the client's are the same; a hundredth is for the way.
    for (before, after) in zip(sent, sent.dropFirst()) where after.timestamp - before.timestamp < time - time / 100 {
      return Finding(
        "it sent the next request after \(Seconds.text(after.timestamp - before.timestamp))", [before, after])
    }
    return nil
  }

  func doesNotBackOff() -> Finding? {
    let gaps = zip(sent, sent.dropFirst()).map { $1.timestamp - $0.timestamp }
    for (index, (shorter, longer)) in zip(gaps, gaps.dropFirst()).enumerated() where longer <= shorter {
      let words = "it waited \(Seconds.text(shorter)) and then \(Seconds.text(longer))"
      return Finding(words, Array(sent[index..<(index + 3)]))
    }
    return nil
  }

  func requests() -> Finding? {
    sent.isEmpty ? nil : Finding("it sent a request\(at(sent))", sent)
  }

  func reuses() -> Finding? {
    let streams = Dictionary(grouping: evidence.requests, by: \.stream)
    guard let shared = streams.values.first(where: { $0.count > 1 }) else { return nil }
    return Finding("it sent \(shared.count) requests on one connection", shared.map(\.packet))
  }

  func getsLess(_ count: Int) -> Finding? {
    let answered = evidence.requests.count { $0.status != nil }
    return answered < count ? Finding("it got \(answered) of \(evidence.requests.count) responses", sent) : nil
  }

  func sendsLess() -> Finding? {
    let asked = scenario.requests.first?.bodyBytes ?? 0
    guard let request = evidence.requests.max(by: { $0.bodyBytes < $1.bodyBytes }) else {
      return Finding("it sent no request")
    }
    guard request.bodyBytes < Int64(asked) else { return nil }
    return Finding("it sent \(request.bodyBytes) of \(asked) bytes", [request.packet])
  }
}
