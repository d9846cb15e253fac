import Glibc
import NIOCore
import Synchronization
import TextOutput

/// A log of the events that the servers of a far side see. Each event is a line of JSON, written at once.
///
/// `time` is nanoseconds since the Unix epoch, on the clock that captures use; `connection` counts from 1 in the
/// order in which connections are accepted; `client` is the address and port that the server sees. docs/scenarios.md
/// lists the events.
public final class FarSideLog: Sendable {
  private let file: CInt
  private let connections = Atomic<Int>(0)

  /// Creates or truncates the file. Like a capture, it is readable only by its owner.
  public init(path: String) throws(FarSideError) {
    file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FarSideError(action: "write to \(path)", code: errno) }
  }

  deinit {
    close(file)
  }

  /// The log of a connection that has just been accepted.
  func connection(of channel: any Channel) -> ConnectionLog {
    connection(from: channel.remoteAddress, to: channel.localAddress)
  }

  /// The log of a connection that has just been accepted.
  /// - Parameter isQUIC: whether it is one of QUIC.
  func connection(from client: SocketAddress?, to server: SocketAddress?, isQUIC: Bool = false) -> ConnectionLog {
    let number = connections.wrappingAdd(1, ordering: .relaxed).newValue
    let log = ConnectionLog(
      log: self, number: number, address: client?.ipAddress ?? "", port: client?.port ?? 0,
      service: server?.port ?? 0, isQUIC: isQUIC)
    log.accepted()
    return log
  }

  /// Writes a line. If the disk is full, the line is lost.
  func write(_ members: [(name: String, json: String)]) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let time = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    let all = [("time", String(time))] + members
    let line = "{" + all.map { "\(jsonString($0.0)):\($0.1)" }.joined(separator: ",") + "}\n"
    let bytes = Array(line.utf8)
    _ = Glibc.write(file, bytes, bytes.count)
  }
}

/// A text as a JSON string.
func jsonString(_ text: String) -> String {
  var buffer = TextBuffer(capacity: text.utf8.count + 2)
  buffer.append(jsonString: text)
  return buffer.withBytes { String(text: $0) }
}
