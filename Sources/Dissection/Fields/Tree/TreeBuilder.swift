import TextOutput
import Wire

/// What dissectors write a packet's tree into, and what they learn from each other on the way.
///
/// Only wanted fields become nodes, and texts are made only where somebody will read them, so that a filter on two fields
/// costs no more than finding them. Dissectors get the bytes of a buffer up to where their protocol's data ends; they read
/// through throwing accessors, so that no length in a packet can make them trap.
struct TreeBuilder {
  var tree = FieldTree()
  /// The fields that become nodes; nil for all.
  private let wanted: FieldSet?
  /// Whether nodes have texts.
  let wantsText: Bool
  /// What the wanted fields need.
  let needs: FieldNeeds
  var depth: UInt8 = 0
  /// The buffer that the bytes at hand belong to.
  var buffer: UInt8 = 0
  var frame = Frame(number: 0, timestamp: Timestamp(nanoseconds: 0), linkType: .ethernet, originalLength: 0)
  /// What the capture's file says of the frame.
  var notes = PacketNotes()
  /// Where the bytes end that the dissector at hand was given.
  var extent = 0
  /// The captured length of the frame.
  var capturedLength = 0
  var context = PacketContext()
  var state: CaptureState
  /// Whether what is found is kept for another pass.
  var learns = false
  /// The protocol of the message before in the same bytes, which is in the list already.
  var noted: String?

  /// - Parameter memory: how many bytes all that is remembered of earlier packets may take.
  init(
    wanted: FieldSet?, wantsText: Bool, tables: DissectorTables, memory: Int = PacketDissector.usualMemory
  ) {
    self.wanted = wanted
    self.wantsText = wantsText
    needs = FieldNeeds(wanted)
    state = CaptureState(tables: tables, keepsBodies: needs.bodies, onlyMessages: needs.onlyMessages, memory: memory)
  }

  func wants(_ field: FieldID) -> Bool { wanted?.contains(field) ?? true }

  /// Starts on the next frame.
  mutating func reset(_ frame: Frame, capturedLength: Int) {
    tree.clear()
    depth = 0
    buffer = 0
    self.frame = frame
    self.capturedLength = capturedLength
    extent = capturedLength
    context = PacketContext()
  }

  /// Adds a node below the one that was begun last.
  mutating func add(
    _ field: FieldID, _ range: Range<Int>, _ value: FieldValue = .none, traits: FieldNode.Traits = [],
    text: @autoclosure () -> PrintableText? = nil
  ) {
    guard wants(field), hasRoom() else { return }
    tree.nodes.append(
      FieldNode(
        field: field, value: value, range: range, depth: depth, buffer: buffer, traits: traits,
        text: wantsText ? text() : nil))
  }

  /// Whether the tree may have another node: a megabyte of the smallest chunks would be a hundred of nodes.
  private mutating func hasRoom() -> Bool {
    if tree.nodes.count < state.nodeLimit { return true }
    if !tree.isCut { state.cutTrees += 1 }
    tree.isCut = true
    return false
  }

  /// Adds a node whose value is worked out rather than read.
  mutating func generate(_ field: FieldID, _ value: FieldValue = .none, text: @autoclosure () -> PrintableText? = nil) {
    add(field, 0..<0, value, traits: .generated, text: text())
  }

  /// Adds a node that is found but not shown.
  mutating func hide(_ field: FieldID, _ range: Range<Int>, _ value: FieldValue) {
    add(field, range, value, traits: .hidden)
  }

  /// Adds a node and goes below it; `end` comes back up.
  mutating func begin(
    _ field: FieldID, _ range: Range<Int>, _ value: FieldValue = .none, traits: FieldNode.Traits = [],
    text: @autoclosure () -> PrintableText? = nil
  ) -> NodeMark {
    let mark = NodeMark(index: wants(field) && hasRoom() ? tree.nodes.count : nil, depth: depth)
    add(field, range, value, traits: traits, text: text())
    depth = depth == .max ? .max : depth &+ 1
    return mark
  }

  /// Comes back up to where `mark` was made, and says where its bytes end if that was not known.
  mutating func end(_ mark: NodeMark, at end: Int? = nil) {
    depth = mark.depth
    guard let end, let index = mark.index else { return }
    let start = tree.nodes[index].range.lowerBound
    tree.nodes[index].range = start..<max(start, end)
  }

  /// Adds what belongs to the node that was added last.
  mutating func below(_ add: (inout TreeBuilder) -> Void) {
    let saved = depth
    depth = depth == .max ? .max : depth &+ 1
    add(&self)
    depth = saved
  }

  /// Changes the text of a node that was begun.
  mutating func setText(_ mark: NodeMark, _ text: @autoclosure () -> PrintableText) {
    guard wantsText, let index = mark.index else { return }
    tree.nodes[index].text = text()
  }

  /// Begins a protocol's node at the top.
  mutating func beginProtocol(
    _ field: FieldID, _ range: Range<Int>, name: String? = nil, text: @autoclosure () -> PrintableText? = nil
  ) -> NodeMark {
    depth = 0
    noteProtocol(name ?? FieldTable[field].name)
    if wants(field) { tree.extents.append((tree.nodes.count, extent)) }
    return begin(field, range, .bytes, text: text())
  }

  /// Adds a protocol to the list of those in the frame.
  mutating func noteProtocol(_ name: String) {
    guard wants(.frameProtocols), tree.protocols.count < 100, name != noted else { return }
    tree.protocols.append(name)
  }
}

/// A node that was begun.
struct NodeMark {
  /// Its place among the nodes; nil if it is not wanted.
  var index: Int?
  var depth: UInt8
}
