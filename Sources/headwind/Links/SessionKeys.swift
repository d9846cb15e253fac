import Synchronization
import TLS
import VirtualLink

/// The secrets of the TLS and QUIC connections on a link, as lines of an NSS key log: those that the far side's servers log, and those
/// that programs write to the file that `SSLKEYLOGFILE` names.
///
/// Nothing prints them. They go into captures, which are files that only the user can read, and to those who read the
/// link's traffic in this process.
final class SessionKeys: Sendable {
  /// The most bytes that are kept: more than a million connections have.
  fileprivate static let most = 512 << 20
  /// How many of them are given at a time.
  private static let part = 1 << 20
  fileprivate struct State {
    var lines: [UInt8] = []
    var patience = SecretPatience()
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

  /// The lines from a place on, for who takes them a part at a time: whole lines of about a megabyte.
  func part(from start: Int) -> [UInt8] {
    readFile()
    return state.withLock { state in
      guard start >= 0, start < state.lines.count else { return [] }
      let end = min(state.lines.count, start + Self.part)
      let lineEnd = state.lines[..<end].lastIndex(of: 0x0A) ?? start
      return Array(state.lines[start..<max(start, lineEnd + 1)])
    }
  }

  /// How many bytes the lines have by now.
  var count: Int {
    readFile()
    return state.withLock { $0.lines.count }
  }

  /// Waits for the secrets of a connection, at most for a second, and not at all where several waited in vain: those of a program
  /// that logs none.
  /// - Returns: whether there are any.
  func wait(for random: ClientRandom) -> Bool {
    let isHopeless = state.withLock { $0.patience.isSpent }
    let isThere = SecretPatience.wait(for: random, in: log, isHopeless: isHopeless) { readFile() }
    state.withLock { $0.patience.note(hasSecrets: isThere) }
    return isThere
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
    patience.hope()
  }
}
