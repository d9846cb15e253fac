internal import Testing

/// The TCP connections that a test's link has seen, in the order of their first packets.
public struct LinkConnections: Sendable, RandomAccessCollection, CustomStringConvertible {
  private let link: Link
  private let all: [LinkConnection]

  init(_ link: Link, _ all: [LinkConnection]) {
    self.link = link
    self.all = all
  }

  public var startIndex: Int { all.startIndex }
  public var endIndex: Int { all.endIndex }
  public subscript(position: Int) -> LinkConnection { all[position] }

  /// Those that the client has not closed.
  public var open: [LinkConnection] { all.filter { !$0.isClosedByClient } }

  /// How often the client asked for a connection in all.
  public var syns: Int { all.reduce(0) { $0 + $1.syns } }

  /// Waits until the client has closed all connections of the test; says whether it has in time.
  ///
  /// A connection that the server has reset is closed, and so is an attempt that the client has given up, which shows
  /// nothing on the wire: its system is asked. Where there are no connections, all are closed.
  public func allClosed(within time: Duration) -> Bool {
    do {
      return try link.wait(for: "closed", since: true, within: time)
    } catch {
      Issue.record(error)
      return false
    }
  }

  public var description: String {
    all.isEmpty ? "no connections" : all.map { "connection \($0)" }.joined(separator: "; ")
  }
}
