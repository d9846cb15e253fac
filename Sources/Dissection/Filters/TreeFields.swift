import Wire

/// The values of fields, from a packet's tree.
struct TreeFields: FilterFields {
  var tree: FieldTree

  /// The protocols whose bytes are, to Wireshark, all that they were given.
  private static let whole: FieldSet = [.tcp, .arp, .raw]

  func append(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>, to values: inout [FilterScalar]) {
    if Self.whole.contains(field) { return appendWhole(field, layers: layers, frame, to: &values) }
    guard layers.isEmpty else {
      for index in places(field, layers) { values.append(.of(tree.nodes[index], tree, frame)) }
      return
    }
    for node in tree.nodes where node.field == field { values.append(.of(node, tree, frame)) }
  }

  func count(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>) -> Int {
    layers.isEmpty ? tree.nodes.count { $0.field == field } : places(field, layers).count
  }

  func appendWhole(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>, to values: inout [FilterScalar]) {
    let chosen = layers.isEmpty ? tree.nodes.indices.filter { tree.nodes[$0].field == field } : places(field, layers)
    for index in chosen {
      var node = tree.nodes[index]
      let end = tree.extents.last { $0.node == index }?.end ?? node.range.upperBound
      node.range = node.range.lowerBound..<max(node.range.lowerBound, end)
      values.append(.bytes(tree.bytes(of: node, frame: frame)))
    }
  }

  /// The nodes of a field that are in the given layers of its protocol, counted from 1.
  private func places(_ field: FieldID, _ layers: [FilterSlice]) -> [Int] {
    guard let owner = FieldTable.owner(of: field) else { return [] }
    var layer = 0
    var found: [(layer: Int, index: Int)] = []
    for (index, node) in tree.nodes.enumerated() {
      if node.field == owner, node.depth == 0 { layer += 1 }
      if node.field == field, layer > 0 { found.append((layer, index)) }
    }
    let innermost = found.last?.layer ?? 0
    return found.filter { place in layers.contains { $0.contains(layer: place.layer, innermost: innermost) } }.map(
      \.index)
  }
}

extension FieldTable {
  /// The protocol that a field belongs to: `ip` of `ip.src`.
  static func owner(of field: FieldID) -> FieldID? {
    let name = FieldTable[field].name
    return FieldTable.field(named: String(name.prefix { $0 != "." }))?.id
  }
}
