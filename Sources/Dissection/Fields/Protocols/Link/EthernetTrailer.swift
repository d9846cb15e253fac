import TextOutput
import Wire

/// What follows the network packet in an Ethernet frame: zeros up to the shortest frame are padding, then comes what
/// some device added, and a check sequence where the frame is long enough to have kept it (Wireshark guesses so, too).
enum EthernetTrailer {
  /// The shortest frame without and with its check sequence (IEEE 802.3 section 3.2.7).
  private static let shortest = 60
  private static let shortestWithCheck = 64

  /// Adds it to the innermost of the Ethernet header and the VLAN tags that are in the tree.
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>) {
    guard let end = tree.context.networkEnd, end < bytes.count, isWanted(tree) else { return }
    let header = tree.context.isTagged ? FieldID.vlan : .eth
    let first = tree.tree.nodes.lastIndex { $0.depth == 0 && $0.field == header } ?? -1
    let place =
      tree.tree.nodes.indices.dropFirst(first + 1).first { tree.tree.nodes[$0].depth == 0 } ?? tree.tree.nodes.count
    let later = Array(tree.tree.nodes[place...])
    tree.tree.nodes.removeLast(later.count)
    let depth = tree.depth
    tree.depth = 1
    addNodes(&tree, bytes, end)
    tree.depth = depth
    let shift = tree.tree.nodes.count - place
    for index in tree.tree.extents.indices where tree.tree.extents[index].node >= place {
      tree.tree.extents[index].node += shift
    }
    for index in tree.tree.postponed.indices where tree.tree.postponed[index].place >= place {
      tree.tree.postponed[index].place += shift
    }
    tree.tree.nodes += later
  }

  private static func isWanted(_ tree: TreeBuilder) -> Bool {
    [
      FieldID.ethPadding, .ethTrailer, .vlanTrailer, .ethFcs, .ethFcsStatus, .ethPaddingBad, .expert, .expertMessage,
      .expertSeverity, .expertGroup,
    ].contains { tree.wants($0) }
  }

  private static func addNodes(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ end: Int) {
    var start = end
    let padded = min(bytes.count, shortest)
    if end < padded, (end..<padded).allSatisfy({ bytes[$0] == 0 }) {
      tree.add(.ethPadding, end..<padded, .bytes)
      start = padded
    }
    let isWhole = bytes.count == tree.frame.originalLength
    let hasCheck =
      !tree.context.isTagged && isWhole && bytes.count >= shortestWithCheck && bytes.count - start >= 4
    let stop = hasCheck ? bytes.count - 4 : bytes.count
    if start < stop {
      let mark = tree.begin(tree.context.isTagged ? .vlanTrailer : .ethTrailer, start..<stop, .bytes)
      if start < shortest {
        tree.expert(.ethPaddingBad, .note)
      }
      tree.end(mark)
    }
    guard hasCheck else { return }
    let value = UInt64(bytes.uint32(at: stop))
    tree.add(
      .ethFcs, stop..<bytes.count, .unsigned(value),
      text: "Frame check sequence (FCS): \(TextFormat.hex(value, 8)), not checked")
    tree.generate(.ethFcsStatus, .unsigned(2))
  }
}
