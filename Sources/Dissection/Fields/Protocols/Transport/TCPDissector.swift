import Wire

/// TCP (RFC 9293), with what its conversation says about the segment.
enum TCPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.tcp + FieldTable.mptcp,
    entries: [.ipProtocol(6, to: dissector)], summaries: [summary])

  private static let ports = TransportPorts(
    layer: .tcp, name: "TCP", headerLength: 20, source: .tcpSrcport, destination: .tcpDstport,
    either: .tcpPort)

  static let dissector = Dissector("tcp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = try ports.begin(&tree, bytes, start)
    let networkEnd = tree.context.isCut && tree.buffer == 0 ? tree.context.networkEnd : nil
    guard let segment = TCPSegmentFields(bytes, start, networkEnd: networkEnd) else {
      // What an ICMP error quotes may end after the ports and the sequence number.
      if tree.context.isQuotedByICMP, bytes.count >= start + 8 { try tree.number(.tcpSeq, bytes, start + 4, 4) }
      throw .bounds
    }
    let analysis = tree.wantsAnalysis ? tree.analyze(segment, bytes) : nil
    try TCPHeaderFields.add(&tree, bytes, start, segment, analysis, mark)
    let work = segment.headerLength >= 20 ? tree.follow(bytes, segment) : nil
    if let work, !segment.isRST { tree.addSegments(work) }
    tree.end(mark, at: min(bytes.count, start + segment.headerLength))
    guard !segment.isRST else { return }
    if let work {
      tree.show(work, bytes)
    } else if segment.headerLength >= 20, tree.context.isQuoted, tree.needs.payload {
      tree.data(bytes, start + segment.headerLength)
    }
  }
}
