import QUIC
import Streams
import TLS
import Wire

/// Finds the packets that cannot be decrypted before the secret of their connection is known, so that the secret can be
/// written before them: in TLS 1.3 the packet with the ServerHello, in TLS 1.2 the one with the client's ClientKeyExchange or
/// ChangeCipherSpec (RFC 8446 section 2, RFC 5246 section 7.3), in QUIC the first that the server answers a ClientHello with.
///
/// Of TLS it reads only the first handshake message of a packet.
struct HandshakeWatch {
  /// The most handshakes at a time. Beyond it, the watch forgets all of them.
  private static let most = 4096

  /// The client randoms of connections whose secret is not needed yet.
  private var hellos: [FlowKey: ClientRandom] = [:]

  /// What clients of QUIC say, until their server answers.
  private var greetings: [FlowKey: QUICGreeting] = [:]

  /// Takes a packet of the link.
  /// - Returns: the client random of the connection whose secret the packet needs.
  mutating func secretNeeded(by frame: Frame, _ bytes: Span<UInt8>) -> ClientRandom? {
    let headers = PacketHeaders(frame, bytes)
    guard let segment = TCPSegment(headers, bytes) else { return secretNeeded(byDatagram: frame, headers, bytes) }
    let payload = bytes.extracting(segment.payload)
    guard payload.count > 5, payload[1] == 3 else { return nil }
    let isHandshake = payload[0] == ContentType.handshake.rawValue
    guard isHandshake || payload[0] == ContentType.changeCipherSpec.rawValue else { return nil }
    let key = FlowKey.make(source: segment.source, destination: segment.destination).key
    if isHandshake, payload[5] == HandshakeType.clientHello.rawValue, payload.count >= 43 {
      if hellos.count >= Self.most { hellos = [:] }
      var random: [UInt8] = []
      random.append(payload.extracting(11..<43))
      hellos[key] = ClientRandom(random)
      return nil
    }
    guard let random = hellos[key], !isHandshake || Self.needsSecret(payload) else { return nil }
    hellos[key] = nil
    return random
  }

  /// A datagram of QUIC: a client's Initial packets need no secret, and what follows them does.
  private mutating func secretNeeded(
    byDatagram frame: Frame, _ headers: PacketHeaders, _ bytes: Span<UInt8>
  ) -> ClientRandom? {
    guard let datagram = QUICDatagram(frame, headers, bytes) else { return nil }
    let payload = bytes.extracting(headers.payload)
    let verdict = QUICRecognition.judge(payload)
    let key = FlowKey.make(source: datagram.source, destination: datagram.destination).key
    guard verdict == .long || verdict == .greased && greetings[key] != nil,
      let header = try? QUICPacketHeader(long: payload, at: 0, greasesFixedBit: true), header.type != .retry,
      header.type != .versionNegotiation
    else { return nil }
    var greeting = greetings[key] ?? QUICGreeting()
    if greeting.read(payload) {
      if greetings.count >= Self.most { greetings = [:] }
      greetings[key] = greeting
      return nil
    }
    guard case .complete(let offer) = greeting.state else { return nil }
    greetings[key] = nil
    return offer.clientRandom
  }

  /// Whether a handshake record that is no ClientHello needs the secret.
  private static func needsSecret(_ payload: Span<UInt8>) -> Bool {
    if payload[5] == HandshakeType.clientKeyExchange.rawValue { return true }
    guard payload[5] == HandshakeType.serverHello.rawValue, payload.count > 9 else { return false }
    let end = 9 + Int(payload[6]) << 16 + Int(payload[7]) << 8 + Int(payload[8])
    let body = payload.extracting(9..<min(payload.count, end))
    // A hello that goes on in the next packet may be one of TLS 1.3.
    guard let hello = try? ServerHello(body) else { return true }
    return !hello.isHelloRetryRequest && hello.version(body) >= .tls13
  }
}
