import QUIC
import TLS
import TextOutput
import Wire

/// The nodes of frames (RFC 9000 section 19), in the buffer of the packet's plaintext.
enum QUICFrameFields {
  static func add(_ tree: inout TreeBuilder, _ packet: QUICReading.Packet, isDuplicate: Bool) {
    let bytes = packet.payload.span
    var frames = packet.frames
    // The frames of a packet that came before count only once, but they are in it.
    if isDuplicate { frames = read(bytes) }
    for frame in frames { add(&tree, frame, bytes.extracting(0..<frame.range.upperBound), packet.packet) }
    if packet.fault != nil { addUnknown(&tree, bytes, frames.last?.range.upperBound ?? 0) }
  }

  private static func read(_ bytes: Span<UInt8>) -> [QUICReading.Frame] {
    var reader = QUICFrameReader(bytes)
    var frames: [QUICReading.Frame] = []
    while let (frame, range) = try? reader.next(bytes) { frames.append(QUICReading.Frame(frame: frame, range: range)) }
    return frames
  }

  private static func addUnknown(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) {
    let mark = tree.begin(.quicFrame, start..<bytes.count, .none, text: "Frame of an unknown type")
    if (try? tree.variable(.quicFrameType, bytes, start)) != nil {
      tree.expert(.quicFtUnknown, .note, .undecoded)
    }
    tree.end(mark)
  }

  private static func add(
    _ tree: inout TreeBuilder, _ frame: QUICReading.Frame, _ bytes: Span<UInt8>, _ packet: QUICPacket
  ) {
    let mark = tree.begin(.quicFrame, frame.range, .none, text: "\(title(frame.frame, bytes))")
    defer { tree.end(mark) }
    do throws(DissectionStop) {
      var position = frame.range.lowerBound
      let type = try bytes.variable(at: position)
      tree.add(.quicFrameType, position..<position + type.length, .unsigned(type.value))
      if case .stream = frame.frame {
        tree.below { tree in
          let place = position + type.length - 1..<position + type.length
          for field in [FieldID.quicStreamFin, .quicStreamLen, .quicStreamOff] {
            tree.bits(field, of: type.value, place)
          }
        }
      }
      position += type.length
      try addBody(&tree, frame, type.value, bytes, position)
    } catch {
      tree.expert(nil, .error, "The frame ends too early, or contradicts itself", .malformed)
    }
    if case .crypto(_, let data) = frame.frame {
      tree.add(.quicCryptoCryptoData, data, .none)
      QUICCryptoFields.add(&tree, frame, data, bytes, packet)
    }
  }

  /// The frame in a line.
  private static func title(_ frame: QUICFrame, _ bytes: Span<UInt8>) -> String {
    switch frame {
    case .padding(let count): return "PADDING, \(count) bytes"
    case .stream(let frame):
      let id = QUICStreamID(rawValue: frame.stream)
      let stream = "\(id.isBidirectional ? "two-way" : "one-way"), opened by the \(id.opener)"
      return "STREAM \(frame.stream) (\(stream)), \(frame.data.count) bytes from offset \(frame.offset)"
        + (frame.isFinal ? ", the last" : "")
    case .connectionClose(let frame):
      let kind = frame.isApplication ? "application" : "transport"
      let code = frame.isApplication ? "\(frame.error)" : QUICErrorCode(rawValue: frame.error).description
      return "CONNECTION_CLOSE by the \(kind): \(code)"
    default: return frame.name
    }
  }

  private static func addBody(
    _ tree: inout TreeBuilder, _ frame: QUICReading.Frame, _ type: UInt64, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    switch frame.frame {
    case .padding(let count):
      tree.generate(.quicPaddingLength, .unsigned(UInt64(count)))
    case .ping, .handshakeDone, .immediateAck: break
    case .ack(let frame): try addAcknowledgment(&tree, frame, bytes, start)
    case .crypto: try numbers(&tree, [.quicCryptoOffset, .quicCryptoLength], bytes, start)
    case .stream(let frame): try addStream(&tree, frame, type, bytes, start)
    case .newToken(let token):
      try numbers(&tree, [.quicNtLength], bytes, start)
      tree.add(.quicNtToken, token, .bytes)
    case .newConnectionID(_, _, let id, let token):
      let place = try numbers(&tree, [.quicNciSequence, .quicNciRetirePriorTo], bytes, start)
      try tree.number(.quicNciConnectionIdLength, bytes, place, 1)
      tree.add(.quicNciConnectionId, place + 1..<place + 1 + id.count, .bytes)
      tree.add(.quicNciStatelessResetToken, token, .bytes)
    case .pathChallenge: try tree.bytes(.quicPathChallengeData, bytes, start, 8)
    case .pathResponse: try tree.bytes(.quicPathResponseData, bytes, start, 8)
    case .connectionClose(let frame): try addClose(&tree, frame, bytes, start)
    case .datagram(let data, let hasLength):
      if hasLength { try numbers(&tree, [.quicDgLength], bytes, start) }
      tree.add(.quicDg, data, .bytes)
    default: try numbers(&tree, fields[frame.frame.type] ?? [], bytes, start)
    }
  }

  /// Frames that are nothing but integers.
  private static let fields: [UInt64: [FieldID]] = [
    0x04: [.quicRstsStreamId, .quicRstsApplicationErrorCode, .quicRstsFinalSize],
    0x05: [.quicSsStreamId, .quicSsApplicationErrorCode], 0x10: [.quicMdMaximumData],
    0x11: [.quicMsdStreamId, .quicMsdMaximumStreamData], 0x12: [.quicMsMaxStreams], 0x13: [.quicMsMaxStreams],
    0x14: [.quicSbStreamDataLimit], 0x15: [.quicSdbStreamId, .quicSbStreamDataLimit],
    0x16: [.quicSibStreamLimit], 0x17: [.quicSibStreamLimit], 0x19: [.quicRciSequence],
    0x24: [.quicRstsStreamId, .quicRstsApplicationErrorCode, .quicRstsFinalSize],
    0xAF: [.quicAfSequenceNumber, .quicAfAckElicitingThreshold, .quicAfRequestMaxAckDelay],
  ]

  /// Adds integers that follow each other; returns where the last one ends.
  @discardableResult
  private static func numbers(
    _ tree: inout TreeBuilder, _ fields: [FieldID], _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) -> Int {
    var position = start
    for field in fields { position += try tree.variable(field, bytes, position).length }
    return position
  }

  private static func addAcknowledgment(
    _ tree: inout TreeBuilder, _ frame: QUICAcknowledgment, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let fields: [FieldID] = [
      .quicAckLargestAcknowledged, .quicAckAckDelay, .quicAckAckRangeCount, .quicAckFirstAckRange,
    ]
    var position = try numbers(&tree, fields, bytes, start)
    for _ in frame.ranges.dropFirst() {
      position = try numbers(&tree, [.quicAckGap, .quicAckAckRange], bytes, position)
    }
    guard frame.congestion != nil else { return }
    try numbers(&tree, [.quicAckEct0Count, .quicAckEct1Count, .quicAckEcnCeCount], bytes, position)
  }

  private static func addStream(
    _ tree: inout TreeBuilder, _ frame: QUICStreamFrame, _ type: UInt64, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let id = try tree.variable(.quicStreamStreamId, bytes, start)
    var position = start + id.length
    tree.below { tree in
      tree.bits(.quicStreamInitiator, of: id.value, start..<position)
      tree.bits(.quicStreamDirection, of: id.value, start..<position)
    }
    if type & 0x04 != 0 { position = try numbers(&tree, [.quicStreamOffset], bytes, position) }
    if type & 0x02 != 0 { position = try numbers(&tree, [.quicStreamLength], bytes, position) }
    tree.add(.quicStreamData, frame.data, .bytes)
  }

  private static func addClose(
    _ tree: inout TreeBuilder, _ frame: QUICCloseFrame, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    var position: Int
    if frame.isApplication {
      position = try numbers(&tree, [.quicCcErrorCodeApp], bytes, start)
    } else {
      let error = QUICErrorCode(rawValue: frame.error)
      let length = try bytes.variable(at: start).length
      tree.add(
        .quicCcErrorCode, start..<start + length, .unsigned(frame.error),
        text: "Error of the transport: \(error) (\(frame.error))")
      position = start + length
      if let alert = error.alert {
        tree.add(.quicCcErrorCodeTlsAlert, position - 1..<position, .unsigned(UInt64(alert.code)))
      }
      position = try numbers(&tree, [.quicCcFrameType], bytes, position)
    }
    position = try numbers(&tree, [.quicCcReasonPhraseLength], bytes, position)
    if !frame.reason.isEmpty { try tree.string(.quicCcReasonPhrase, bytes, position, frame.reason.count) }
  }
}
