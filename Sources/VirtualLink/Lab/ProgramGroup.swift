import CLinux
import CNetlink
import Glibc

/// Several programs, each on a host of its own, that this process runs side by side: their output, their ends, and the
/// signals that this process gets meanwhile.
///
/// To be used on the main thread.
public struct ProgramGroup: ~Copyable {
  /// Something that happened.
  public enum Event {
    /// A program wrote something to its standard output or error.
    case output(member: Int, isError: Bool, bytes: [UInt8])
    /// A program has ended, and everything that it left running on its host too. Its output is complete.
    case ended(member: Int, ProgramEnd)
    /// This process got a signal.
    /// - Parameter isFromTerminal: whether the programs got it too.
    case signal(Int32, isFromTerminal: Bool)
    /// A line failed, and why.
    case failed(String)
  }

  private struct Member {
    var id: Int
    var program: Program
    var tree: ProcessTree
    /// Standard output and error; nil when there is no more.
    var streams: [Descriptor?]
    var end: ProgramEnd?
  }

  private let signals: HeldSignals
  private let alarms: [Alarm]
  private var members: [Member] = []
  private var events: [Event] = []

  /// - Parameter alarms: those of the lines.
  public init(signals: HeldSignals, alarms: [Alarm]) {
    self.signals = signals
    self.alarms = alarms
  }

  /// The members that run.
  public var running: [Int] { members.map(\.id) }

  /// Starts a program. It reads nothing from its standard input.
  /// - Parameters:
  ///   - member: what to call it in events.
  ///   - tree: the process tree of its host.
  public mutating func start(
    _ member: Int, _ command: ProgramCommand, on network: NetworkNamespace, in tree: ProcessTree, files: [ProgramFile]
  ) throws {
    let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard null >= 0 else { throw LinkError("open /dev/null", errno: errno) }
    let input = Descriptor(owning: null)
    let (output, errors) = (try Self.pipe(), try Self.pipe())
    let program = try withExtendedLifetime((input, output.write, errors.write)) {
      try Program(
        command, network: network, tree: tree, files: files,
        standard: (input.raw, output.write.raw, errors.write.raw))
    }
    members.append(Member(id: member, program: program, tree: tree, streams: [output.read, errors.read]))
  }

  private static func pipe() throws -> (read: Descriptor, write: Descriptor) {
    var ends: [Int32] = [-1, -1]
    guard hw_pipe(&ends) == 0 else { throw LinkError("create a pipe", errno: errno) }
    let pipe = (read: Descriptor(owning: ends[0]), write: Descriptor(owning: ends[1]))
    // Who reads must not wait for one program while another one writes.
    guard fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { throw LinkError("read from a pipe", errno: errno) }
    return pipe
  }

  /// Sends a signal to all programs that run.
  public func send(_ signal: Int32) {
    for member in members where member.end == nil { kill(member.program.process, signal) }
  }

  /// The next event; nil if there was none in this time.
  /// - Parameter milliseconds: how long to wait; -1 for as long as it takes.
  public mutating func next(within milliseconds: Int32) throws -> Event? {
    if events.isEmpty { try wait(milliseconds) }
    return events.isEmpty ? nil : events.removeFirst()
  }

  private mutating func wait(_ milliseconds: Int32) throws {
    let open = members.flatMap { $0.streams.compactMap { $0 } }
    var sources = ([signals.descriptor] + alarms.map(\.descriptor) + open).map {
      pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&sources, nfds_t(sources.count), milliseconds) >= 0 || errno == EINTR else {
      throw LinkError("wait for the programs", errno: errno)
    }
    if let reason = alarms.lazy.compactMap(\.reason).first { events.append(.failed(reason)) }
    for index in members.indices { read(index, atMost: 4) }
    while let signal = signals.next() {
      switch signal.number {
      case SIGCHLD: break
      case SIGTSTP: Glibc.kill(getpid(), SIGSTOP)
      case SIGINT, SIGTERM, SIGHUP, SIGQUIT:
        events.append(.signal(signal.number, isFromTerminal: signal.from_kernel != 0))
      default: break
      }
    }
    for index in members.indices { reap(index) }
    members.removeAll { $0.end != nil }
  }

  /// Reads what a member has written by now.
  /// - Parameter portions: who writes without an end must not keep the others waiting.
  private mutating func read(_ index: Int, atMost portions: Int) {
    for number in 0..<2 {
      for _ in 0..<portions {
        guard let stream = members[index].streams[number] else { break }
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = Glibc.read(stream.raw, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { break }
        guard count > 0 else {
          members[index].streams[number] = nil
          break
        }
        events.append(.output(member: members[index].id, isError: number == 1, bytes: Array(buffer[..<count])))
      }
    }
  }

  private mutating func reap(_ index: Int) {
    let member = members[index]
    var status: Int32 = 0
    guard waitpid(member.program.process, &status, WNOHANG) == member.program.process else { return }
    member.tree.forget(member.program.process)
    // What it left running ends with it. So the pipes end too.
    member.tree.end()
    read(index, atMost: .max)
    let end = ProgramEnd(waitStatus: status)
    members[index].end = end
    events.append(.ended(member: member.id, end))
  }
}
