import Streams
import TextOutput
import Wire

/// The part that IPv4 and IPv6 fragments have in common: into the reassembler, and on when a packet is whole.
enum Fragments {
  /// The fields of one version.
  struct Fields: Sendable {
    var list: FieldID
    var fragment: FieldID
    var count: FieldID
    var length: FieldID
    var data: FieldID
    var reassembledIn: FieldID
    var name: String

    static let ipv4 = Fields(
      list: .ipFragments, fragment: .ipFragment, count: .ipFragmentCount, length: .ipReassembledLength,
      data: .ipReassembledData, reassembledIn: .ipReassembledIn, name: "IPv4")
    static let ipv6 = Fields(
      list: .ipv6Fragments, fragment: .ipv6Fragment, count: .ipv6FragmentCount, length: .ipv6ReassembledLength,
      data: .ipv6ReassembledData, reassembledIn: .ipv6ReassembledIn, name: "IPv6")
  }

  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isWhole: Bool, _ place: FragmentPlace,
    identifier: UInt32, protocolNumber: UInt8, fields: Fields
  ) {
    guard start <= bytes.count else { return }
    guard isWhole, !tree.context.isQuoted, let source = tree.context.source, let destination = tree.context.destination
    else {
      // Only a first fragment tells what it is part of.
      let isShown = place.offset == 0 && !(tree.context.isQuoted && fields.name == "IPv6")
      if isShown { tree.dispatch(ipProtocol: protocolNumber, bytes, start) } else { tree.data(bytes, start) }
      return
    }
    let key = FragmentKey(
      source: source, destination: destination, identifier: identifier, protocolNumber: protocolNumber)
    tree.tie(key)
    let payload = bytes.extracting(start..<bytes.count)
    guard let whole = tree.state.fragments.add(payload, place, key, frame: tree.frame.number),
      tree.tree.buffers.count < 250
    else {
      if let later = tree.state.hindsight?.fragments[tree.frame.number] {
        tree.add(
          fields.reassembledIn, 0..<0, .unsigned(UInt64(clamping: later)), traits: .generated)
      }
      return tree.data(bytes, start)
    }
    if tree.learns {
      for piece in whole.pieces where piece.frame != tree.frame.number {
        tree.state.learned.note(fragment: piece.frame, in: tree.frame.number)
      }
    }
    tree.tree.buffers.append(NamedBuffer(name: "\(fields.name) packet from fragments", bytes: whole.bytes))
    let saved = tree.buffer
    tree.buffer = UInt8(tree.tree.buffers.count - 1)
    addSummary(&tree, whole, fields)
    let wasCut = tree.context.isCut
    tree.context.isCut = false
    tree.dispatch(ipProtocol: protocolNumber, whole.bytes.span, 0)
    tree.context.isCut = wasCut
    tree.buffer = saved
  }

  private static func addSummary(_ tree: inout TreeBuilder, _ whole: ReassembledPacket, _ fields: Fields) {
    let all = 0..<whole.bytes.count
    let frames = whole.pieces.map { "\($0.range.count) in packet \($0.frame)" }.joined(separator: ", ")
    let mark = tree.begin(
      fields.list, all, .bytes, traits: .generated,
      text: "[\(fields.name) packet of \(all.count) bytes from \(whole.pieces.count) fragments: \(frames)]")
    for piece in whole.pieces {
      tree.add(
        fields.fragment, piece.range, .unsigned(UInt64(piece.frame)), traits: .generated,
        text:
          "[In packet \(piece.frame): bytes \(piece.range.lowerBound) to \(max(0, piece.range.upperBound - 1)), \(piece.range.count) in all]"
      )
    }
    tree.generate(fields.count, .unsigned(UInt64(whole.pieces.count)))
    tree.generate(fields.length, .unsigned(UInt64(all.count)))
    tree.add(fields.data, all, .bytes, traits: .generated)
    tree.end(mark)
  }
}
