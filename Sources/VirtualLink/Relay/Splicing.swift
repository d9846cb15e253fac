import CLinux
import CNetlink
import Glibc

/// The bytes of one direction of a relayed connection.
///
/// Bytes that have arrived stay in the source's buffer until the sink has taken it: it is copied from there without being removed (MSG_PEEK of
/// recv(2)), and what was sent is then removed without being copied (MSG_TRUNC of tcp(7)). So a connection has nothing but its two
/// sockets, and while the sink takes nothing, the source's window closes.
struct SplicedDirection {
  /// What moving bytes has led to.
  enum Outcome {
    /// Nothing more can be moved for now.
    case waits
    /// As much was moved as one connection may move before others have their turn.
    case hasMore
    /// One of the sockets has failed: its connection was reset, or timed out.
    case failed
  }

  /// True if the source has sent everything (FIN), and the end has been passed on.
  private(set) var isOver = false

  private static let turns = 16

  /// Moves what can be moved without waiting.
  mutating func move(from source: Descriptor, to sink: Descriptor, by buffer: UnsafeMutableRawBufferPointer) -> Outcome
  {
    guard !isOver else { return .waits }
    for _ in 0..<Self.turns {
      let count = recv(source.raw, buffer.baseAddress, buffer.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
      if count == 0 {
        shutdown(sink.raw, Int32(SHUT_WR))
        isOver = true
        return .waits
      }
      guard count > 0 else { return errno == EAGAIN ? .waits : .failed }
      let sent = send(sink.raw, buffer.baseAddress, count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      // The sink's queue reports when there is room again.
      guard sent > 0 else { return errno == EAGAIN ? .waits : .failed }
      guard recv(source.raw, nil, sent, Int32(MSG_TRUNC) | Int32(MSG_DONTWAIT)) == sent else { return .failed }
    }
    return .hasMore
  }
}

/// A relayed connection whose bytes are passed on unchanged.
struct SplicedConnection {
  let connection: RelayedConnection
  private var up = SplicedDirection()
  private var down = SplicedDirection()

  init(_ connection: RelayedConnection) {
    self.connection = connection
  }

  /// Whether both directions have ended.
  var isOver: Bool { up.isOver && down.isOver }

  /// Moves bytes in both directions. A failure of one connection is passed on to the other as a reset.
  mutating func move(by buffer: UnsafeMutableRawBufferPointer) -> SplicedDirection.Outcome {
    // What the server has sent before a reset goes to the client first.
    let down = down.move(from: connection.upstream, to: connection.client, by: buffer)
    let up = up.move(from: connection.client, to: connection.upstream, by: buffer)
    switch (down, up) {
    case (.failed, _), (_, .failed):
      hw_close_with_reset(connection.client.raw)
      hw_close_with_reset(connection.upstream.raw)
      return .failed
    case (.hasMore, _), (_, .hasMore): return .hasMore
    default: return .waits
    }
  }
}
