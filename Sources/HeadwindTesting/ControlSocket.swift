internal import Glibc
internal import Synchronization

/// A connection to a link's control socket. A request is one line; an answer is lines that end with `ok` or
/// `error: ...` (docs/control.md).
final class ControlSocket: Sendable {
  private struct Conversation {
    var descriptor: CInt
    var received: [UInt8] = []
  }

  /// How many seconds longer than the request says to wait for an answer before the link counts as stuck.
  private static let patience = 30

  private let conversation: Mutex<Conversation>

  /// - Parameter address: the value of `HEADWIND_CONTROL`: `@` and the name of an abstract Unix socket (unix(7)).
  init(_ address: String) throws(LinkError) {
    var name = sockaddr_un()
    let bytes = Array(address.utf8.dropFirst())
    guard address.hasPrefix("@"), !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: name.sun_path) else {
      throw LinkError("HEADWIND_CONTROL is \"\(address)\", which is not the address of a control socket")
    }
    name.sun_family = sa_family_t(AF_UNIX)
    // The name of an abstract socket follows a zero byte, with which `sun_path` already begins.
    withUnsafeMutableBytes(of: &name.sun_path) { $0[1...].copyBytes(from: bytes) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + bytes.count)
    let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw LinkError(Self.message("open a socket")) }
    let connected = withUnsafeBytes(of: name) { bytes in
      connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), length)
    }
    guard connected == 0 else {
      let message = Self.message("reach the link at \(address)")
      close(descriptor)
      throw LinkError("\(message); does HEADWIND_CONTROL belong to a link that is up? \(LinkError.howToRun)")
    }
    conversation = Mutex(Conversation(descriptor: descriptor))
  }

  deinit {
    conversation.withLock { _ = close($0.descriptor) }
  }

  /// Sends a request and returns its answer.
  /// - Parameter seconds: how long the request may take on the link, in addition.
  /// - Throws: the reason why the link refused, or that the link is gone.
  @discardableResult
  func request(_ line: String, taking seconds: Int = 0) throws(LinkError) -> ControlAnswer {
    let oneLine = String(line.map { $0.isNewline ? " " : $0 })
    return try conversation.withLock { conversation throws(LinkError) in
      var limit = timeval(tv_sec: seconds + Self.patience, tv_usec: 0)
      setsockopt(
        conversation.descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      try Self.send(oneLine + "\n", conversation.descriptor)
      var answer = ControlAnswer()
      while true {
        let line = try Self.nextLine(&conversation)
        if line == "ok" { return answer }
        let parts = line.split(separator: ":", maxSplits: 1).map { String($0) }
        guard parts.count == 2 else { continue }
        let value = String(parts[1].drop { $0 == " " })
        if parts[0] == "error" { throw LinkError("the link refuses \"\(oneLine)\": \(value)") }
        answer.values.append((parts[0], value))
      }
    }
  }

  private static func send(_ text: String, _ descriptor: CInt) throws(LinkError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw gone }
      rest = rest.dropFirst(count)
    }
  }

  private static func nextLine(_ conversation: inout Conversation) throws(LinkError) -> String {
    while true {
      if let end = conversation.received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { conversation.received.removeSubrange(...end) }
        return String(decoding: conversation.received[..<end], as: UTF8.self)
      }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = recv(conversation.descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { throw LinkError("the link does not answer") }
      guard count > 0 else { throw gone }
      conversation.received += chunk.prefix(count)
    }
  }

  private static let gone = LinkError("the link was taken down")

  private static func message(_ action: String) -> String {
    "cannot \(action): \(String(cString: strerror(errno)))"
  }
}

/// The answer of a link: named values in order. A name may occur several times.
struct ControlAnswer: Sendable {
  var values: [(name: String, value: String)] = []

  /// The first value with this name.
  subscript(name: String) -> String? {
    values.first { $0.name == name }?.value
  }

  /// All values with this name.
  func all(_ name: String) -> [String] {
    values.filter { $0.name == name }.map(\.value)
  }
}
