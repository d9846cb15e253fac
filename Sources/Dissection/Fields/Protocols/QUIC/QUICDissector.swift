import QUIC
import Streams
import TextOutput
import Wire

/// QUIC (RFC 9000, RFC 9369): the packets of a datagram, and what is in them where they could be decrypted.
enum QUICDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.quic + FieldTable.quicParameters, entries: [.udpPort(to: dissector)],
    summaries: [summary],
    note: """
      QUIC versions 1 and 2 and drafts 29 to 34 are recognized on any port by their long headers; later packets by the addresses
      and connection IDs of a connection that is known, so a migration keeps it. Initial packets are decrypted without any
      secret, all others with those of a key log that are known by then.
      """)

  static let dissector = Dissector("quic") { (tree, bytes, start) throws(DissectionStop) in
    guard let datagram = datagram(tree) else { return tree.data(bytes, start) }
    let payload = bytes.extracting(start..<bytes.count)
    let packets = tree.state.quic.read(datagram, payload)
    if tree.ties != nil, let connection = tree.state.quic.connection { tree.tie(QUICTie(connection: connection)) }
    guard !packets.isEmpty else { return tree.data(bytes, start) }
    for (index, packet) in packets.enumerated() {
      let end = index + 1 < packets.count ? packets[index + 1].packet.header.start : packet.packet.header.end
      try add(&tree, packet, bytes.extracting(0..<min(bytes.count, start + end)), start, isFirst: index == 0)
    }
    let end = start + (packets.last?.packet.header.end ?? 0)
    if end < bytes.count { addPadding(&tree, bytes, end) }
  }

  /// Whether a datagram on ports that say nothing belongs to QUIC.
  static func takes(_ tree: TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard !tree.context.isQuoted, let datagram = datagram(tree) else { return false }
    return tree.state.quic.takes(datagram, bytes.extracting(start..<bytes.count))
  }

  private static func datagram(_ tree: TreeBuilder) -> QUICDatagram? {
    guard !tree.context.isQuoted, let source = tree.context.source, let destination = tree.context.destination else {
      return nil
    }
    return QUICDatagram(
      source: Endpoint(address: source, port: tree.context.sourcePort),
      destination: Endpoint(address: destination, port: tree.context.destinationPort),
      packet: PacketMark(number: tree.frame.number, timestamp: tree.frame.timestamp),
      isCut: tree.context.isCut || tree.buffer == 0 && tree.capturedLength < tree.frame.originalLength)
  }

  /// What is after the last packet (RFC 9000 section 12.2).
  private static func addPadding(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) {
    tree.extent = bytes.count
    let mark = tree.beginProtocol(.quic, start..<bytes.count, text: "\(FieldID.quic.field.label)")
    tree.expert(.quicCoalescedPaddingData, .note)
    tree.end(mark)
  }

  private static func add(
    _ tree: inout TreeBuilder, _ packet: QUICReading.Packet, _ bytes: Span<UInt8>, _ start: Int, isFirst: Bool
  ) throws(DissectionStop) {
    let header = packet.packet.header
    let range = start + header.start..<min(bytes.count, start + header.end)
    tree.extent = bytes.count
    let mark = tree.beginProtocol(.quic, range, text: "\(FieldID.quic.field.label)")
    defer { tree.end(mark) }
    if isFirst {
      let information = tree.begin(
        .text, range.lowerBound..<range.lowerBound, .none, text: "Connection")
      tree.generate(
        .quicConnectionNumber, .unsigned(UInt64(packet.packet.place.connection)),
        text: "[Connection in this capture: \(packet.packet.place.connection)]")
      tree.end(information)
    }
    tree.generate(
      .quicPacketLength, .unsigned(UInt64(range.count)), text: "[Length of the packet: \(range.count) bytes]")
    if header.isLong {
      try QUICHeaderFields.addLong(&tree, packet.packet, bytes, start)
    } else {
      try QUICHeaderFields.addShort(&tree, packet.packet, bytes, start)
    }
    guard packet.packet.opening == .opened || packet.packet.opening == .duplicate,
      let saved = tree.enter("Decrypted QUIC", packet.payload)
    else { return }
    let depth = tree.depth
    QUICFrameFields.add(&tree, packet, isDuplicate: packet.packet.opening == .duplicate)
    let buffer = tree.buffer
    tree.end(mark)
    for piece in packet.streams {
      tree.buffer = buffer
      HTTP3Dissector.add(&tree, piece, packet.payload.span)
    }
    tree.depth = depth
    tree.leave(saved)
  }
}

/// What the datagrams of a connection have in common, whatever their addresses are.
private struct QUICTie: Hashable {
  let connection: Int
  let isQUIC = true
}
