import CLinux
import Glibc

/// One end of a connection to a control socket: lines of text, and descriptors beside them.
final class ControlConnection: Sendable {
  /// No line of the protocol is longer, in bytes.
  static let longestLine = 8192

  let socket: Descriptor

  init(_ socket: Descriptor) {
    self.socket = socket
  }

  /// Whether our own user is on the other end; where the kernel cannot tell (`Privilege.canTellUsersApart`) he may be any.
  var isOurUser: Bool {
    var user = uid_t()
    return hw_peer_user(socket.raw, &user) == 0 && user == geteuid()
  }

  /// Sends text, and descriptors with its first byte; false if the other end has gone.
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

  /// What has been received and not been given out.
  struct Inbox {
    fileprivate var bytes: [UInt8] = []
    /// Descriptors that came so far; more than anybody sends are closed at once.
    var descriptors: [Descriptor] = []
    /// Whether what came is longer than a line may be.
    var isTooLong: Bool { bytes.count >= longestLine && !bytes.contains(0x0A) }
  }

  /// The next line, without its end; nil if the other end has gone or sends what is no line.
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
