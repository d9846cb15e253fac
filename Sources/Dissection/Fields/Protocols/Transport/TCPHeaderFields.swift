import TextOutput
import Wire

/// The nodes of a TCP header, in Wireshark's order.
enum TCPHeaderFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ segment: TCPSegmentFields,
    _ analysis: TCPAnalysis?, _ mark: NodeMark
  ) throws(DissectionStop) {
    if let analysis {
      tree.generate(.tcpStream, .unsigned(UInt64(analysis.stream)))
      if !tree.context.isQuoted {
        tree.generate(.tcpCompleteness, .unsigned(UInt64(analysis.completeness))) { line in
          line.append("[Captured of the connection: ")
          line.append(completeness(analysis.completeness))
          line.append("]")
        }
      }
    }
    // How long a segment was that an error quotes, nobody knows.
    if !tree.context.isQuoted { tree.generate(.tcpLen, .unsigned(UInt64(segment.length))) }
    addNumbers(&tree, start, segment, analysis)
    let ports = (source: tree.context.sourcePort, destination: tree.context.destinationPort)
    tree.setLine(mark) { line in
      line.append("TCP from port ", ports.source)
      line.append(" to ", ports.destination)
      line.append(", sequence number ", analysis?.relativeSequence ?? segment.sequence)
      if segment.isACK { line.append(", acknowledges ", analysis?.relativeAcknowledgment ?? segment.acknowledgment) }
      line.append(", ", UInt64(clamping: segment.length))
      line.append(segment.length == 1 ? " byte" : " bytes")
    }
    let words = UInt64(segment.headerLength / 4)
    tree.add(.tcpHdrLen, start + 12..<start + 13, .unsigned(UInt64(segment.headerLength))) { line in
      line.append(pattern: words << 4, mask: 0xF0, bits: 8)
      line.append(" = Header length: ", UInt64(segment.headerLength))
      line.append(" bytes (data offset ", words)
      line.append(")")
    }
    if segment.headerLength < 20 {
      return tree.expert(
        .tcpBogusHeaderLength, .error, "A header of \(segment.headerLength) bytes is too short, the least is 20")
    }
    addFlags(&tree, start, segment, analysis)
    tree.add(.tcpWindowSizeValue, start + 14..<start + 16, .unsigned(UInt64(segment.window)))
    addWindow(&tree, start, segment, analysis)
    let checksum = try bytes.number(2, at: start + 16)
    tree.add(.tcpChecksum, start + 16..<start + 18, .unsigned(checksum)) { line in
      line.append("Checksum of the segment: ")
      line.append(hex: checksum, digits: 4)
      line.append(", not checked")
    }
    tree.generate(.tcpChecksumStatus, .unsigned(2))
    if try tree.number(.tcpUrgentPointer, bytes, start + 18, 2) != 0, segment.flags & 0x20 == 0 {
      tree.expert(.tcpUrgentPointerNonZero, .note)
    }
    // The analysis of the conversation is known even if the options are truncated.
    var stop: DissectionStop?
    if segment.headerLength > 20 {
      let depth = tree.depth
      do throws(DissectionStop) {
        try TCPOptionFields.add(&tree, bytes, start + 20, start + segment.headerLength, segment, analysis)
      } catch {
        stop = error
        tree.depth = depth
      }
    }
    if let analysis, !tree.context.isQuoted {
      TCPAnalysisFields.addTimes(&tree, analysis)
      if stop == nil { TCPAnalysisFields.add(&tree, analysis) }
    }
    if let stop { throw stop }
    let payload = start + segment.headerLength
    if payload < bytes.count, segment.isRST {
      // RFC 9293 section 3.10.7.
      try tree.run([.tcpResetCause], bytes, payload)
    } else if payload < bytes.count {
      tree.add(.tcpPayload, payload..<bytes.count, .bytes) { line in
        line.append("Data of the segment (", UInt64(clamping: segment.length))
        line.append(segment.length == 1 ? " byte)" : " bytes)")
      }
    }
  }

  private static func addNumbers(
    _ tree: inout TreeBuilder, _ start: Int, _ segment: TCPSegmentFields, _ analysis: TCPAnalysis?
  ) {
    let sequence = analysis?.relativeSequence ?? segment.sequence
    if tree.context.isQuotedByICMP {
      // What an error quotes says nothing of the stream's beginning.
      tree.add(.tcpSeq, start + 4..<start + 8, .unsigned(UInt64(segment.sequence)))
    } else {
      tree.add(.tcpSeq, start + 4..<start + 8, .unsigned(UInt64(sequence)))
      tree.add(.tcpSeqRaw, start + 4..<start + 8, .unsigned(UInt64(segment.sequence)))
    }
    if let analysis, !tree.context.isQuoted {
      tree.generate(.tcpNxtseq, .unsigned(UInt64(analysis.relativeNext)))
    }
    let acknowledgment = analysis?.relativeAcknowledgment ?? segment.acknowledgment
    let range = start + 8..<start + 12
    tree.add(.tcpAck, range, .unsigned(UInt64(acknowledgment)))
    tree.add(.tcpAckRaw, range, .unsigned(UInt64(segment.acknowledgment)))
    if segment.isSYN, segment.isACK, acknowledgment > 1, analysis != nil {
      tree.expert(.tcpAnalysisTfoAck, .note, .sequence)
    }
    if !segment.isACK, segment.acknowledgment != 0 {
      tree.expert(.tcpAckNonzero, .note)
    }
  }

  private static let lowFlags: [FieldID] = [
    .tcpFlagsCwr, .tcpFlagsEce, .tcpFlagsUrg, .tcpFlagsAck, .tcpFlagsPush, .tcpFlagsReset,
  ]
  private static let letters = Array("RRRACEUAPRSF".utf8)
  private static let names = [
    (0x100, "AE"), (0x80, "CWR"), (0x40, "ECE"), (0x20, "URG"), (0x10, "ACK"), (8, "PSH"), (4, "RST"), (2, "SYN"),
    (1, "FIN"),
  ]

  private static func addFlags(
    _ tree: inout TreeBuilder, _ start: Int, _ segment: TCPSegmentFields, _ analysis: TCPAnalysis?
  ) {
    let flags = UInt64(segment.flags)
    let range = start + 12..<start + 14
    let mark = tree.begin(.tcpFlags, range, .unsigned(flags)) { line in
      line.append("Control bits: ")
      line.append(hex: flags, digits: 3)
      line.append(" (")
      appendSummary(segment.flags, to: &line)
      line.append(")")
    }
    tree.bits(.tcpFlagsRes, of: flags, start + 12..<start + 13)
    tree.bits(.tcpFlagsAe, of: flags, start + 12..<start + 13)
    for field in lowFlags { tree.bits(field, of: flags, start + 13..<start + 14) }
    if segment.isRST {
      tree.below { $0.expert(.tcpConnectionRst, .warning, .sequence) }
    }
    tree.bits(.tcpFlagsSyn, of: flags, start + 13..<start + 14)
    if segment.isSYN {
      let isAnswer = segment.isACK
      let server = isAnswer ? tree.context.sourcePort : tree.context.destinationPort
      let field: FieldID = isAnswer ? .tcpConnectionSynack : .tcpConnectionSyn
      tree.below { $0.expert(field, .chat, "\(field.field.label): server port \(server)", .sequence) }
    }
    tree.bits(.tcpFlagsFin, of: flags, start + 13..<start + 14)
    if segment.isFIN {
      tree.below { $0.expert(.tcpConnectionFin, .chat, .sequence) }
    }
    if tree.wants(.tcpFlagsStr), tree.hasRoom() {
      let text = letters(segment.flags, &tree.tree.texts)
      tree.append(.tcpFlagsStr, range, .string(text), .generated)
    }
    if let closesFirst = analysis?.closesFirst {
      tree.below {
        $0.expert(closesFirst ? .tcpConnectionFinActive : .tcpConnectionFinPassive, .note, .sequence)
      }
    }
    tree.end(mark)
  }

  /// A letter for each flag that is set, and a dot for each that is not.
  private static func letters(_ flags: UInt16, _ texts: inout TextBuffer) -> TreeText {
    let start = texts.count
    for place in letters.indices {
      if flags >> UInt16(11 - place) & 1 == 1 { texts.append(byte: letters[place]) } else { texts.append("·") }
    }
    return TreeText(start..<texts.count, isHarmless: true, isPlain: true)
  }

  private static func appendSummary(_ flags: UInt16, to line: inout TextBuffer) {
    var isFirst = true
    for (bit, name) in names.reversed() where flags & UInt16(bit) != 0 {
      if !isFirst { line.append(", ") }
      line.append(name)
      isFirst = false
    }
    if flags & 0xE00 != 0 { return line.append(isFirst ? "reserved" : ", reserved") }
    if isFirst { line.append("none") }
  }

  private static func addWindow(
    _ tree: inout TreeBuilder, _ start: Int, _ segment: TCPSegmentFields, _ analysis: TCPAnalysis?
  ) {
    guard let analysis else { return }
    let range = start + 14..<start + 16
    tree.add(.tcpWindowSize, range, .unsigned(UInt64(analysis.window)), traits: .generated)
    guard let factor = analysis.scaleFactor else { return }
    tree.add(.tcpWindowSizeScalefactor, range, .signed(Int64(factor)), traits: .generated) { line in
      line.append("[Factor of the window: ")
      line.append(signed: Int64(factor))
      line.append(factor == -1 ? " (not known)]" : factor == -2 ? " (the ends do not scale)]" : "]")
    }
  }

  private static func completeness(_ value: UInt8) -> String {
    let name: String
    switch value {
    case let value where value & 0x07 == 7 && value & 0x30 != 0 && value & 8 != 0:
      name = "from SYN to the end, with data"
    case let value where value & 0x07 == 7 && value & 0x30 != 0: name = "from SYN to the end, without data"
    case 1: name = "SYN"
    case 2: name = "SYN, ACK of the server"
    case 3: name = "SYN"
    case 7: name = "handshake"
    case 15: name = "handshake and data"
    default: name = "parts"
    }
    return "\(name) (\(value))"
  }
}
