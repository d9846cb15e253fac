import Captures
import Glibc
import Wire

/// Captures that want to be remembered: far more conversations than there is memory for, or one that never ends.
enum CrowdCapture: String, CaseIterable {
  /// 100,000 conversations, each with a hole before what it says.
  case holes
  /// 100,000 requests under way, each with half of its response.
  case requests
  /// 300,000 connections that are never answered.
  case floods
  /// 200,000 UDP conversations.
  case datagrams
  /// 200 MB behind a hole in one conversation.
  case gap
  /// 100 MB that are sent again with other content.
  case conflict
  /// A body of 4 GB, past the wrap of sequence numbers; only ever in a pipe.
  case endless

  static let endlessBytes = 4 << 30

  /// Writes the capture to a file or, as `-`, to a pipe.
  func write(to path: String) throws {
    var crowd = try CrowdWriter(path)
    switch self {
    case .holes:
      for client in 0..<100_000 { try crowd.handshake(client) }
      for round in 0..<4 {
        for client in 0..<100_000 { try crowd.request(client, at: 100 + UInt32(round) * 700, CrowdWriter.text) }
      }
    case .requests:
      for client in 0..<100_000 {
        try crowd.handshake(client)
        try crowd.request(client, at: 0, Array("GET /\(client) HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)[...])
      }
      let head = Array("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3000\r\n\r\n".utf8)
      for client in 0..<100_000 { try crowd.response(client, at: 0, head + CrowdWriter.text) }
    case .floods: for client in 0..<300_000 { try crowd.synchronize(client) }
    case .datagrams: for client in 0..<200_000 { try crowd.datagram(client) }
    case .gap: try crowd.body(200 << 20, hole: 1000, copies: 1)
    case .conflict: try crowd.body(50 << 20, hole: 0, copies: 2)
    case .endless: try crowd.body(Self.endlessBytes, hole: 0, copies: 1)
    }
    try crowd.close()
  }
}
