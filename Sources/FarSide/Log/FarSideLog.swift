import Glibc
import NIOCore
import SensitiveFiles
import Synchronization
import SystemPackage
import TextOutput

/// A log of the events that the servers of a far side see. Each event is a line of JSON, written at once.
///
/// `time` is nanoseconds since the Unix epoch, on the clock that captures use; `connection` counts from 1 in the
/// order in which connections are accepted; `client` is the address and port that the server sees. docs/scenarios.md
/// lists the events.
public final class FarSideLog: Sendable {
  private struct File {
    /// Nil when it is closed.
    var descriptor: SystemPackage.FileDescriptor?
    /// The lines that are complete in the file, and their bytes.
    var lines = 0
    var length: Int64 = 0
    var trouble: Errno?
  }

  private let path: String
  private let file: Mutex<File>
  private let connections = Atomic<Int>(0)

  /// Creates or truncates the file. Like a capture, it is readable only by its owner.
  public init(path: String) throws(FarSideError) {
    self.path = path
    do throws(SensitiveFileError) {
      file = Mutex(File(descriptor: try SensitiveFile.create(path, options: .append)))
    } catch {
      throw FarSideError(action: "write to \(path)", reason: error.description)
    }
  }

  deinit { _ = finish() }

  /// Why the log lacks events, in one line; nil if it lacks none so far.
  public var trouble: String? { file.withLock { words($0) } }

  /// Closes the file. Events that come later are lost.
  /// - Returns: why the log lacks events, in one line; nil if it lacks none.
  public func finish() -> String? {
    file.withLock { file in
      do {
        try exchange(&file.descriptor, with: nil)?.close()
      } catch {
        file.trouble = file.trouble ?? error as? Errno ?? .ioError
      }
      return words(file)
    }
  }

  private func words(_ file: File) -> String? {
    file.trouble.map {
      "\(path): cannot write: \($0); the file has the first \(file.lines) event\(file.lines == 1 ? "" : "s") of the servers"
    }
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

  /// Writes a line. After the first one that cannot be written (the disk is full), the file stays as it is, because a log with a gap
  /// would say what is not so.
  func write(_ members: [(name: String, json: String)]) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let time = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    let all = [("time", String(time))] + members
    let line = "{" + all.map { "\(jsonString($0.0)):\($0.1)" }.joined(separator: ",") + "}\n"
    file.withLock { file in
      guard file.trouble == nil, let descriptor = file.descriptor else { return }
      do {
        file.length += Int64(try descriptor.writeAll(line.utf8))
        file.lines += 1
      } catch {
        file.trouble = error as? Errno ?? .ioError
        // A pipe has no end that could be cut off.
        try? descriptor.resize(to: file.length)
      }
    }
  }
}

/// A text as a JSON string.
func jsonString(_ text: String) -> String {
  var buffer = TextBuffer(capacity: text.utf8.count + 2)
  buffer.append(jsonString: text)
  return buffer.withBytes { String(text: $0) }
}
