import TextOutput
import Wire

/// The beginning that TCP and UDP have in common: the ports, each with a field of its own and one for either.
struct TransportPorts {
  let layer: FieldID
  let name: String
  /// Without options.
  let headerLength: Int
  let source: FieldID
  let destination: FieldID
  let either: FieldID

  /// Begins the protocol, and tells the context its ports.
  func begin(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) -> NodeMark {
    let from = UInt16(truncatingIfNeeded: try bytes.number(2, at: start))
    let to = UInt16(truncatingIfNeeded: try bytes.number(2, at: start + 2))
    let mark = tree.beginProtocol(layer, start..<min(bytes.count, start + headerLength))
    tree.setLine(mark) { line in
      line.append(name)
      line.append(" from port ", from)
      line.append(" to ", to)
    }
    (tree.context.sourcePort, tree.context.destinationPort) = (from, to)
    try tree.number(source, bytes, start, 2)
    try tree.number(destination, bytes, start + 2, 2)
    tree.hide(either, start..<start + 2, .unsigned(UInt64(from)))
    tree.hide(either, start + 2..<start + 4, .unsigned(UInt64(to)))
    return mark
  }
}
