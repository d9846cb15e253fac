import TextOutput
import Wire

/// The frame itself: what the capture knows of it.
enum FrameDissector {
  static func dissect(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>) -> NodeMark {
    let frame = tree.frame
    let (length, captured) = (frame.originalLength, bytes.count)
    let interfaceText = tree.wantsText ? PacketNotesDissector.text(tree.notes) : ""
    PacketNotesDissector.comments(&tree)
    let mark = tree.begin(.frame, 0..<captured, .bytes) { line in
      line.append("Packet ", UInt64(clamping: frame.number))
      line.append(": ")
      append(size: length, to: &line)
      line.append(" on the wire, ")
      if captured == length { line.append("all captured") } else { line.append(signed: Int64(captured)) }
      if captured != length { line.append(" captured") }
      if !interfaceText.isEmpty { line.append(harmless: interfaceText) }
    }
    PacketNotesDissector.place(&tree)
    tree.add(.frameEncapType, 0..<0, .signed(encapsulation(frame.linkType)))
    let time = frame.timestamp.nanoseconds
    tree.add(.frameTime, 0..<0, .absoluteTime(time))
    tree.generate(.frameOffsetShift, .relativeTime(0))
    tree.add(.frameTimeEpoch, 0..<0, .relativeTime(time))
    tree.generate(.frameTimeDelta, .relativeTime(time &- (tree.state.previousTime ?? time)))
    tree.generate(.frameTimeDeltaDisplayed, .relativeTime(time &- (tree.state.previousDisplayedTime ?? time)))
    tree.generate(.frameTimeRelative, .relativeTime(time &- (tree.state.firstTime ?? time)))
    tree.add(.frameNumber, 0..<0, .unsigned(UInt64(clamping: frame.number)))
    tree.add(.frameLen, 0..<0, .unsigned(UInt64(clamping: length)))
    tree.add(.frameCapLen, 0..<0, .unsigned(UInt64(clamping: captured)))
    tree.generate(.frameMarked, .boolean(false))
    tree.generate(.frameIgnored, .boolean(false))
    PacketNotesDissector.direction(&tree)
    if tree.wants(.frameProtocols) {
      tree.tree.protocolsPlace = tree.tree.nodes.count
      tree.append(.frameProtocols, 0..<0, .none, .generated)
    }
    return mark
  }

  /// Adds what is known only when all other dissectors have run.
  static func finish(_ tree: inout TreeBuilder, _ mark: NodeMark) {
    tree.tree.listProtocols()
    tree.end(mark)
  }

  private static func append(size count: Int, to line: inout TextBuffer) {
    line.append(signed: Int64(count))
    line.append(count == 1 ? " byte" : " bytes")
  }

  /// Wireshark's own number for a link type (`WTAP_ENCAP_`).
  private static func encapsulation(_ type: LinkType) -> Int64 {
    switch type {
    case .ethernet: 1
    case .ppp, .pppHDLC: 4
    case .raw: 7
    case .null, .loop: 15
    case .pppWithDirection: 19
    case .linuxSLL: 25
    case .ipv4: 129
    case .ipv6: 130
    case .pppEther: 139
    case .nflog: 141
    case .linuxSLL2: 210
    default: 0
    }
  }
}
