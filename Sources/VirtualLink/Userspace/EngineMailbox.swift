import CLinux
import Glibc
import LinkConditions
import Synchronization

/// What other threads tell the forwarder's thread.
final class EngineMailbox: Sendable {
  /// One thing to do.
  enum Command: Sendable {
    case change(Timeline)
    case reset(Timeline)
    case follow([Timeline.Phase])
    case tap(any PacketTap)
    case perform(LinkEvent)
    case report(EngineAnswer)
    case stop
  }

  private struct Contents {
    var commands: [Command] = []
    /// Set once nobody takes commands any more.
    var final: LinkStatistics?
  }

  /// Readable while there are commands.
  let bell: CInt
  private let contents = Mutex(Contents())

  init() throws(LinkError) {
    bell = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    guard bell >= 0 else { throw LinkError("make an event counter", errno: errno) }
  }

  deinit {
    close(bell)
  }

  /// Leaves a command; after the end a report is answered at once, and the others have no effect.
  func post(_ command: Command) {
    let final = contents.withLock { contents in
      if contents.final == nil { contents.commands.append(command) }
      return contents.final
    }
    if let final {
      if case .report(let answer) = command { answer.give(final) }
    } else {
      eventfd_write(bell, 1)
    }
  }

  func takeCommands() -> [Command] {
    var count: eventfd_t = 0
    eventfd_read(bell, &count)
    return contents.withLock { contents in
      defer { contents.commands = [] }
      return contents.commands
    }
  }

  /// The forwarder has ended: answers what is still asked.
  func end(with statistics: LinkStatistics) {
    let remaining = contents.withLock { contents in
      contents.final = statistics
      defer { contents.commands = [] }
      return contents.commands
    }
    for case .report(let answer) in remaining { answer.give(statistics) }
  }
}
