import Captures
import Dissection
import TLS
import Wire

/// Goes through the packets of a store and says of each what plots need.
///
/// The field dissector says of segments what the tree and the filters say.
struct TrafficReader: ~Copyable {
  private static let kinds: [FieldID: MarkKind] = [
    .tcpAnalysisRetransmission: .retransmission, .tcpAnalysisFastRetransmission: .fastRetransmission,
    .tcpAnalysisSpuriousRetransmission: .spuriousRetransmission, .tcpAnalysisOutOfOrder: .outOfOrder,
    .tcpAnalysisDuplicateAck: .duplicateACK, .tcpAnalysisLostSegment: .lostSegment,
    .tcpAnalysisZeroWindow: .zeroWindow, .tcpAnalysisWindowFull: .windowFull, .tcpAnalysisKeepAlive: .keepAlive,
  ]

  private static let fields: FieldSet = [
    .tcpStream, .tcpSeq, .tcpNxtseq, .tcpAck, .tcpWindowSize, .tcpAnalysisAckRtt, .tcpAnalysisBytesInFlight,
    .tcpOptionsSackLe, .tcpOptionsSackRe, .tcpAnalysisRetransmission, .tcpAnalysisFastRetransmission,
    .tcpAnalysisSpuriousRetransmission, .tcpAnalysisOutOfOrder, .tcpAnalysisDuplicateAck, .tcpAnalysisLostSegment,
    .tcpAnalysisZeroWindow, .tcpAnalysisWindowFull, .tcpAnalysisKeepAlive,
  ]

  /// How many conversations' clients are remembered.
  private static let mostClients = 1 << 17

  private let store: PacketStore
  private var walk: PacketWalk
  private var dissector: PacketDissector
  private let first: Int64
  private var clients: [Int: Endpoint] = [:]

  /// - Parameter waits: whether it waits for packets that are not there yet.
  init(_ store: PacketStore, _ tables: DissectorTables, waits: Bool = false) throws(CaptureError) {
    self.store = store
    first = store.status.first ?? 0
    walk = try PacketWalk(store, keys: KeyLog(), waits: waits)
    dissector = PacketDissector(wanted: Self.fields, wantsText: false, tables: tables)
  }

  /// The next packet; nil at the end.
  /// - Parameter idle: is called before it waits.
  mutating func next(idle: () -> Void = {}) throws(CaptureError) -> TrafficSample? {
    guard let frame = try walk.next(idle: { _ in idle() }, isCancelled: { false }) else { return nil }
    dissector.dissect(frame, walk.reader.bytes)
    let headers = PacketHeaders(frame, walk.reader.bytes)
    let comments = walk.reader.section == nil ? [] : walk.reader.comments
    let tcp = headers.isTCP ? segment(headers) : nil
    return TrafficSample(
      number: frame.number, time: frame.timestamp.nanoseconds &- first, length: frame.originalLength,
      isUplink: isUplink(frame, headers, tcp), tcp: tcp, fate: comments.lazy.compactMap { FateNote($0) }.first,
      newProfile: comments.lazy.compactMap { FateNote.newProfile($0) }.first)
  }

  /// The profiles that came into force so far, with their times since the first packet.
  mutating func newProfiles() -> [(name: String, time: Int64)] {
    walk.remarks().compactMap { remark in
      FateNote.newProfile(remark.text).map { ($0, remark.time.nanoseconds &- first) }
    }
  }

  /// A capture of a link says the direction; elsewhere, TCP has a client, and the lower port is the server's.
  private func isUplink(_ frame: Frame, _ headers: PacketHeaders, _ tcp: TCPSample?) -> Bool {
    let isFarEnd = walk.reader.interfaces[frame.interfaceID].name == CaptureSide.serverInterface
    switch frame.direction {
    case .outbound: return !isFarEnd
    case .inbound: return isFarEnd
    default: break
    }
    if let tcp { return tcp.isFromClient }
    guard let source = headers.sourceEndpoint(in: walk.reader.bytes),
      let destination = headers.destinationEndpoint(in: walk.reader.bytes)
    else { return true }
    return source.port == destination.port ? source < destination : source.port > destination.port
  }

  private mutating func segment(_ headers: PacketHeaders) -> TCPSample? {
    let bytes = walk.reader.bytes
    guard let source = headers.sourceEndpoint(in: bytes), let destination = headers.destinationEndpoint(in: bytes),
      let header = headers.tcp(in: bytes)
    else { return nil }
    guard let place = dissector.tree.nodes.firstIndex(where: { $0.field == .tcpStream }),
      case .unsigned(let number) = dissector.tree.value(of: dissector.tree.nodes[place], frame: bytes)
    else { return nil }
    let stream = Int(clamping: number)
    let client = Self.client(of: stream, header.flags, source, destination, &clients)
    var sample = TCPSample(
      stream: stream, client: client, server: client == source ? destination : source,
      isFromClient: client == source, flags: header.flags, sequence: 0, next: 0, acknowledgment: nil, window: 0,
      payload: headers.payloadLength)
    for node in dissector.tree.nodes { Self.add(node, dissector.tree, bytes, to: &sample) }
    if header.flags.contains(.rst) { sample.kinds.append(.reset) }
    return sample
  }

  /// The end that opened a conversation: who sent the SYN, else who has the higher port.
  private static func client(
    of stream: Int, _ flags: TCPFlags, _ source: Endpoint, _ destination: Endpoint, _ clients: inout [Int: Endpoint]
  ) -> Endpoint {
    if flags.contains(.syn) {
      if clients.count >= mostClients { clients = [:] }
      clients[stream] = flags.contains(.ack) ? destination : source
    }
    if let known = clients[stream], known == source || known == destination { return known }
    return source.port > destination.port ? source : destination
  }

  private static func add(_ node: FieldNode, _ tree: FieldTree, _ bytes: Span<UInt8>, to sample: inout TCPSample) {
    if let kind = kinds[node.field] { return sample.kinds.append(kind) }
    switch (node.field, tree.value(of: node, frame: bytes)) {
    case (.tcpSeq, .unsigned(let value)): sample.sequence = UInt32(truncatingIfNeeded: value)
    case (.tcpNxtseq, .unsigned(let value)): sample.next = UInt32(truncatingIfNeeded: value)
    case (.tcpAck, .unsigned(let value)):
      if sample.flags.contains(.ack) { sample.acknowledgment = UInt32(truncatingIfNeeded: value) }
    case (.tcpWindowSize, .unsigned(let value)): sample.window = Int(clamping: value)
    case (.tcpAnalysisAckRtt, .relativeTime(let value)): sample.roundTrip = value
    case (.tcpAnalysisBytesInFlight, .unsigned(let value)): sample.inFlight = Int(clamping: value)
    case (.tcpOptionsSackLe, .unsigned(let value)):
      sample.selective.append((UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value)))
    case (.tcpOptionsSackRe, .unsigned(let value)):
      if !sample.selective.isEmpty {
        sample.selective[sample.selective.count - 1].right = UInt32(truncatingIfNeeded: value)
      }
    default: break
    }
  }
}
