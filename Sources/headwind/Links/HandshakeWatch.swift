import Streams
import Wire

/// Tells which packets cannot be decrypted before the secret of their connection is known, so that the secret can be
/// written before them: in TLS 1.3 the one with the ServerHello, in TLS 1.2 the client's ChangeCipherSpec (RFC 8446 section 2,
/// RFC 5246 section 7.3).
///
/// It looks at the beginnings of packets only. A hello that is spread over several packets is looked at as far as its first one
/// shows it.
struct HandshakeWatch {
  /// How many handshakes may go on at a time; past that the ones that are watched are forgotten.
  private static let most = 4096

  /// The client randoms, in lowercase hexadecimal, of connections whose secret is not needed yet.
  private var hellos: [FlowKey: [UInt8]] = [:]

  /// Takes a packet of the link.
  /// - Returns: the client random of the connection whose secret it needs, in lowercase hexadecimal.
  mutating func secretNeeded(by frame: Frame, _ bytes: Span<UInt8>) -> [UInt8]? {
    let headers = PacketHeaders(frame, bytes)
    guard let segment = TCPSegment(headers, bytes) else { return nil }
    let payload = bytes.extracting(segment.payload)
    guard payload.count > 5, payload[1] == 3 else { return nil }
    let isHandshake = payload[0] == 22
    guard isHandshake || payload[0] == 20 || !hellos.isEmpty else { return nil }
    let key = FlowKey.make(source: segment.source, destination: segment.destination).key
    if isHandshake, payload[5] == 1, payload.count >= 43 {
      if hellos.count >= Self.most { hellos = [:] }
      hellos[key] = Self.hexadecimal(payload.extracting(11..<43))
      return nil
    }
    guard let random = hellos[key] else { return nil }
    guard !isHandshake || Self.needsSecret(payload) else { return nil }
    hellos[key] = nil
    return random
  }

  /// Whether a packet of handshake records needs the secret: one with the ServerHello of TLS 1.3, or with the ClientKeyExchange
  /// of TLS 1.2, which the ChangeCipherSpec follows.
  private static func needsSecret(_ payload: Span<UInt8>) -> Bool {
    if payload[5] == 16 { return true }
    guard payload[5] == 2, payload.count > 44 else { return false }
    // The extensions come after the session ID, the suite and the compression method.
    var at = 44 + Int(payload[43]) + 3 + 2
    while at + 4 <= payload.count {
      if payload[at] == 0, payload[at + 1] == 43 { return true }
      at += 4 + Int(payload[at + 2]) << 8 + Int(payload[at + 3])
    }
    return false
  }

  private static func hexadecimal(_ bytes: Span<UInt8>) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for index in bytes.indices {
      text.append(digits[Int(bytes[index] >> 4)])
      text.append(digits[Int(bytes[index] & 15)])
    }
    return text
  }
}
