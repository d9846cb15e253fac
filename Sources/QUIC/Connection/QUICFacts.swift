public import Streams
public import TLS

/// What is known of a connection.
public struct QUICFacts: Hashable, Sendable {
  /// The number in the capture, from 0.
  public let number: Int
  /// The ends of the path that the connection began on.
  public let path: QUICPath
  /// The packet that it began with.
  public let began: PacketMark

  /// The version of the client's first packet.
  public var firstVersion: QUICVersion
  /// The version in use: the one that the server answers with.
  public var version: QUICVersion
  /// The versions that the server offered in a Version Negotiation packet; empty without one.
  public var negotiatedVersions: [QUICVersion] = []
  /// The destination connection ID of the client's first packet.
  public var originalDestinationID: QUICConnectionID
  /// Whether the server asked for an address validation with a Retry packet, and its tag fits.
  public var hasRetry = false

  /// The random number of the ClientHello, by which key logs find their secrets.
  public var clientRandom: ClientRandom?
  /// The name that the client asked for (SNI).
  public var serverName: String?
  /// The client's application protocols (ALPN), most wanted first.
  public var offeredProtocols: [String] = []
  /// The application protocol that the server selected. It is encrypted.
  public var selectedProtocol: String?
  /// The cipher suite that the server chose.
  public var cipherSuite: CipherSuite?
  /// The group of the key exchange, a code of `RegisteredNames.tlsSupportedGroups`.
  public var group: UInt16?
  /// Whether an earlier session was resumed.
  public var isResumed = false
  /// What became of 0-RTT; nil if the client offered none.
  public var earlyData: TLSFacts.EarlyData?
  /// Whether the server asked for another ClientHello.
  public var hasHelloRetryRequest = false
  /// Whether the ClientHello has the extension of encrypted hellos. The name in it may then be that of a front.
  public var offersEncryptedClientHello = false

  /// The packet that completed the ClientHello, and the ServerHello.
  public var clientHello: PacketMark?
  /// The packet that completed the ServerHello.
  public var serverHello: PacketMark?
  /// The packet with the last of the client's Finished: the handshake is complete.
  public var completed: PacketMark?
  /// The packet with the server's HANDSHAKE_DONE.
  public var confirmed: PacketMark?
  /// The packet with the first byte on a stream that the client opened, and with the first byte of the server's answer.
  public var firstRequest: PacketMark?
  /// The packet with the server's first byte on a stream that the client opened.
  public var firstResponse: PacketMark?

  /// Of each end: what it has sent, and what became of it.
  public var client = QUICSideFacts()
  /// What the server has sent, and what became of it.
  public var server = QUICSideFacts()
  /// How often the connection went on over another path.
  public var migrations = 0
  /// Why it was closed, and by whom; nil if that was not seen.
  public var close: QUICClose?
  /// Who closed it.
  public var closedBy: TLSSide?
  /// The packet with the first close.
  public var closed: PacketMark?
  /// Its last packet so far.
  public var last: PacketMark
  /// Why packets could not be read; nil if all that were tried could.
  public var unreadable: QUICUnreadable?

  init(_ number: Int, _ path: QUICPath, _ version: QUICVersion, _ id: QUICConnectionID, _ now: PacketMark) {
    self.number = number
    self.path = path
    began = now
    firstVersion = version
    self.version = version
    originalDestinationID = id
    last = now
  }

  /// What an end has sent.
  public subscript(side: TLSSide) -> QUICSideFacts {
    get { side == .client ? client : server }
    _modify {
      if side == .client { yield &client } else { yield &server }
    }
  }
}

/// What an end of a connection has sent, and what became of it.
public struct QUICSideFacts: Hashable, Sendable {
  /// What it says of itself; nil until it is read.
  public var parameters: TransportParameters?
  /// How many packets it sent, and of these how many were opened.
  public var packets = 0
  /// How many packets were opened.
  public var openedPackets = 0
  /// The bytes of all its packets.
  public var bytes: Int64 = 0
  /// Packets that came more than once.
  public var duplicates = 0
  /// Packets that came after one with a greater number.
  public var reordered = 0
  /// Packets that seemed lost (RFC 9002 section 6.1), and of these how many were acknowledged later.
  public var lostPackets = 0
  /// Packets that had seemed lost and were acknowledged.
  public var spuriousLosses = 0
  /// Packets that were acknowledged although they are not in the capture.
  public var unseenPackets: UInt64 = 0
  /// The packets that came with congestion experienced (CE) where they were captured.
  public var congestionMarks = 0
  /// What the other end counted of the marks of this end's packets, as last said.
  public var countedMarks: QUICCongestionCounts?
  /// The bytes on streams, without repetitions.
  public var streamBytes: Int64 = 0
  /// The bytes on streams that were sent again.
  public var repeatedBytes: Int64 = 0
  /// The bytes on streams that are not in the capture.
  public var missingBytes: Int64 = 0
  /// How often the keys changed.
  public var keyUpdates = 0
  /// How often a limit of the other end kept it from sending, and for how long in nanoseconds.
  public var stalls = 0
  /// How long limits of the other end kept it from sending, in nanoseconds.
  public var stalledTime: Int64 = 0
  /// The most bytes that were on their way at a time.
  public var greatestFlight: Int64 = 0
  /// From its packets to their acknowledgments; nil until there is a sample.
  public var roundTrip: QUICRoundTrip?
}
