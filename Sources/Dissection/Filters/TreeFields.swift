import Wire

/// The values of fields, from a packet's tree.
struct TreeFields: FilterFields {
  var tree: FieldTree

  func append(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>, to values: inout [FilterScalar]) {
    guard layers.isEmpty else {
      for index in places(field, layers) { values.append(.of(tree.nodes[index], tree, frame)) }
      return
    }
    for node in tree.nodes where node.field == field { values.append(.of(node, tree, frame)) }
  }

  func count(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>) -> Int {
    layers.isEmpty ? tree.nodes.count { $0.field == field } : places(field, layers).count
  }

  /// The nodes of a field that are in the given layers of its protocol.
  private func places(_ field: FieldID, _ layers: [FilterSlice]) -> [Int] {
    guard let owner = FieldTable.owner(of: field) else { return [] }
    var layer = -1
    var found: [(layer: Int, index: Int)] = []
    for (index, node) in tree.nodes.enumerated() {
      if node.field == owner, node.depth == 0 { layer += 1 }
      if node.field == field, layer >= 0 { found.append((layer, index)) }
    }
    let total = layer + 1
    return found.filter { place in
      layers.contains { slice in
        let first = slice.start < 0 ? total + slice.start : slice.start
        let last = slice.last.map { $0 < 0 ? total + $0 : $0 } ?? slice.count.map { first + $0 - 1 } ?? total - 1
        return first <= place.layer && place.layer <= last
      }
    }.map(\.index)
  }
}

extension FieldTable {
  /// The protocol that a field belongs to: `ip` of `ip.src`.
  static func owner(of field: FieldID) -> FieldID? {
    let name = FieldTable[field].name
    return FieldTable.field(named: String(name.prefix { $0 != "." }))?.id
  }
}
