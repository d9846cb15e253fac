import RecordCiphers
import Streams
import TLS
import Wire

/// What a single datagram says that begins a connection, without anything that came before it.
public struct InitialGlance: Hashable, Sendable {
  /// The version that the client wants.
  public var version: QUICVersion
  /// The client's first choice of the server's connection ID.
  public var destinationID: QUICConnectionID
  /// The client's own.
  public var sourceID: QUICConnectionID
  /// Whether it has a token, of a Retry or of an earlier connection.
  public var hasToken: Bool
  /// The name that the client asks for; nil if the datagram does not have all of the ClientHello.
  public var serverName: String?
  /// The client's application protocols; empty if the datagram does not have all of the ClientHello.
  public var offeredProtocols: [String] = []
  /// Whether all of the ClientHello is there. Large ones take several datagrams.
  public var isComplete = false

  /// - Parameter payload: of a UDP datagram.
  /// - Returns: nil if it is not a client's first Initial, or not authentic.
  public init?(_ payload: Span<UInt8>) {
    let verdict = QUICRecognition.judge(payload)
    guard verdict == .long || verdict == .greased,
      let header = try? QUICPacketHeader(long: payload, at: 0, greasesFixedBit: true), header.type == .initial,
      !header.isCut, let version = header.version,
      let keys = InitialKeys(version, header.destinationID)
    else { return nil }
    var opener = PacketOpener()
    guard let unmasked = PacketOpener.unmask(header, payload, keys.client, largest: nil),
      opener.open(header, unmasked, payload, keys.client)
    else { return nil }
    self.version = version
    destinationID = header.destinationID
    sourceID = header.sourceID
    hasToken = !header.token.isEmpty
    read(opener.plaintext.bytes)
  }

  private mutating func read(_ payload: Span<UInt8>) {
    var reader = QUICFrameReader(payload)
    var stream = CryptoStream(limit: payload.count)
    let nowhere = PacketMark(number: 0, timestamp: Timestamp(nanoseconds: 0))
    while let found = try? reader.next(payload) {
      guard case .crypto(let offset, let data) = found.frame else { continue }
      stream.receive(payload.extracting(data), at: offset, nowhere) { type, _, _, body in
        guard type == .clientHello, let hello = try? ClientHello(body) else { return }
        serverName = hello.extensions.serverName(body)
        offeredProtocols = Array(hello.extensions.applicationProtocols(body).prefix(64))
        isComplete = true
      }
    }
  }
}
