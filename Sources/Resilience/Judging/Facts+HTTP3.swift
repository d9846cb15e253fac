import Streams

internal import Dissection
internal import QUIC
internal import Wire

/// How the client uses HTTP/3, and TCP where that does not work.
extension Facts {
  /// The requests over HTTP/3.
  private var http3: [ObservedRequest] { evidence.requests.filter { $0.http3Stream != nil } }

  func lateFallbackToTCP(after time: Int64) -> Finding? {
    guard let tried = evidence.quicConnections.first?.began else { return nil }
    let answers = evidence.requests.filter { $0.http3Stream == nil }.compactMap(\.answered)
    guard let answer = answers.first(where: { $0.number > tried.number }) else {
      return Finding("it got no response over TCP after its first packet of QUIC\(at([tried]))", [tried])
    }
    let waited = answer.timestamp - tried.timestamp
    guard waited > time else { return nil }
    return Finding(
      "it got a response over TCP \(Seconds.text(waited)) after its first packet of QUIC", [tried, answer],
      overrun: Overrun(from: tried.timestamp, limit: tried.timestamp.later(by: time), at: answer.timestamp))
  }

  func missingHTTP3() -> Finding? {
    if http3.contains(where: { $0.status != nil }) { return nil }
    let tried = evidence.quicConnections.map(\.began)
    let words = http3.isEmpty ? "it sent no request over HTTP/3" : "it got no response over HTTP/3"
    return Finding(tried.isEmpty ? words : "\(words), and tried QUIC\(at(tried))", tried)
  }

  func anyHTTP3Request() -> Finding? {
    guard let first = http3.first else { return nil }
    return Finding("it sent \(first.method) \(first.target) over HTTP/3\(at([first.packet]))", [first.packet])
  }
}
