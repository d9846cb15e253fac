import Dissection
import Exchanges
import HTTP3
import Streams

/// What the frames of HTTP/3 tell that belong to no message.
extension WireEvidence {
  /// The first GOAWAY of the server on each connection.
  var http3Goaways: [(stream: Int, packet: PacketMark)] {
    var seen: Set<Int> = []
    return http3Frames.compactMap { frame in
      guard case .goaway = frame.kind, frame.party == .server, seen.insert(frame.connection).inserted else {
        return nil
      }
      return (Self.firstQUICStream + frame.connection, frame.packet)
    }
  }

  var hasResetHTTP3Stream: Bool {
    http3Frames.contains {
      if case .reset = $0.kind { $0.party == .server } else { false }
    }
  }

  /// Whether the server has said that it did not process a request (RFC 9114 sections 4.1.1 and 5.2).
  func isUnprocessedByHTTP3(_ request: ObservedRequest) -> Bool {
    guard let stream = request.http3Stream else { return false }
    return http3Frames.contains { frame in
      guard Self.firstQUICStream + frame.connection == request.stream, frame.party == .server else { return false }
      switch frame.kind {
      case .reset(.requestRejected, stream: stream): return true
      case .goaway(let first): return stream >= first
      default: return false
      }
    }
  }
}
