import Dissection
import Exchanges
import HTTP2
import Streams

/// What the frames of HTTP/2 and HTTP/3 tell that belong to no message.
extension WireEvidence {
  /// The first GOAWAY of the server on each connection.
  var goaways: [(stream: Int, packet: PacketMark)] {
    var seen: Set<Int> = []
    return http3Goaways
      + controlFrames.compactMap { frame in
        guard case .goaway = frame.kind, frame.party == .server, seen.insert(frame.stream).inserted else { return nil }
        return (frame.stream, frame.packet)
      }
  }

  /// Whether the server has reset a stream.
  var hasResetStream: Bool {
    let isReset = controlFrames.contains {
      if case .reset = $0.kind { $0.party == .server } else { false }
    }
    return isReset || hasResetHTTP3Stream
  }

  /// The first SETTINGS of the server on a connection.
  func settings(of stream: Int) -> PacketMark? {
    controlFrames.first { frame in
      guard case .settings = frame.kind else { return false }
      return frame.stream == stream && frame.party == .server
    }?.packet
  }

  /// The requests on a connection of HTTP/2 that were not over when another one was sent.
  func streamsOpen(before request: ObservedRequest) -> [ObservedRequest] {
    guard let own = request.http2Stream else { return [] }
    return requests.filter { other in
      guard let stream = other.http2Stream, other.stream == request.stream, stream < own else { return false }
      return other.ended.map { $0.number > request.packet.number } ?? true
    }
  }

  /// Whether the server has said that it did not process a request: its stream was refused, or is beyond the last one of a GOAWAY (RFC
  /// 9113 section 8.7).
  func isUnprocessed(_ request: ObservedRequest) -> Bool {
    guard let stream = request.http2Stream else { return isUnprocessedByHTTP3(request) }
    return controlFrames.contains { frame in
      guard frame.stream == request.stream, frame.party == .server else { return false }
      switch frame.kind {
      case .reset(.refusedStream, stream: stream): return true
      case .goaway(_, let last): return stream > last
      default: return false
      }
    }
  }
}
