import CLinux
import Glibc

/// The bytes of one direction of a relayed connection, on their way through a pipe in the kernel (splice(2)).
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

  private let pipe: Pipe
  /// How many bytes are in the pipe.
  private var inPipe = 0
  /// Whether the source has sent everything (FIN).
  private var sourceHasEnded = false
  /// Whether the end has been passed on.
  private(set) var isOver = false

  private static let most = 1 << 20
  private static let turns = 16

  init(_ pipe: Pipe) {
    self.pipe = pipe
  }

  /// The pipe, if another connection can use it.
  var emptyPipe: Pipe? { inPipe == 0 ? pipe : nil }

  /// Moves what can be moved without waiting.
  mutating func move(from source: Descriptor, to sink: Descriptor) -> Outcome {
    for _ in 0..<Self.turns {
      var hasMoved = false
      if !sourceHasEnded {
        let count = hw_splice(source.raw, pipe.input.raw, Self.most)
        // EAGAIN also says that the pipe is full. Then the sink is what has to be waited for.
        guard count >= 0 || -count == Int(EAGAIN) else { return .failed }
        if count > 0 {
          inPipe += count
          hasMoved = true
        }
        sourceHasEnded = count == 0
      }
      if inPipe > 0 {
        let count = hw_splice(pipe.output.raw, sink.raw, inPipe)
        guard count >= 0 || -count == Int(EAGAIN) else { return .failed }
        if count > 0 {
          inPipe -= count
          hasMoved = true
        }
      }
      if sourceHasEnded, inPipe == 0 {
        if !isOver { shutdown(sink.raw, Int32(SHUT_WR)) }
        isOver = true
        return .waits
      }
      guard hasMoved else { return .waits }
    }
    return .hasMore
  }
}

/// A pipe that does not block.
struct Pipe {
  let output: Descriptor
  let input: Descriptor

  /// Nil if the process is out of descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard hw_pipe(&ends) == 0 else { return nil }
    output = Descriptor(owning: ends[0])
    input = Descriptor(owning: ends[1])
  }
}

/// A relayed connection whose bytes are passed on unchanged.
struct SplicedConnection {
  let connection: RelayedConnection
  private var up: SplicedDirection
  private var down: SplicedDirection

  init(_ connection: RelayedConnection, _ up: Pipe, _ down: Pipe) {
    self.connection = connection
    self.up = SplicedDirection(up)
    self.down = SplicedDirection(down)
  }

  /// The pipes that another connection can use.
  var emptyPipes: [Pipe] { [up, down].compactMap(\.emptyPipe) }

  /// Whether both directions have ended.
  var isOver: Bool { up.isOver && down.isOver }

  /// Moves bytes in both directions. A failure of one connection is passed on to the other as a reset.
  mutating func move() -> SplicedDirection.Outcome {
    // What the server has sent before a reset goes to the client first.
    let down = down.move(from: connection.upstream, to: connection.client)
    let up = up.move(from: connection.client, to: connection.upstream)
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
