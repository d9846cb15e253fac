import Exchanges
import Streams
import TLS
import Wire

/// What a record turned out to be.
struct DecryptedRecord {
  /// The type of its content and the content without padding; nil where it was not decrypted.
  var content: (type: UInt8, bytes: [UInt8])?
  /// What its application data completes in the conversation within.
  var items: [StreamItem] = []
  /// Where that data begins in its sender's stream of application data.
  var offset: Int64 = 0
  /// The protocol within, if it is known.
  var application = StreamApplication.unknown
}

/// Decrypts the records of one TLS connection, and cuts what is in them into the messages of the protocol within.
///
/// A record is shown in the packet that completes it, decrypted if its secret is known by then. A message within that needs a
/// record whose secret comes later is shown where it is whole.
final class TLSDecryption {
  /// How many bytes of each direction may wait for secrets, or for what the other side says first.
  private static let waitingBytes = 32 << 10
  /// What one costs besides what it holds.
  private static let cost = 4096
  /// More than any message may have: the length of a gap in application data is not known.
  private static let unknownCount: Int64 = 1 << 40

  private let clientSide: FlowSide
  private let inner: StreamConversation
  private var streams: MessageStreams
  private var connection: TLSConnection
  /// The application data of each side so far, with what was lost.
  private var offsets = Pair<Int64>(0, 0)
  private var maps = Pair(RecordMap(), RecordMap())
  /// By side: whether it has said that it sends no more.
  private var hasCloseNotify = Pair(false, false)
  /// The packets of records that are not read yet, by where they begin.
  private var marks = Pair<[Int64: PacketMark]>([:], [:])
  /// The piece that completed the record at hand, and where the record begins.
  private var piece: StreamPiece
  private var start: Int64 = 0
  private var record = DecryptedRecord()

  /// - Parameters:
  ///   - application: what the user says that it carries.
  ///   - firstRecord: the first record that is in the capture, which tells who is the client if it is a hello.
  ///   - streams: what the conversation below is read with.
  init(
    _ identity: FlowIdentity, decodedAs application: StreamApplication?, firstRecord: Span<UInt8>, from side: FlowSide,
    _ keys: KeyLog, _ streams: MessageStreams
  ) {
    let hello = firstRecord.count > 5 && firstRecord[0] == 22 ? firstRecord[5] : 0
    clientSide = hello == 1 ? side : hello == 2 ? side.other : .first
    inner = StreamConversation(identity, decodedAs: application, isSecure: true)
    self.streams = MessageStreams(
      keepsBodies: streams.keepsBodies, applications: PortApplications(), keys: nil, messageLimit: streams.messageLimit)
    var limits = TLSLimits()
    limits.heldBytes = Self.waitingBytes
    connection = TLSConnection(keys, limits: limits)
    let nowhere = PacketMark(number: 0, timestamp: Timestamp(nanoseconds: 0))
    piece = StreamPiece(
      flow: 0, side: side, offset: 0, packet: nowhere, now: nowhere, acknowledged: 0, isPacketStart: false)
  }

  var heldBytes: Int {
    Self.cost + connection.heldBytes + inner.heldBytes + maps[0].heldBytes + maps[1].heldBytes
      + (marks[0].count + marks[1].count) * 64
  }

  /// The connection ends, perhaps without close_notify; gives the messages within that this completes.
  func finish(_ side: FlowSide, _ now: PacketMark) -> [StreamItem] {
    guard !hasCloseNotify[Int(side.rawValue)] else { return [] }
    inner.end(side, now, &streams)
    return exchange(&streams.items, with: []).compactMap { item in
      guard case .message(var message) = item, message.bytes != nil else { return nil }
      message.isUncertain = true
      return .within(message)
    }
  }

  /// Takes a whole record.
  ///
  /// - Parameter start: where it begins in its sender's stream; what is between it and the record before is missing.
  func read(_ bytes: Span<UInt8>, at start: Int64, _ piece: StreamPiece) -> DecryptedRecord {
    self.piece = piece
    self.start = start
    record = DecryptedRecord()
    marks[Int(piece.side.rawValue)][start] = piece.now
    var receiver = Receiver(decryption: self)
    // What the connection calls while it reads uses other properties of this object, never the connection.
    connection.receive(bytes, at: start, from: piece.side == clientSide ? .client : .server, to: &receiver)
    record.application = inner.application
    return exchange(&record, with: DecryptedRecord())
  }
}

// What the connection says.
extension TLSDecryption {
  private struct Receiver: TLSReceiver {
    let decryption: TLSDecryption

    mutating func opened(_ content: Span<UInt8>, _ type: ContentType, _ record: RecordFacts) {
      decryption.open(content, type, record)
    }

    mutating func applicationData(_ bytes: Span<UInt8>, _ place: PlaintextPlace) { decryption.handOn(bytes, place) }

    mutating func lost(_ loss: TLSLoss) { decryption.lose(loss) }

    mutating func unreadable(_ reason: UnreadableReason, _ side: TLSSide) {}

    mutating func record(_ record: RecordFacts) { decryption.forget(record) }

    mutating func alert(_ alert: AlertFacts) {
      if alert.alert.isCloseNotify { decryption.end(alert.side) }
    }

    mutating func learned(_ facts: TLS.TLSFacts) {
      if let agreed = facts.selectedProtocol.flatMap(StreamApplication.init(applicationProtocol:)) {
        decryption.inner.begin(agreed)
      }
    }
  }

  private func flowSide(_ side: TLSSide) -> FlowSide { side == .client ? clientSide : clientSide.other }

  private func isAtHand(_ side: FlowSide, _ range: Range<Int64>) -> Bool {
    side == piece.side && range.lowerBound == start
  }

  private func open(_ content: Span<UInt8>, _ type: ContentType, _ facts: RecordFacts) {
    guard isAtHand(flowSide(facts.side), facts.range) else { return }
    var bytes: [UInt8] = []
    bytes.append(content)
    record.content = (type.rawValue, bytes)
  }

  private func handOn(_ bytes: Span<UInt8>, _ place: PlaintextPlace) {
    let side = flowSide(place.side)
    let index = Int(side.rawValue)
    let isAtHand = isAtHand(side, place.range)
    let packet = isAtHand ? piece.now : marks[index][place.range.lowerBound] ?? piece.now
    if isAtHand { record.offset = offsets[index] }
    let data = StreamPiece(
      flow: 0, side: side, offset: offsets[index], packet: packet, now: piece.now,
      acknowledged: maps[Int(side.other.rawValue)].offset(at: isAtHand ? piece.acknowledged : 0), isPacketStart: true,
      isFromBeginning: piece.isFromBeginning)
    offsets[index] += Int64(bytes.count)
    maps[index].append(place.range.upperBound, offsets[index])
    inner.receive(bytes, data, &streams)
    takeItems(isAtHand: isAtHand)
  }

  private func lose(_ loss: TLSLoss) {
    guard loss.cause != .unreadable else { return }
    let side = flowSide(loss.side)
    let index = Int(side.rawValue)
    let gap = StreamPiece(
      flow: 0, side: side, offset: offsets[index], packet: piece.now, now: piece.now, acknowledged: 0,
      isPacketStart: false)
    offsets[index] += Self.unknownCount
    maps[index].append(loss.range.upperBound, offsets[index])
    marks[index] = marks[index].filter { $0.key >= loss.range.upperBound }
    inner.miss(Self.unknownCount, gap, &streams)
    takeItems(isAtHand: false)
  }

  private func end(_ side: TLSSide) {
    hasCloseNotify[Int(flowSide(side).rawValue)] = true
    inner.end(flowSide(side), piece.now, &streams)
    takeItems(isAtHand: false)
  }

  /// Keeps what came of bytes; where these are not those of the record at hand, only what has its own bytes.
  private func takeItems(isAtHand: Bool) {
    for item in exchange(&streams.items, with: []) {
      if isAtHand {
        record.items.append(item)
      } else if case .message(let message) = item, message.bytes != nil {
        record.items.append(item)
      }
    }
  }

  private func forget(_ record: RecordFacts) {
    marks[Int(flowSide(record.side).rawValue)][record.range.lowerBound] = nil
  }
}
