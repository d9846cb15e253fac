import Streams
import TextOutput
import Wire

/// UDP (RFC 768).
enum UDPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.udp, entries: [.ipProtocol(17, to: dissector)],
    summaries: [summary])

  private static let ports = TransportPorts(
    layer: .udp, name: "UDP", headerLength: 8, source: .udpSrcport, destination: .udpDstport,
    either: .udpPort)

  static let dissector = Dissector("udp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = try ports.begin(&tree, bytes, start)
    let claimed = Int(try tree.number(.udpLength, bytes, start + 4, 2))
    let room = tree.context.isCut && tree.buffer == 0 ? tree.context.networkEnd ?? bytes.count : bytes.count
    if claimed > room - start, !tree.context.isQuoted {
      tree.expert(.udpLengthBad, .error, "The length of \(claimed) bytes is more than the IP packet holds", .malformed)
    }
    let length = claimed == 0 ? bytes.count - start : claimed
    guard length >= 8 else {
      return tree.expert(nil, .error, "A length of \(claimed) bytes is too short, the least is 8")
    }
    try addChecksum(&tree, bytes, start)
    addFlow(&tree, isEmpty: length == 8)
    let end = min(bytes.count, start + length)
    if end > start + 8 {
      tree.add(
        .udpPayload, start + 8..<end, .bytes,
        text: "Data of the datagram (\(end - start - 8) byte\(end - start - 8 == 1 ? "" : "s"))")
    }
    tree.end(mark)
    tree.dispatch(udp: bytes.extracting(0..<end), start + 8)
  }

  private static func addChecksum(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let claimed = try bytes.number(2, at: start + 6)
    let isMissing = claimed == 0
    tree.add(
      .udpChecksum, start + 6..<start + 8, .unsigned(claimed),
      text: "Checksum of the datagram: \(TextFormat.hex(claimed, 4)), \(isMissing ? "not used" : "not checked")")
    tree.generate(.udpChecksumStatus, .unsigned(isMissing ? 3 : 2))
  }

  private static func addFlow(_ tree: inout TreeBuilder, isEmpty: Bool) {
    guard tree.wants(.udpStream) || tree.wants(.udpTimeRelative) || tree.wants(.udpTimeDelta),
      let key = tree.conversation
    else { return }
    let time = tree.frame.timestamp.nanoseconds
    let begun = tree.state.datagrams.begun
    let flow = tree.state.datagrams.see(key, at: time)
    tree.tie(DatagramTie(conversation: key), isNew: tree.state.datagrams.begun > begun)
    tree.generate(.udpStream, .unsigned(UInt64(flow.stream)))
    guard !tree.context.isQuoted, !isEmpty else { return }
    let mark = tree.begin(.text, 0..<0, .none, traits: .generated, text: "[Timestamps]")
    defer { tree.end(mark) }
    tree.generate(.udpTimeRelative, .relativeTime(time &- flow.first))
    tree.generate(.udpTimeDelta, .relativeTime(time &- flow.previous))
  }
}

/// What the datagrams of a conversation have in common, and segments between the same ports have not.
private struct DatagramTie: Hashable {
  let conversation: FlowKey
  let isDatagram = true
}
