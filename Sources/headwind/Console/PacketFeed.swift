import ArgumentParser
import Captures
import Glibc
import SensitiveFiles
import Synchronization
import SystemPackage
import TextOutput
import VirtualLink

/// The file that the console reads packets from.
///
/// A plain file is read as it is. What cannot be sought (a compressed file, standard input) and what is captured is written to a file by
/// `headwind capture` in a process of its own, so a capture misses no packet because of the console, and enters the
/// namespaces of a link without moving the console there.
final class PacketFeed: Sendable {
  let path: String
  private let descriptor: Int32
  private let process: pid_t?
  /// A pipe that ends when the file grows no more.
  private let pipe: Int32?
  /// The exit status of the process; nil while it runs.
  private let ending = Mutex<Int32?>(nil)

  private init(path: String, descriptor: Int32, process: pid_t?, pipe: Int32? = nil) {
    self.path = path
    self.descriptor = descriptor
    self.process = process
    self.pipe = pipe
  }

  /// A file that a run writes, as long as standard input is open.
  static func beside(_ path: String) -> PacketFeed {
    PacketFeed(path: path, descriptor: -1, process: nil, pipe: STDIN_FILENO)
  }

  /// - Returns: nil if neither a file nor an interface is given.
  static func open(file: String?, interface: String?, target: String?) throws -> PacketFeed? {
    if let interface { return try capture(["-i", interface], into: target) }
    guard let file else { return nil }
    guard file == "-" || access(file, R_OK) == 0 else {
      throw Failure("cannot read \(file): \(String(cString: strerror(errno)))", status: ExitStatus.environment)
    }
    if file == "-" || !RegularFile.isOne(file) { return try capture(["-r", file], into: nil) }
    let isSeekable = try CaptureReader.open(file).isSeekable
    return isSeekable
      ? PacketFeed(path: file, descriptor: -1, process: nil) : try capture(["-r", file], into: nil)
  }

  /// Whether packets may still come.
  var isGrowing: Bool {
    if let pipe { return !Self.isClosed(pipe) }
    return process != nil && status(WNOHANG) == nil
  }

  /// The exit status of the process; nil if it runs, or if there is none.
  private func status(_ options: Int32) -> Int32? {
    guard let process else { return nil }
    return ending.withLock { ending in
      var status: Int32 = 0
      if ending == nil, waitpid(process, &status, options) == process { ending = status }
      return ending
    }
  }

  /// Waits until a capture has begun, so that no packet is missed that is sent after the address is known.
  /// - Throws: the exit status of a capture that has failed before it wrote anything. It has said why.
  func waitUntilBegun() throws(ExitCode) {
    // Ten seconds: a capture that cannot begin must not hide the console.
    for _ in 0..<1000 where isGrowing {
      guard isEmpty else { return }
      usleep(10_000)
    }
    if let status = status(WNOHANG), status != 0, isEmpty {
      throw status & 0x7F == 0 ? ExitCode((status >> 8) & 0xFF) : ExitStatus.environment
    }
  }

  private var isEmpty: Bool {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 && facts.st_size == 0
  }

  private static func isClosed(_ pipe: Int32) -> Bool {
    var wanted = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) > 0
  }

  /// Ends the capture, and waits until it has written everything.
  func end() {
    if let process, isGrowing {
      kill(process, SIGTERM)
      _ = status(0)
    }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Starts `headwind capture`, which writes to a file that has no name unless one is given.
  private static func capture(_ source: [String], into target: String?) throws -> PacketFeed {
    let file = try makeFile(target)
    let input: [(ours: Int32?, its: Int32)] = source == ["-r", "-"] ? [] : [(nil, STDIN_FILENO)]
    let process = try OwnProcess.start(
      ["capture"] + source + ["-w", "-", "--format", "pcapng"], standard: input + [(file, STDOUT_FILENO)])
    return PacketFeed(path: target ?? "/proc/self/fd/\(file)", descriptor: file, process: process)
  }

  /// Makes the file, which must be one that can be read again; without a name it is gone when the last process closes it, however that
  /// ends.
  static func makeFile(_ target: String?) throws(Failure) -> Int32 {
    do throws(SensitiveFileError) {
      if let target { return try SensitiveFile.create(target, onlyRegular: true).rawValue }
      return try SensitiveFile.createUnnamed(in: temporaryFolder).rawValue
    } catch {
      throw Failure(
        "cannot create \(target ?? "a file in \(temporaryFolder)"): \(error.description)",
        status: ExitStatus.environment)
    }
  }

  private static var temporaryFolder: String { getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp" }
}
