public import TLS
public import Wire

/// Packets and bytes of each protocol within each other, as Wireshark's `io,phs`.
public struct ProtocolStatistics: CaptureStatistic {
  private struct Node {
    var name: String
    var count = PacketCount()
    var children: [Int] = []
  }

  /// Protocols in one another to this depth, and so many places in all.
  private static let depthLimit = 32
  private static let nodeLimit = 10_000

  private var dissector: PacketDissector
  private var nodes = [Node(name: "")]

  private let keys: KeyLog

  /// - Parameters:
  ///   - decodedAs: what the user says that numbers mean.
  ///   - keys: the secrets with which TLS is decrypted; it may gain some.
  public init(decodedAs: [DecodeAs] = [], keys: KeyLog = KeyLog()) {
    var tables = DissectorTables(decodedAs)
    tables.keys = keys
    self.keys = keys
    dissector = PacketDissector(wanted: FieldSet([.frameProtocols]), wantsText: false, tables: tables)
  }

  public mutating func add(keys lines: [UInt8]) {
    if !lines.isEmpty { keys.add(lines) }
  }

  public mutating func add(_ frame: Frame, _ bytes: Span<UInt8>, isCounted: Bool) {
    dissector.dissect(frame, bytes)
    guard isCounted else { return }
    var node = 0
    // The type of an Ethernet frame is no protocol of its own.
    for name in dissector.tree.protocols.prefix(Self.depthLimit) where name != "ethertype" {
      guard let child = child(name, of: node) else { return }
      nodes[child].count.add(frame.originalLength)
      node = child
    }
  }

  private mutating func child(_ name: String, of parent: Int) -> Int? {
    if let known = nodes[parent].children.first(where: { nodes[$0].name == name }) { return known }
    guard nodes.count < Self.nodeLimit else { return nil }
    nodes.append(Node(name: name))
    nodes[parent].children.append(nodes.count - 1)
    return nodes.count - 1
  }

  public var table: StatisticsTable {
    var table = StatisticsTable(["protocol", "packets", "bytes", "path"])
    table.spare = ["path"]
    // Depth first; the depth is bounded.
    func add(_ index: Int, _ depth: Int, _ path: String) {
      for child in nodes[index].children {
        let node = nodes[child]
        let name = path.isEmpty ? node.name : path + ":" + node.name
        table.add(node.name, depth: depth, [.integer(node.count.packets), .integer(node.count.bytes), .text(name)])
        add(child, depth + 1, name)
      }
    }
    add(0, 0, "")
    return table
  }
}
