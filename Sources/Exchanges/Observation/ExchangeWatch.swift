import Streams
public import TLS
public import Wire

/// Tells packet by packet which requests and responses within TLS, HTTP/2 and QUIC have come.
public struct ExchangeWatch {
  /// What a packet has revealed.
  public struct Revelation: Hashable, Sendable {
    /// The first lines of requests whose heads are complete with it: `GET /search HTTP/2`.
    public internal(set) var requests: [String] = []
    /// Whether it completed a request.
    public internal(set) var completesRequest = false
    /// Whether it brought the first bytes of a response.
    public internal(set) var startsResponse = false
  }

  /// What has been told of an exchange.
  private struct Progress: OptionSet {
    let rawValue: UInt8
    static let request = Progress(rawValue: 1)
    static let wholeRequest = Progress(rawValue: 2)
    static let response = Progress(rawValue: 4)
  }

  private static let applicationData: UInt8 = 23
  /// More conversations than this are not remembered as ignored; they are read again.
  private static let mostIgnored = 4096

  private var table: FlowTable
  private var streams: HTTPStreams
  private let quic: QUICConversations
  /// By the number of an exchange that is not over.
  private var told: [Int: Progress] = [:]
  /// The conversations that are not read any more.
  private var ignored: Set<FlowKey> = []

  /// - Parameters:
  ///   - keys: the secrets with which TLS connections are decrypted; it may gain some at any time.
  ///   - memory: how many bytes conversations, waiting segments and open exchanges may take.
  public init(keys: KeyLog, memory: Int = 8 << 20) {
    var options = HTTPOptions()
    options.memory = memory
    options.decodesBodies = false
    options.keys = keys
    table = FlowTable(budget: memory, keepsStep: false)
    streams = HTTPStreams(options)
    quic = QUICConversations(streams.log)
  }

  /// Takes the next packet.
  /// - Returns: nil if nothing of its conversation can be read, or if it is HTTP/1 in the clear.
  public mutating func read(_ frame: Frame, _ bytes: Span<UInt8>, isFromClient: Bool) -> Revelation? {
    let headers = PacketHeaders(frame, bytes)
    if quic.read(frame, headers, bytes) { return revealedByQUIC() }
    guard let segment = TCPSegment(headers, bytes) else { return nil }
    let key = FlowKey.make(source: segment.source, destination: segment.destination).key
    // A SYN begins another conversation.
    if segment.flags.contains(.syn) { ignored.remove(key) }
    guard !ignored.contains(key) else { return nil }
    let payload = bytes.extracting(segment.payload)
    let packet = PacketMark(number: frame.number, timestamp: frame.timestamp)
    let slot = table.read(segment, payload, packet, &streams).slot
    var revealed = Revelation()
    let isOver = noteEnded(&revealed)
    guard streams.isLayered(slot) else {
      // If the secret is not known when a client sends data, the data cannot be told of in time, so it never is.
      let isData = isFromClient && payload.count > 0 && payload[0] == Self.applicationData
      if isData && streams.awaitsSecret(slot) || streams.isPlain(slot) { ignore(slot, key) }
      return isOver ? revealed : nil
    }
    if payload.count > 0 {
      for exchange in streams.openExchanges(of: slot) { note(exchange, &revealed) }
    }
    return revealed
  }

  /// What the last datagram has revealed; nil if its connection cannot be read.
  private mutating func revealedByQUIC() -> Revelation? {
    var revealed = Revelation()
    let isOver = noteEnded(&revealed)
    guard let open = quic.openExchangesOfLast else { return isOver ? revealed : nil }
    for exchange in open { note(exchange, &revealed) }
    return revealed
  }

  private mutating func ignore(_ slot: Int, _ key: FlowKey) {
    streams.ignore(slot)
    if ignored.count >= Self.mostIgnored { ignored = [] }
    ignored.insert(key)
  }

  /// Whether exchanges have ended that can be told of.
  private mutating func noteEnded(_ revealed: inout Revelation) -> Bool {
    var isAny = false
    while let exchange = streams.log.next() {
      let isLayered = exchange.security != nil || exchange.streamID != nil
      if isLayered, exchange.outcome != .evicted {
        note(exchange, &revealed)
        isAny = true
      }
      told[exchange.number] = nil
    }
    return isAny
  }

  private mutating func note(_ exchange: HTTPExchange, _ revealed: inout Revelation) {
    var progress = told[exchange.number, default: []]
    if let request = exchange.request, progress.insert(.request).inserted {
      revealed.requests.append("\(request.method ?? "?") \(request.target ?? "?") \(request.startLine.version)")
    }
    if exchange.request?.last != nil, progress.insert(.wholeRequest).inserted { revealed.completesRequest = true }
    let isAnswered = exchange.response != nil || !exchange.interim.isEmpty
    if isAnswered, progress.insert(.response).inserted { revealed.startsResponse = true }
    told[exchange.number] = progress
  }
}
