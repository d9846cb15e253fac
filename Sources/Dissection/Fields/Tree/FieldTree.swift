import TextOutput
import Wire

/// What Wireshark's middle pane shows of one packet: a flat list of nodes, each deeper one below the one it belongs to.
///
/// Nodes are numbers, and their texts lie one after the other in one buffer. Both are used again for the next packet.
public struct FieldTree: Sendable {
  /// The fields, each before those within it.
  public internal(set) var nodes: [FieldNode] = []
  /// The texts of nodes, in UTF-8.
  var texts = TextBuffer(capacity: 4096)
  /// The buffers that nodes point into; the first stands for the frame itself, whose bytes the caller has.
  public internal(set) var buffers: [NamedBuffer] = [NamedBuffer(name: "Packet", bytes: [])]

  /// The version of the TLS connection that the packet has records of, as far as it is known: no record says it since TLS 1.3.
  var tlsVersion: UInt16?

  /// Why the bytes of a protocol gave out.
  enum Stop: Sendable {
    case malformed, cut
  }

  /// Why the first protocol that is not whole is not, apart from those that an ICMP error quotes.
  var stop: Stop?

  /// Whether there was no memory for more nodes.
  public internal(set) var isCut = false

  /// A tree without fields.
  public init() {}

  /// The bytes that a node is made from.
  public func bytes(of node: FieldNode, frame: Span<UInt8>) -> [UInt8] {
    withBytes(of: node, frame: frame) { [UInt8]($0) }
  }

  /// Lends the bytes that a node is made from, for the length of one call.
  public func withBytes<Result>(of node: FieldNode, frame: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
    guard node.buffer > 0 else { return body(frame.extracting(node.range.clamped(to: 0..<frame.count))) }
    let bytes = buffers[Int(node.buffer)].bytes
    return body(bytes.span.extracting(node.range.clamped(to: 0..<bytes.count)))
  }

  /// What a node holds.
  public func value(of node: FieldNode, frame: Span<UInt8>) -> FieldValue {
    switch node.value {
    case .none: .none
    case .bytes: .bytes
    case .boolean(let value): .boolean(value)
    case .unsigned(let value): .unsigned(value)
    case .signed(let value): .signed(value)
    case .double(let value): .double(value)
    case .string(let text): .string(texts.string(text))
    case .httpText: .string(withBytes(of: node, frame: frame) { HTTPFieldLines.text($0, 0..<$0.count) })
    case .ethernet(let value): .ethernet(value)
    case .ipv4(let value): .ipv4(value)
    case .ipv6(let value): .ipv6(value)
    case .absoluteTime(let value): .absoluteTime(value)
    case .relativeTime(let value): .relativeTime(value)
    }
  }

  /// How a node reads in a tree where that is not its label and value.
  func text(of node: FieldNode) -> String? {
    node.text.isNone ? nil : texts.string(node.text)
  }

  /// The protocols in their order, as in Wireshark's `frame.protocols`: `eth:ethertype:ip:tcp:http`.
  public internal(set) var protocols: [String] = []

  /// The place of the node that has the list of them, which is known at the end.
  var protocolsPlace: Int?

  /// Writes the list of all protocols.
  mutating func listProtocols() {
    guard let protocolsPlace else { return }
    let start = texts.count
    for (place, name) in protocols.enumerated() {
      if place > 0 { texts.append(byte: 0x3A) }
      texts.append(name)
    }
    nodes[protocolsPlace].value = .string(texts.text(from: start))
  }

  /// The documents that a `TreeFinisher` has to add.
  var postponed: [PostponedDocument] = []
  /// Whether the tree is all there.
  public var isFinished: Bool { postponed.isEmpty }

  /// Where the bytes end that protocols were given, by the place of their node: a filter that looks into a protocol finds
  /// what it carries too.
  var extents: [(node: Int, end: Int)] = []

  /// How many bytes its texts and the buffers that were made for it have.
  public var size: Int { buffers.reduce(texts.count) { $0 + $1.bytes.count } }

  /// The room that one packet leaves to the next: what a huge one took is given back.
  private static let keptNodes = 1 << 15
  private static let keptText = 1 << 20

  mutating func clear() {
    isCut = false
    tlsVersion = nil
    stop = nil
    extents.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: nodes.capacity <= Self.keptNodes)
    texts.removeAll(keepingAtMost: Self.keptText)
    if buffers.count > 1 { buffers.removeLast(buffers.count - 1) }
    protocols.removeAll(keepingCapacity: true)
    protocolsPlace = nil
    if !postponed.isEmpty { postponed.removeAll(keepingCapacity: true) }
  }
}
