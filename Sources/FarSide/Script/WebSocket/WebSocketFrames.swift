import Cryptography

/// Writes what a server says on a WebSocket (RFC 6455).
enum WebSocketFrames {
  /// What the accepting value is made from besides the client's key (section 1.3).
  private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
  private static let maskingKey: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

  /// The response that accepts a handshake (section 4.2.2).
  /// - Parameter key: the value of Sec-WebSocket-Key.
  static func handshake(key: String, _ conduct: WebSocketConduct) -> [UInt8] {
    let accept = conduct.accept ?? Base64.text(Digest.sha1(Array((key + identifier).utf8)))
    let head =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: \(accept)\r\n"
    return Array((head + ResponsePortions.lines(conduct.headers) + "\r\n").utf8)
  }

  static func bytes(of frame: ScriptedWebSocketFrame) -> [UInt8] {
    let count = frame.payload.count
    let mask: UInt8 = frame.isMasked ? 0x80 : 0
    var bytes = [(frame.isFinal ? 0x80 : 0) | (frame.reserved & 7) << 4 | frame.opcode & 0x0F]
    switch count {
    case ..<126: bytes.append(mask | UInt8(count))
    case ..<65_536: bytes += [mask | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: bytes += [mask | 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }
    let sent = frame.payload.prefix(frame.stopsAfter ?? count)
    guard frame.isMasked else { return bytes + sent }
    return bytes + maskingKey + sent.enumerated().map { $1 ^ maskingKey[$0 % 4] }
  }

  static func pong(_ payload: [UInt8]) -> ScriptedWebSocketFrame {
    ScriptedWebSocketFrame(opcode: 10, payload: payload)
  }
}
