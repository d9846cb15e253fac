import TextOutput

extension TCPDissector {
  static let summary = ProtocolSummary(
    .tcp,
    fields: [
      .tcpSrcport, .tcpDstport, .tcpLen, .tcpSeq, .tcpAck, .tcpFlags, .tcpWindowSize, .tcpWindowSizeValue,
      .tcpOptionsMssVal, .tcpOptionsMptcpSubtype, .tcpAnalysisDuplicateAckNum, .tcpAnalysisDuplicateAckFrame,
      .tcpSegmentData, .tcpResetCause,
    ] + findings.map(\.field)
  ) { layer, line in
    let flags = layer.number(.tcpFlags) ?? 0
    line.begin(layer.has(.tcpOptionsMptcpSubtype) ? "MPTCP" : "TCP", kind(flags))
    let names = names.filter { flags & $0.bit != 0 }.map(\.name)
    let found = words(of: layer)
    var words: PrintableText = "[\(names.isEmpty ? "no flags" : names.joined(separator: ", "))]"
    if !found.isEmpty { words += " \(found.joined(separator: ", "))," }
    words += " \(layer.number(.tcpSrcport) ?? 0) → \(layer.number(.tcpDstport) ?? 0)"
    if let sequence = layer.number(.tcpSeq) { words += ", seq \(sequence)" }
    if flags & 0x10 != 0, let acknowledged = layer.number(.tcpAck) { words += ", ack \(acknowledged)" }
    if let window = layer.number(.tcpWindowSize) ?? layer.number(.tcpWindowSizeValue) { words += ", win \(window)" }
    if let size = layer.number(.tcpOptionsMssVal) { words += ", mss \(size)" }
    if let length = layer.number(.tcpLen), length > 0 { words += ", \(length) \(length == 1 ? "byte" : "bytes")" }
    if layer.has(.tcpSegmentData), found.isEmpty { words += ", part of a longer message" }
    line.say(words)
    for finding in found { line.remark(finding) }
    let ends = [(UInt64(4), "RST"), (1, "FIN")].filter { flags & $0.0 != 0 }.map(\.1)
    for end in ends { line.remark("[\(end)]") }
  }

  private static func kind(_ flags: UInt64) -> PacketKind {
    flags & 4 != 0 ? .reset : flags & 2 != 0 ? .opening : flags & 1 != 0 ? .closing : .tcp
  }

  private static let names: [(bit: UInt64, name: String)] = [
    (2, "SYN"), (1, "FIN"), (4, "RST"), (8, "PSH"), (0x10, "ACK"), (0x20, "URG"), (0x40, "ECE"), (0x80, "CWR"),
    (0x100, "AE"),
  ]

  private static let findings: [(field: FieldID, words: PrintableText)] = [
    (.tcpAnalysisReusedPorts, "ports used again"), (.tcpAnalysisFastRetransmission, "fast retransmission"),
    (.tcpAnalysisSpuriousRetransmission, "needless retransmission"), (.tcpAnalysisRetransmission, "retransmission"),
    (.tcpAnalysisOutOfOrder, "out of order"), (.tcpAnalysisLostSegment, "segment before it missing"),
    (.tcpAnalysisAckLostSegment, "acknowledges a missing segment"), (.tcpAnalysisWindowUpdate, "window update"),
    (.tcpAnalysisWindowFull, "window full"), (.tcpAnalysisKeepAlive, "keep-alive"),
    (.tcpAnalysisKeepAliveAck, "keep-alive ACK"), (.tcpAnalysisZeroWindowProbe, "zero window probe"),
    (.tcpAnalysisZeroWindowProbeAck, "zero window probe ACK"), (.tcpAnalysisZeroWindow, "zero window"),
  ]

  private static func words(of layer: LayerFields) -> [PrintableText] {
    var found = findings.filter { layer.has($0.field) }
    // A retransmission of a kind is one of its own.
    if found.contains(where: {
      [.tcpAnalysisFastRetransmission, .tcpAnalysisSpuriousRetransmission].contains($0.field)
    }) {
      found.removeAll { $0.field == .tcpAnalysisRetransmission }
    }
    var words = found.map(\.words)
    if let number = layer.number(.tcpAnalysisDuplicateAckNum) {
      let first = layer.number(.tcpAnalysisDuplicateAckFrame)
      words.append("duplicate ACK \(number)\(first.map { " of packet \($0)" } ?? "" as PrintableText)")
    }
    return words
  }
}

extension UDPDissector {
  static let summary = ProtocolSummary(
    .udp, fields: [.udpSrcport, .udpDstport, .udpLength, .udpPayload]
  ) { layer, line in
    line.begin("UDP", .udp)
    let length = layer.length(of: .udpPayload) ?? 0
    line.say(
      "\(layer.number(.udpSrcport) ?? 0) → \(layer.number(.udpDstport) ?? 0), \(length) \(length == 1 ? "byte" : "bytes")"
    )
  }
}
