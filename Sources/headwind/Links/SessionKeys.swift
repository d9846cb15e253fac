import Glibc
import Synchronization
import TLS
import VirtualLink

/// The secrets of the TLS connections on a link, as lines of an NSS key log: those that the far side's servers log, and those
/// that programs write to the file that `SSLKEYLOGFILE` names.
///
/// Nothing prints them. They go into captures, which are files that only the user can read, and to those who read the
/// link's traffic in this process.
final class SessionKeys: Sendable {
  /// The most bytes that are kept: more than a million connections have.
  fileprivate static let most = 512 << 20
  /// How long a packet waits for the secret that decrypts it, in microseconds.
  private static let patience = 1_000_000
  /// How many connections in a row have no secret before nobody waits any more.
  private static let mostMisses = 3

  fileprivate struct State {
    var lines: [UInt8] = []
    /// How many connections in a row had no secret though somebody waited for it.
    var misses = 0
  }

  private let state = Mutex(State())
  /// The same secrets, by client random.
  let log = KeyLog()
  /// The file that programs append to; nil if no program is asked.
  let file: KeyLogFile?

  init(file: KeyLogFile?) {
    self.file = file
  }

  /// Takes lines, each with its end.
  func note(_ lines: [UInt8]) {
    log.add(lines)
    state.withLock { $0.add(lines) }
  }

  /// `note`, for the servers of the far side.
  var taker: @Sendable ([UInt8]) -> Void {
    { self.note($0) }
  }

  /// The lines from a place on, with those that programs have written by now.
  /// - Parameter start: how many bytes were taken before.
  func lines(from start: Int) -> [UInt8] {
    readFile()
    return state.withLock { start < $0.lines.count ? Array($0.lines[start...]) : [] }
  }

  /// Waits for the secret of a connection, at most for a second, and not at all where several waited in vain: those of a program
  /// that logs none.
  func wait(for random: ClientRandom) {
    var waited = 0
    while waited < Self.patience {
      readFile()
      let isDone = log.contains(random) || state.withLock { $0.misses >= Self.mostMisses }
      if isDone { return }
      usleep(1_000)
      waited += 1_000
    }
    state.withLock { $0.misses += 1 }
  }

  /// Takes what programs have written by now.
  func readFile() {
    guard let file else { return }
    while case let lines = file.takeNew(), !lines.isEmpty { note(lines) }
  }
}

extension SessionKeys.State {
  fileprivate mutating func add(_ more: [UInt8]) {
    guard lines.count + more.count <= SessionKeys.most else { return }
    lines += more
    misses = 0
  }
}
