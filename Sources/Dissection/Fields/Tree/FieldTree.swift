import Wire

/// What Wireshark's middle pane shows of one packet: a flat list of nodes, each deeper one below the one it belongs to.
public struct FieldTree: Sendable {
  public internal(set) var nodes: [FieldNode] = []
  /// The buffers that nodes point into; the first stands for the frame itself, whose bytes the caller has.
  public internal(set) var buffers: [NamedBuffer] = [NamedBuffer(name: "Frame", bytes: [])]

  /// Whether there was no memory for more nodes.
  public internal(set) var isCut = false

  public init() {}

  /// The bytes that a node is made from.
  public func bytes(of node: FieldNode, frame: Span<UInt8>) -> [UInt8] {
    if node.buffer == 0 {
      let range = node.range.clamped(to: 0..<frame.count)
      return [UInt8](frame.extracting(range))
    }
    let bytes = buffers[Int(node.buffer)].bytes
    return Array(bytes[node.range.clamped(to: 0..<bytes.count)])
  }

  /// The protocols in their order, as in Wireshark's `frame.protocols`: `eth:ethertype:ip:tcp:http`.
  public internal(set) var protocols: [String] = []

  /// Where the bytes end that protocols were given, by the place of their node: a filter that looks into a protocol finds
  /// what it carries too.
  var extents: [(node: Int, end: Int)] = []

  mutating func clear() {
    isCut = false
    extents.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    if buffers.count > 1 { buffers.removeLast(buffers.count - 1) }
    protocols.removeAll(keepingCapacity: true)
  }
}
