internal import Testing

/// The TCP connections on the link of a test, in the order of their first packets.
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

  /// The connections that the client has not closed.
  public var open: [LinkConnection] { all.filter { !$0.isClosedByClient } }

  /// The number of SYNs in all connections.
  public var syns: Int { all.reduce(0) { $0 + $1.syns } }

  /// Waits until the client has closed all connections of the test, and returns whether it did in time.
  ///
  /// A connection that the server has reset counts as closed. So does an attempt that the client has given up: the wire
  /// does not show that, so the client's system is asked. If there are no connections, all are closed.
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
