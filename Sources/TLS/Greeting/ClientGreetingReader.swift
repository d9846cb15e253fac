import Wire

/// Reads the ClientHello with which a client begins, from the first bytes of its stream in any order.
public struct ClientGreetingReader: Sendable {
  /// How a stream carries the handshake.
  public enum Layer: Sendable {
    /// TLS over TCP: in records (RFC 8446 section 5.1).
    case records
    /// QUIC: in CRYPTO frames, without records (RFC 9001 section 4.1.3).
    case messages
  }

  /// What has been read.
  public enum State: Hashable, Sendable {
    /// More bytes are needed.
    case incomplete
    /// The ClientHello is complete.
    case complete(ClientOffer)
    /// This is no ClientHello.
    case unreadable
  }

  private static let clientHello: UInt8 = 1
  private static let recordHeader = 5
  private static let messageHeader = 4

  private let layer: Layer
  private var bytes = GreetingBytes()
  /// What the bytes so far are.
  public private(set) var state = State.incomplete

  /// Begins with no bytes.
  public init(_ layer: Layer) {
    self.layer = layer
  }

  /// Whether the first bytes of a TCP stream may begin a handshake record.
  public static func isHandshake(_ bytes: Span<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 22 && bytes[1] == 3 && bytes[2] <= 4
  }

  /// Adds bytes of the client's stream.
  /// - Parameter offset: where they are in the stream.
  public mutating func add(_ piece: Span<UInt8>, at offset: Int) {
    guard state == .incomplete else { return }
    bytes.add(piece, at: offset)
    switch layer {
    case .messages: state = Self.message(bytes.prefix)
    case .records: state = Self.records(bytes.prefix)
    }
  }

  private static func records(_ bytes: ArraySlice<UInt8>) -> State {
    var message: [UInt8] = []
    var start = bytes.startIndex
    while bytes.endIndex - start >= recordHeader {
      guard bytes[start] == 22, bytes[start + 1] == 3 else { return .unreadable }
      let end = start + recordHeader + Int(bytes[start + 3]) << 8 + Int(bytes[start + 4])
      guard end > start + recordHeader else { return .unreadable }
      guard end <= bytes.endIndex else { break }
      message += bytes[(start + recordHeader)..<end]
      start = end
      let state = Self.message(message[...])
      if state != .incomplete { return state }
    }
    return bytes.count < GreetingBytes.most ? .incomplete : .unreadable
  }

  private static func message(_ bytes: ArraySlice<UInt8>) -> State {
    guard bytes.count >= messageHeader else { return .incomplete }
    let start = bytes.startIndex
    let length = Int(bytes[start + 1]) << 16 + Int(bytes[start + 2]) << 8 + Int(bytes[start + 3])
    guard bytes[start] == clientHello, length + messageHeader <= GreetingBytes.most else { return .unreadable }
    guard bytes.count >= messageHeader + length else { return .incomplete }
    let body = Array(bytes[(start + messageHeader)..<(start + messageHeader + length)])
    guard let hello = try? ClientHello(body.span) else { return .unreadable }
    return .complete(
      ClientOffer(
        serverName: hello.extensions.serverName(body.span),
        applicationProtocols: hello.extensions.applicationProtocols(body.span),
        clientRandom: ClientRandom(Array(body[hello.random]))))
  }
}

/// What a ClientHello says about the server and the protocols that the client wants.
public struct ClientOffer: Hashable, Sendable {
  /// The server's name (RFC 6066 section 3); nil if the client does not say.
  public var serverName: String?
  /// The protocols, most wanted first (RFC 7301 section 3.1); empty if the client does not say.
  public var applicationProtocols: [String]
  /// The random number by which key logs name the connection's secrets.
  public var clientRandom: ClientRandom?
}
