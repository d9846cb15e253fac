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
  private var wanted: FieldSet?
  /// The fields that become nodes while those of TLS stand for those of DTLS.
  private let wantedInDTLS: FieldSet
  /// True if the fields of TLS stand for those of DTLS.
  private(set) var hasFieldsOfDTLS = false
  /// Whether nodes without a field have texts, and protocols.
  let wantsText: Bool
  /// Whether the other nodes have them, too.
  let wantsLines: Bool
  /// What is known of each field.
  let words = FieldWords.all
  /// What the wanted fields need.
  let needs: FieldNeeds
  var depth: UInt8 = 0
  /// The buffer that the bytes at hand belong to.
  var buffer: UInt8 = 0
  var frame = Frame(number: 0, timestamp: Timestamp(nanoseconds: 0), linkType: .ethernet, originalLength: 0)
  /// Whether JSON documents are left to a `TreeFinisher`.
  var postponesDocuments = false
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
  /// Whether packets only change what is known of the capture, and get no nodes.
  var isSilent = false
  /// What ties the packet at hand to others, if somebody asks.
  var ties: [PacketTie]?
  /// The protocol of the message before in the same bytes, which is in the list already.
  var noted: String?

  init(_ settings: DissectionSettings) {
    wanted = settings.wanted
    wantedInDTLS = DTLSFields.wanted(settings.wanted)
    wantsText = settings.wantsText
    wantsLines = settings.wantsText && settings.wantsLines
    needs = FieldNeeds(wanted)
    state = CaptureState(
      tables: settings.tables, keepsBodies: needs.bodies, onlyMessages: needs.onlyMessages,
      readsHTTP3: needs.http3, memory: settings.memory,
      sharers: settings.sharers)
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
    ties?.removeAll(keepingCapacity: true)
    context = PacketContext()
  }

  /// Makes fields of DTLS of the fields of TLS that are added meanwhile.
  @discardableResult
  mutating func addFieldsOfDTLS<Result>(
    _ add: (inout TreeBuilder) throws(DissectionStop) -> Result
  ) throws(DissectionStop) -> Result {
    let (first, saved) = (tree.nodes.count, wanted)
    (wanted, hasFieldsOfDTLS) = (wantedInDTLS, true)
    defer {
      (wanted, hasFieldsOfDTLS) = (saved, false)
      for index in first..<tree.nodes.count { tree.nodes[index].field = DTLSFields.field(tree.nodes[index].field) }
    }
    return try add(&self)
  }

  /// Adds a node below the one that was begun last.
  mutating func add(
    _ field: FieldID, _ range: Range<Int>, _ value: FieldValue = .none, traits: FieldNode.Traits = []
  ) {
    guard wants(field), hasRoom() else { return }
    append(field, range, stored(value), traits)
  }

  /// Adds a node with a text.
  @inline(__always)
  mutating func add(
    _ field: FieldID, _ range: Range<Int>, _ value: FieldValue = .none, traits: FieldNode.Traits = [],
    text: @autoclosure () -> PrintableText?
  ) {
    guard wants(field), hasRoom() else { return }
    append(field, range, stored(value), traits)
    guard wantsText(of: field), let text = text() else { return }
    keepText(text)
  }

  /// Adds a node whose text is written in place.
  ///
  /// - Parameter line: writes numbers and literals; other text must be escaped.
  @inline(__always)
  mutating func add(
    _ field: FieldID, _ range: Range<Int>, _ value: FieldValue = .none, traits: FieldNode.Traits = [],
    line: (inout TextBuffer) -> Void
  ) {
    guard wants(field), hasRoom() else { return }
    let value = stored(value)
    append(field, range, value, traits, text: wantsText(of: field) ? write(line) : .none)
  }

  /// Adds a node with a value as trees have it, whose text is written in place.
  @inline(__always)
  mutating func add(_ field: FieldID, _ range: Range<Int>, stored value: NodeValue, line: (inout TextBuffer) -> Void) {
    guard wants(field), hasRoom() else { return }
    append(field, range, value, text: wantsText(of: field) ? write(line) : .none)
  }

  /// Adds a node with a value as trees have it.
  mutating func add(_ field: FieldID, _ range: Range<Int>, stored value: NodeValue, traits: FieldNode.Traits = []) {
    guard wants(field), hasRoom() else { return }
    append(field, range, value, traits)
  }

  /// Adds a node that is wanted and has room.
  @inline(__always)
  mutating func append(
    _ field: FieldID, _ range: Range<Int>, _ value: NodeValue, _ traits: FieldNode.Traits = [], text: TreeText = .none
  ) {
    tree.nodes.append(
      FieldNode(
        field: field, value: value, range: range, depth: depth, buffer: buffer, traits: traits, text: text))
  }

  /// Whether a node of the field has a text where it is given one.
  func wantsText(of field: FieldID) -> Bool {
    wantsLines || wantsText && words[field].needsText
  }

  @inline(never)
  private mutating func keepText(_ text: PrintableText) {
    tree.nodes[tree.nodes.count - 1].text = tree.texts.keep(text.text)
  }

  /// Writes a text that is a line of the tree and no value: nobody asks what is in it.
  @inline(__always)
  private mutating func write(_ line: (inout TextBuffer) -> Void) -> TreeText {
    let start = tree.texts.count
    line(&tree.texts)
    return TreeText(start..<tree.texts.count)
  }

  /// A value as nodes have it.
  private mutating func stored(_ value: FieldValue) -> NodeValue {
    switch value {
    case .none: .none
    case .bytes: .bytes
    case .boolean(let value): .boolean(value)
    case .unsigned(let value): .unsigned(value)
    case .signed(let value): .signed(value)
    case .double(let value): .double(value)
    case .string(let value): .string(tree.texts.keep(value))
    case .ethernet(let value): .ethernet(value)
    case .ipv4(let value): .ipv4(value)
    case .ipv6(let value): .ipv6(value)
    case .absoluteTime(let value): .absoluteTime(value)
    case .relativeTime(let value): .relativeTime(value)
    }
  }

  /// Whether the tree may have another node: a megabyte of the smallest chunks would be a hundred of nodes.
  mutating func hasRoom() -> Bool {
    if isSilent { return false }
    if tree.nodes.count < state.nodeLimit, tree.texts.count < state.textLimit { return true }
    if !tree.isCut { state.cutTrees += 1 }
    tree.isCut = true
    return false
  }

  /// Adds a node whose value is worked out rather than read.
  mutating func generate(_ field: FieldID, _ value: FieldValue = .none) {
    add(field, 0..<0, value, traits: .generated)
  }

  /// Adds a node with a text whose value is worked out rather than read.
  @inline(__always)
  mutating func generate(_ field: FieldID, _ value: FieldValue = .none, text: @autoclosure () -> PrintableText?) {
    add(field, 0..<0, value, traits: .generated, text: text())
  }

  /// Adds a node whose value is worked out rather than read, and whose text is written in place.
  @inline(__always)
  mutating func generate(_ field: FieldID, _ value: FieldValue = .none, line: (inout TextBuffer) -> Void) {
    add(field, 0..<0, value, traits: .generated, line: line)
  }

  /// Adds a node that is found but not shown.
  mutating func hide(_ field: FieldID, _ range: Range<Int>, _ value: FieldValue) {
    add(field, range, value, traits: .hidden)
  }

  /// Adds a node and goes below it; `end` comes back up.
  mutating func begin(
    _ field: FieldID, _ range: Range<Int>, _ value: FieldValue = .none, traits: FieldNode.Traits = []
  ) -> NodeMark {
    let mark = mark(field)
    add(field, range, value, traits: traits)
    goBelow()
    return mark
  }

  /// Adds a node with a text and goes below it.
  @inline(__always)
  mutating func begin(
    _ field: FieldID, _ range: Range<Int>, _ value: FieldValue = .none, traits: FieldNode.Traits = [],
    text: @autoclosure () -> PrintableText?
  ) -> NodeMark {
    let mark = mark(field)
    add(field, range, value, traits: traits, text: text())
    goBelow()
    return mark
  }

  /// Adds a node whose text is written in place, and goes below it.
  @inline(__always)
  mutating func begin(
    _ field: FieldID, _ range: Range<Int>, _ value: FieldValue = .none, traits: FieldNode.Traits = [],
    line: (inout TextBuffer) -> Void
  ) -> NodeMark {
    let mark = mark(field)
    add(field, range, value, traits: traits, line: line)
    goBelow()
    return mark
  }

  /// The place of the node that is added next, if it is.
  mutating func mark(_ field: FieldID) -> NodeMark {
    NodeMark(index: wants(field) && hasRoom() ? tree.nodes.count : nil, depth: depth)
  }

  mutating func goBelow() { depth = depth == .max ? .max : depth &+ 1 }

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
    goBelow()
    add(&self)
    depth = saved
  }

  /// Changes the text of a node that was begun.
  mutating func setText(_ mark: NodeMark, _ text: @autoclosure () -> PrintableText) {
    guard let index = mark.index, wantsText(of: tree.nodes[index].field) else { return }
    tree.nodes[index].text = tree.texts.keep(text().text)
  }

  /// Writes the text of a node that was begun anew.
  mutating func setLine(_ mark: NodeMark, _ line: (inout TextBuffer) -> Void) {
    guard let index = mark.index, wantsText(of: tree.nodes[index].field) else { return }
    tree.nodes[index].text = write(line)
  }

  /// Begins a protocol's node at the top.
  mutating func beginProtocol(_ field: FieldID, _ range: Range<Int>, name: String? = nil) -> NodeMark {
    startProtocol(field, name)
    return begin(field, range, .bytes)
  }

  /// Begins a protocol's node with a text.
  @inline(__always)
  mutating func beginProtocol(
    _ field: FieldID, _ range: Range<Int>, name: String? = nil, text: @autoclosure () -> PrintableText?
  ) -> NodeMark {
    startProtocol(field, name)
    return begin(field, range, .bytes, text: text())
  }

  /// Begins a protocol's node whose text is written in place.
  @inline(__always)
  mutating func beginProtocol(_ field: FieldID, _ range: Range<Int>, line: (inout TextBuffer) -> Void) -> NodeMark {
    startProtocol(field, nil)
    return begin(field, range, .bytes, line: line)
  }

  /// Leaves a document that was begun to a `TreeFinisher`, if that is wanted.
  ///
  /// Long ones are not left: they are what fills a tree.
  mutating func postpone(_ range: Range<Int>, _ type: String?) -> Bool {
    // No other packet depends on a document.
    if isSilent { return true }
    guard postponesDocuments, range.count <= 1 << 16, hasRoom() else { return false }
    tree.postponed.append(
      PostponedDocument(
        place: tree.nodes.count, protocols: tree.protocols.count, range: range, buffer: buffer, type: type))
    return true
  }

  private mutating func startProtocol(_ field: FieldID, _ name: String?) {
    depth = 0
    noteProtocol(name ?? FieldTable[field].name)
    if wants(field) { tree.extents.append((tree.nodes.count, extent)) }
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
