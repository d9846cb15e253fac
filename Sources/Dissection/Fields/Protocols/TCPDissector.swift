import Wire

/// TCP (RFC 9293), with what its conversation says about the segment.
enum TCPDissector {
  static let dissector = Dissector("tcp") { (tree, bytes, start) throws(DissectionStop) in
    let source = UInt16(truncatingIfNeeded: try bytes.number(2, at: start))
    let destination = UInt16(truncatingIfNeeded: try bytes.number(2, at: start + 2))
    let mark = tree.beginProtocol(
      .tcp, start..<min(bytes.count, start + 20),
      text: "Transmission Control Protocol, Src Port: \(source), Dst Port: \(destination)")
    (tree.context.sourcePort, tree.context.destinationPort) = (source, destination)
    try tree.number(.tcpSrcport, bytes, start, 2)
    try tree.number(.tcpDstport, bytes, start + 2, 2)
    tree.hide(.tcpPort, start..<start + 2, .unsigned(UInt64(source)))
    tree.hide(.tcpPort, start + 2..<start + 4, .unsigned(UInt64(destination)))
    guard let segment = try TCPSegmentFields(tree, bytes, start) else {
      // What an ICMP error quotes may end after the ports and the sequence number.
      if bytes.count >= start + 8 { try tree.number(.tcpSeqRaw, bytes, start + 4, 4) }
      throw .bounds
    }
    let analysis = tree.wantsAnalysis ? tree.analyze(segment, bytes) : nil
    try TCPHeaderFields.add(&tree, bytes, start, segment, analysis, mark)
    let work = segment.headerLength >= 20 ? tree.follow(bytes, segment) : nil
    if let work { tree.addSegments(work) }
    tree.end(mark, at: min(bytes.count, start + segment.headerLength))
    if let work {
      tree.show(work, bytes)
    } else if segment.headerLength >= 20, tree.context.isQuoted, tree.needs.payload {
      tree.data(bytes, start + segment.headerLength)
    }
  }
}
