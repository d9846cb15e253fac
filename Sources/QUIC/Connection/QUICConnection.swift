import DequeModule
import RecordCiphers
import Streams
import TLS
import Wire

/// Reads one connection from the datagrams of both ends, as they were captured.
final class QUICConnection {
  /// What one costs besides what it holds.
  private static let cost = 4096
  private static let countInterval = 32

  let limits: QUICLimits
  var facts: QUICFacts
  var keys: ConnectionKeys
  /// The frame of the capture at hand.
  var now: PacketMark
  /// The connection IDs that reach each side.
  var ids = BySide<[QUICConnectionID]>(both: [])
  /// IDs and tokens of stateless resets that the table does not know yet.
  var newIDs: [(id: QUICConnectionID, receiver: TLSSide)] = []
  var newTokens: [QUICResetToken] = []
  var resetTokens: [QUICResetToken] = []
  /// The paths, in the order in which they were seen, and the one in use.
  var paths: [QUICPath]
  var currentPath = 0
  /// The path of the packet at hand.
  var path = 0
  var challenges: [PathChallenge] = []
  /// By side: the destination connection ID of its last packets.
  var lastID = BySide<QUICConnectionID?>(both: nil)

  private var countedBytes = 0
  private var untilCount = 0
  var waiting: WaitingPackets
  /// What was known when packets that wait were tried last.
  private var triedRevision = -1
  private var triedKnowledge = 0
  /// Grows whenever the handshake says what opening packets may need.
  var knowledge = 0
  /// Packets that did not open although there is a secret, while none did.
  var failures = BySide(both: 0)
  var hasReportedUnreadable = false

  var crypto: BySide<BySpace<CryptoStream>>
  var sent: BySide<BySpace<SentPackets>>
  var largest = BySide<BySpace<UInt64?>>(both: BySpace { nil })
  var streams: QUICStreams
  var flow = BySide<ConnectionFlow>(both: ConnectionFlow())
  /// By side: when packets of it were last acknowledged that are not in the capture.
  var unseenSince = BySide<Int64?>(both: nil)
  /// When time alone may say something, in nanoseconds.
  var nextTick = Int64.max
  /// Whether a packet of the server was read.
  var hasServerSpoken = false
  var hasVersionNegotiation = false
  var retryID: QUICConnectionID?
  /// Whether the 0-RTT packets that were read were taken back.
  var hasRejectedEarlyData = false
  var hasEarlyStreams = false
  /// By side: the length of its datagrams that a capture has joined.
  var segmentLengths = BySide(both: 0)
  /// Whether a side sends packets without the fixed bit (RFC 9287).
  var greasesFixedBit = false

  init(
    _ number: Int, _ path: QUICPath, _ version: QUICVersion, _ id: QUICConnectionID, _ keyLog: KeyLog,
    _ limits: QUICLimits, _ now: PacketMark
  ) {
    self.limits = limits
    facts = QUICFacts(number, path, version, id, now)
    keys = ConnectionKeys(keyLog)
    self.now = now
    paths = [path]
    waiting = WaitingPackets(limit: limits.waitingBytes)
    let crypto = BySpace { CryptoStream(limit: limits.messageBytes) }
    self.crypto = BySide(both: crypto)
    sent = BySide(both: BySpace { SentPackets(limit: limits.unacknowledged) })
    streams = QUICStreams(limit: limits.streams)
  }

  /// What changes with each packet, and what was counted a while ago.
  var heldBytes: Int { Self.cost + waiting.cost + streams.waitingBytes + countedBytes }

  /// Counts what changes slowly, now and then: to go through all of it would cost as much as a packet.
  private func countSlowBytes() {
    untilCount -= 1
    guard untilCount <= 0 else { return }
    untilCount = Self.countInterval
    countedBytes = streams.heldBytes - streams.waitingBytes
    for side in TLSSide.allCases {
      for space in QUICSpace.allCases { countedBytes += sent[side][space].heldBytes + crypto[side][space].heldBytes }
      countedBytes += ids[side].count * 64
    }
  }

  /// Takes a datagram of this connection.
  ///
  /// - Parameters:
  ///   - length: of the connection ID that reaches the receiver, for a short header.
  ///   - path: its number, and whether it is new.
  func receive(
    _ datagram: QUICDatagram, _ bytes: Span<UInt8>, from side: TLSSide, idLength length: Int,
    _ opener: inout PacketOpener, _ receiver: inout some QUICReceiver
  ) {
    now = datagram.packet
    facts.last = now
    enterPath(of: datagram, side)
    tick(&receiver)
    var position = 0
    var first: QUICConnectionID?
    var isJoined = false
    while position < bytes.count {
      guard var header = header(bytes, position, side, length) else { break }
      if !header.isLong, isJoined || header.end - header.start > Self.longestAlone {
        header.end = segmentEnd(header, bytes, side, isJoined: isJoined, &opener)
        isJoined = header.end < bytes.count
      }
      // What is for another connection ID does not count (RFC 9000 section 12.2).
      guard first == nil || first == header.destinationID else { break }
      first = header.destinationID
      take(header, bytes, datagram, side, &opener, &receiver)
      position = header.end
    }
    readWaiting(&opener, &receiver)
    countSlowBytes()
  }

  private func header(
    _ bytes: Span<UInt8>, _ position: Int, _ side: TLSSide, _ length: Int
  ) -> QUICPacketHeader? {
    // Some pad datagrams after the last packet.
    guard position == 0 || bytes[position] & 0xC0 != 0 || greasesFixedBit else { return nil }
    if bytes[position] & 0x80 != 0 {
      // The table has found whose the datagram is; a packet that follows must have the same connection ID.
      return try? QUICPacketHeader(long: bytes, at: position, greasesFixedBit: true)
    }
    return try? QUICPacketHeader(short: bytes, at: position, destinationIDLength: length)
  }

  private func take(
    _ header: QUICPacketHeader, _ bytes: Span<UInt8>, _ datagram: QUICDatagram, _ side: TLSSide,
    _ opener: inout PacketOpener, _ receiver: inout some QUICReceiver
  ) {
    facts[side].packets += 1
    facts[side].bytes += Int64(header.end - header.start)
    if datagram.congestionMark == 3, header.start == 0 { facts[side].congestionMarks += 1 }
    let place = QUICPlace(
      connection: facts.number, side: side, type: header.type, number: nil, packet: now, now: now)
    var packet = QUICPacket(
      place: place, header: header, opening: .none, firstByte: header.firstByte, numberLength: 0, keyUpdates: 0,
      congestionMark: datagram.congestionMark, path: path)
    if header.isLong { learnIDs(header, side) }
    switch header.type {
    case .initial, .zeroRTT, .handshake, .oneRTT:
      if header.isCut || datagram.isCut && header.end == bytes.count {
        packet.opening = .cut
        return receiver.packet(packet, [UInt8]().span)
      }
      read(packet, header, bytes, &opener, &receiver)
    case .retry: takeRetry(&packet, bytes, &receiver)
    case .versionNegotiation: takeVersionNegotiation(packet, bytes, &receiver)
    case .unknownVersion, .statelessReset: receiver.packet(packet, [UInt8]().span)
    }
  }

  /// Reads what waited for secrets, or for what the handshake has said by now.
  func readWaiting(_ opener: inout PacketOpener, _ receiver: inout some QUICReceiver) {
    while !waiting.isEmpty, knowledge != triedKnowledge || keys.revision != triedRevision {
      (triedKnowledge, triedRevision) = (knowledge, keys.revision)
      for kept in waiting.takeAll() {
        read(kept.packet, kept.header, kept.bytes.span, &opener, &receiver)
      }
    }
  }

  /// Nothing more will come.
  func finish(_ ending: QUICEnding, _ opener: inout PacketOpener, _ receiver: inout some QUICReceiver) {
    readWaiting(&opener, &receiver)
    if let waiting = waiting.packets.first { reportWaiting(waiting.packet, &receiver) }
    endStreams(&receiver)
    receiver.finished(facts, ending)
  }
}

/// What tells a stateless reset (RFC 9000 section 10.3).
struct QUICResetToken: Hashable {
  /// 16 bytes.
  static let length = 16

  private let high: UInt64
  private let low: UInt64

  /// - Returns: nil if there are fewer than 16 bytes at the offset.
  init?(_ bytes: Span<UInt8>, at offset: Int) {
    guard offset >= 0, bytes.count - offset >= Self.length else { return nil }
    high = bytes.uint64(at: offset)
    low = bytes.uint64(at: offset + 8)
  }
}
