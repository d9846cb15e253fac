import CLinux
import Glibc
import LinkConditions
import Synchronization

/// The commands from other threads to the forwarder's thread.
final class EngineMailbox: Sendable {
  /// One command.
  enum Command: Sendable {
    case change(Timeline, QueuedTreatment)
    case reset(Timeline)
    case follow([Timeline.Phase])
    case tap(any PacketTap)
    case perform(LinkEvent)
    case report(EngineAnswer)
    case stop
  }

  private struct Contents {
    var commands: [Command] = []
    /// Set once the forwarder has ended and takes no more commands.
    var final: LinkStatistics?
  }

  /// A descriptor that is readable while there are commands.
  let bell: CInt
  private let contents = Mutex(Contents())

  init() throws(LinkError) {
    bell = eventfd(0, CInt(EFD_NONBLOCK | EFD_CLOEXEC))
    guard bell >= 0 else { throw LinkError("create an event counter", errno: errno) }
  }

  deinit {
    close(bell)
  }

  /// Posts a command. After the forwarder has ended, `report` is answered at once, and other commands have no effect.
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

  /// Records that the forwarder has ended, and answers the remaining reports.
  func end(with statistics: LinkStatistics) {
    let remaining = contents.withLock { contents in
      contents.final = statistics
      defer { contents.commands = [] }
      return contents.commands
    }
    for case .report(let answer) in remaining { answer.give(statistics) }
  }
}
