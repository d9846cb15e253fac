/// Where what lies below each node of a tree ends.
///
/// Found for all nodes in one pass, since every level of the tree asks for it. The list is reused.
struct NodeExtents: Sendable {
  private var ends: [Int32] = []
  /// For each depth, the first node so far, from the end, that is not deeper; up to `deepest`, beyond which all are alike.
  private var next = [Int32](repeating: 0, count: 256)

  /// The place behind the last node below the one at `index`.
  subscript(index: Int) -> Int { Int(ends[index]) }

  mutating func measure(_ nodes: [FieldNode]) {
    let count = nodes.count
    if ends.count < count { ends += [Int32](repeating: 0, count: count &- ends.count) }
    next[0] = Int32(clamping: count)
    var deepest = 0
    var index = count &- 1
    while index >= 0 {
      let depth = Int(nodes[index].depth)
      while deepest < depth {
        next[deepest &+ 1] = next[deepest]
        deepest &+= 1
      }
      ends[index] = next[depth]
      next[depth] = Int32(truncatingIfNeeded: index)
      deepest = depth
      index &-= 1
    }
  }
}
