import QUIC
import TLS
import TextOutput
import Wire

/// The nodes of packet headers (RFC 9000 section 17). All places are those of the datagram, moved by its start.
enum QUICHeaderFields {
  static func addLong(
    _ tree: inout TreeBuilder, _ packet: QUICPacket, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let header = packet.header
    let first = start + header.start
    let byte = UInt64(packet.firstByte)
    let place = first..<first + 1
    tree.bits(.quicHeaderForm, of: byte, place)
    switch packet.place.type {
    case .versionNegotiation: tree.bits(.quicVnUnused, of: byte, place)
    case .unknownVersion: break
    default:
      if packet.place.type != .retry { tree.bits(.quicFixedBit, of: byte, place) }
      tree.bits(header.version == .v2 ? .quicLongPacketTypeV2 : .quicLongPacketType, of: byte, place)
      if packet.place.number != nil {
        tree.bits(.quicLongReserved, of: byte, place)
        tree.bits(.quicPacketNumberLength, of: byte, place)
      }
    }
    try tree.number(.quicVersion, bytes, first + 1, 4)
    addID(&tree, .quicDcil, .quicDcid, header.destinationIDRange, start)
    addID(&tree, .quicScil, .quicScid, header.sourceIDRange, start)
    switch packet.place.type {
    case .versionNegotiation:
      for offset in stride(from: start + header.numberOffset, to: bytes.count - 3, by: 4) {
        try tree.number(.quicSupportedVersion, bytes, offset, 4)
      }
    case .retry: addRetry(&tree, packet, start)
    case .initial, .zeroRTT, .handshake: try addProtected(&tree, packet, bytes, start)
    default:
      let rest = start + header.numberOffset..<bytes.count
      if !rest.isEmpty { tree.add(.quicPayload, rest, .bytes) }
    }
  }

  private static func addID(
    _ tree: inout TreeBuilder, _ length: FieldID, _ value: FieldID, _ range: Range<Int>, _ start: Int
  ) {
    let place = start + range.lowerBound..<start + range.upperBound
    tree.add(length, place.lowerBound - 1..<place.lowerBound, .unsigned(UInt64(range.count)))
    if !place.isEmpty { tree.add(value, place, .bytes) }
  }

  private static func addRetry(_ tree: inout TreeBuilder, _ packet: QUICPacket, _ start: Int) {
    let token = packet.header.token
    tree.add(.quicRetryToken, start + token.lowerBound..<start + token.upperBound, .bytes)
    let tag = packet.header.retryTag
    let isGood = packet.opening != .notAuthentic
    let mark = tree.begin(
      .quicRetryIntegrityTag, start + tag.lowerBound..<start + tag.upperBound, .bytes)
    if !isGood {
      tree.expert(.quicBadRetry, .warning)
    }
    tree.end(mark)
  }

  private static func addProtected(
    _ tree: inout TreeBuilder, _ packet: QUICPacket, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let header = packet.header
    var position = start + header.sourceIDRange.upperBound
    if packet.place.type == .initial {
      position += try tree.variable(.quicTokenLength, bytes, position).length
      let token = start + header.token.lowerBound..<start + header.token.upperBound
      if !token.isEmpty { tree.add(.quicToken, token, .bytes) }
      position = token.upperBound
    }
    try tree.variable(.quicLength, bytes, position)
    let content = start + header.numberOffset..<min(bytes.count, start + header.end)
    guard let number = packet.place.number else { return addUnread(&tree, packet, .quicRemainingPayload, content) }
    let end = content.lowerBound + packet.numberLength
    tree.add(.quicPacketNumber, content.lowerBound..<end, .unsigned(number))
    tree.add(.quicPayload, end..<content.upperBound, .bytes)
  }

  static func addShort(
    _ tree: inout TreeBuilder, _ packet: QUICPacket, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let header = packet.header
    let first = start + header.start
    if packet.place.type == .statelessReset { return addReset(&tree, bytes, first) }
    let byte = UInt64(packet.firstByte)
    let place = first..<first + 1
    let number = packet.place.number
    let mark = tree.begin(.quicShort, first..<bytes.count, .none, text: "\(title(header, number))")
    defer { tree.end(mark) }
    tree.bits(.quicHeaderForm, of: byte, place)
    tree.bits(.quicFixedBit, of: byte, place)
    tree.bits(.quicSpinBit, of: byte, place)
    if number != nil {
      tree.bits(.quicShortReserved, of: byte, place)
      tree.bits(.quicKeyPhase, of: byte, place)
      tree.bits(.quicPacketNumberLength, of: byte, place)
    }
    let range = start + header.destinationIDRange.lowerBound..<start + header.destinationIDRange.upperBound
    if !range.isEmpty { tree.add(.quicDcid, range, .bytes) }
    let content = start + header.numberOffset..<bytes.count
    guard let number else { return addUnread(&tree, packet, .quicRemainingPayload, content) }
    let end = content.lowerBound + packet.numberLength
    tree.add(.quicPacketNumber, content.lowerBound..<end, .unsigned(number))
    tree.add(.quicProtectedPayload, end..<content.upperBound, .bytes)
  }

  private static func title(_ header: QUICPacketHeader, _ number: UInt64?) -> String {
    let id = header.destinationID.isEmpty ? "" : " to \(header.destinationID)"
    return "Short header\(id)\(number.map { ", packet \($0)" } ?? "")"
  }

  /// A stateless reset looks like a short header, but for its end (RFC 9000 section 10.3).
  private static func addReset(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ first: Int) {
    let token = max(first + 1, bytes.count - 16)..<bytes.count
    tree.bits(.quicHeaderForm, of: UInt64(bytes[first]), first..<first + 1)
    tree.bits(.quicFixedBit, of: UInt64(bytes[first]), first..<first + 1)
    tree.add(.quicUnpredictableBits, first + 1..<token.lowerBound, .bytes)
    tree.add(.quicStatelessResetToken, token, .bytes)
  }

  /// What could not be decrypted, and why.
  private static func addUnread(
    _ tree: inout TreeBuilder, _ packet: QUICPacket, _ field: FieldID, _ range: Range<Int>
  ) {
    guard !range.isEmpty else { return }
    let mark = tree.begin(field, range, .bytes)
    switch packet.opening {
    case .notAuthentic:
      tree.expert(
        .quicDecryptionFailed, .warning,
        "The secrets that are known do not open the packet",
        .decryption)
    case .waiting, .unreadable:
      tree.expert(
        .quicDecryptionFailed, .warning, "The secrets are not known", .decryption)
    default: break
    }
    tree.end(mark)
  }
}
