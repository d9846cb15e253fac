import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server that plays a script, on sockets that listen already.
final class ScriptedServer: Sendable {
  private let script: ServerScript
  private let connections = Atomic<Int>(0)
  private let requests = Atomic<Int>(0)

  init(_ script: ServerScript) {
    self.script = script
  }

  func bootstrap(on group: any EventLoopGroup) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // The client may close its half while the script goes on.
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
          try pipeline.addHandler(ScriptHandler(self.player()))
        }
      }
  }

  private func player() -> ScriptPlayer {
    switch script.acts {
    case .connections(let lists):
      return ScriptPlayer(steps: Self.pick(connections, from: lists))
    case .requests(let lists):
      return ScriptPlayer { Self.pick(self.requests, from: lists) }
    }
  }

  /// The list of the next turn; the last one is for all further turns.
  private static func pick(_ turns: borrowing Atomic<Int>, from lists: [[ServerStep]]) -> [ServerStep] {
    let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
    return lists.isEmpty ? [.stall] : lists[min(turn, lists.count - 1)]
  }
}
