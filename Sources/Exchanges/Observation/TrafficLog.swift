import DequeModule
public import QUIC
import Streams
public import TLS
public import Wire

/// What crosses a link, as it crosses: connections and HTTP exchanges, those among them that are going on. With secrets, also those
/// within TLS and QUIC.
///
/// It is bounded: of each kind the latest are kept, and the memory for streams has a limit.
public struct TrafficLog {
  /// How many connections and how many exchanges are kept.
  public static let mostRecords = 10_000

  private var table: FlowTable
  private var streams: WatchedStreams
  private let quic: QUICConversations
  private var ended: Deque<HTTPExchange> = []
  private let limit: Int
  private let keys: KeyLog
  /// The revision of the key log that all conversations have seen.
  private var keyRevision = 0

  /// - Parameters:
  ///   - limit: how many connections, and how many exchanges that have ended, are kept.
  ///   - memory: how many bytes conversations, waiting segments and open exchanges may take.
  ///   - bodyLimit: how many bytes of each body are kept, together with the heads; nil to keep neither.
  ///   - keys: the secrets with which TLS connections are decrypted; it may gain some at any time.
  public init(
    limit: Int = mostRecords, memory: Int = 16 << 20, bodyLimit: Int? = nil, keys: KeyLog = KeyLog(capacity: 1)
  ) {
    var options = HTTPOptions()
    options.memory = memory
    options.decodesBodies = false
    if let bodyLimit {
      options.keepsAll = true
      options.bodyLimit = bodyLimit
      options.notesControlFrames = true
    }
    options.keys = keys
    self.keys = keys
    self.limit = limit
    table = FlowTable(budget: memory)
    streams = WatchedStreams(http: HTTPStreams(options), ledger: ConnectionLedger(limit: limit))
    quic = QUICConversations(streams.http.log)
  }

  /// Takes the next frame that the client sent or that reached it.
  /// - Returns: the connection of a TCP segment, with it.
  @discardableResult
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>, isFromClient: Bool) -> ConnectionRecord? {
    let headers = PacketHeaders(frame, bytes)
    guard let segment = TCPSegment(headers, bytes) else {
      // A fragment may complete a packet.
      if quic.read(frame, headers, bytes) { takeEnded() } else { table.read(frame, bytes, &streams) }
      return nil
    }
    let packet = PacketMark(number: frame.number, timestamp: frame.timestamp)
    let place = table.read(segment, bytes.extracting(segment.payload), packet, &streams)
    streams.ledger.take(
      segment, flow: place.slot, end: place.offset &+ Int64(segment.length), isFromClient: isFromClient, packet)
    takeEnded()
    return streams.ledger.record(place.slot)
  }

  /// Says that no more packets come: exchanges that are going on end with what there is.
  public mutating func finish() {
    table.finish(&streams)
    quic.finish()
    takeEnded()
  }

  /// Reads what waited for secrets, if there are more of them now. Packets that come later look for themselves.
  public mutating func readWithNewSecrets() {
    guard keys.revision != keyRevision else { return }
    keyRevision = keys.revision
    streams.http.secretsChanged()
    quic.secretsChanged()
    takeEnded()
  }

  private mutating func takeEnded() {
    while let exchange = streams.http.log.next() {
      ended.append(exchange)
      if ended.count > limit { ended.removeFirst() }
    }
  }

  /// The connections in the order of their first packets.
  public var connections: [ConnectionRecord] { Array(streams.ledger.records) }

  /// The frames of HTTP/2 that belong to no message, in the order in which they came: the first ten thousand, and only if bodies are kept.
  public var controlFrames: [HTTP2ControlFrame] { streams.http.log.controlFrames }

  /// The frames of HTTP/3 that belong to no message, as ``controlFrames``.
  public var http3Frames: [HTTP3ControlFrame] { streams.http.log.http3Frames }

  /// The connections of QUIC in the order in which they began: the first ten thousand that are over, and only if bodies are kept.
  public var quicConnections: [QUICFacts] { streams.http.log.quicConnections.sorted { $0.number < $1.number } }

  /// The exchanges in the order in which they began; of those that are going on, what is there so far.
  public var exchanges: [HTTPExchange] {
    (Array(ended) + streams.http.openExchanges + quic.openExchanges).sorted { $0.number < $1.number }
  }
}
