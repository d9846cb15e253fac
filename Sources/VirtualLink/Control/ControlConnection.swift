import CLinux
import Glibc
import Synchronization

/// One end of a connection to a control socket. It carries lines of text and file descriptors.
final class ControlConnection: Sendable {
  /// The longest line of the protocol, in bytes.
  static let longestLine = 8192

  let socket: Descriptor
  private let isHolder = Atomic(false)

  init(_ socket: Descriptor) {
    self.socket = socket
  }

  /// Whether the other end belongs to the current user. The answer is reliable only if `Privilege.canTellUsersApart`.
  var isOurUser: Bool {
    var user = uid_t()
    return hw_peer_user(socket.raw, &user) == 0 && user == geteuid()
  }

  /// True if this client has the link to itself (`LinkTurns`).
  var holdsLink: Bool {
    get { isHolder.load(ordering: .relaxed) }
    set { isHolder.store(newValue, ordering: .relaxed) }
  }

  /// Sends last words as far as the other end takes them at once, and closes the connection for both ends.
  func end(with text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes {
      Glibc.send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
    shutdown(socket.raw, Int32(SHUT_RDWR))
  }

  /// Sends text, with descriptors attached to its first byte. Returns false if the other end has closed the
  /// connection.
  func send(_ text: String, _ descriptors: [Descriptor] = []) -> Bool {
    var rest = Array(text.utf8)[...]
    var raw = descriptors.map(\.raw)
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { hw_send_with(socket.raw, $0.baseAddress, $0.count, raw, raw.count) }
      guard sent > 0 else { return false }
      rest = rest.dropFirst(sent)
      raw = []
    }
    return true
  }

  /// Received data that has not been consumed yet.
  struct Inbox {
    fileprivate var bytes: [UInt8] = []
    /// The descriptors received so far. Descriptors beyond the protocol's maximum are closed at once.
    var descriptors: [Descriptor] = []
    /// Whether the received text exceeds the maximum length of a line.
    var isTooLong: Bool { bytes.count >= longestLine && !bytes.contains(0x0A) }
  }

  /// The next line without its terminator, or nil if the other end has closed the connection or sends a line that is
  /// too long.
  func line(_ inbox: inout Inbox) -> String? {
    while true {
      if let end = inbox.bytes.firstIndex(of: 0x0A) {
        defer { inbox.bytes.removeSubrange(...end) }
        return String(decoding: inbox.bytes[..<end], as: UTF8.self)
      }
      guard inbox.bytes.count < Self.longestLine, receive(&inbox) else { return nil }
    }
  }

  private func receive(_ inbox: inout Inbox) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1024)
    var raw = [Int32](repeating: -1, count: 8)
    var count = raw.count
    let length = buffer.withUnsafeMutableBytes { hw_receive_with(socket.raw, $0.baseAddress, $0.count, &raw, &count) }
    let received = raw.prefix(count).map { Descriptor(owning: $0) }
    inbox.descriptors += received.prefix(max(0, raw.count - inbox.descriptors.count))
    guard length > 0 else { return false }
    inbox.bytes += buffer.prefix(length)
    return true
  }
}
