public import Streams
public import Wire

/// Builds the field trees of a capture's packets, one after the other, knowing what the earlier ones said.
///
/// Every packet must be given in its order, since conversations, fragments and answers go across packets; only the wanted
/// fields cost anything.
public struct PacketDissector {
  /// How many bytes it may take, unless said otherwise: 28 MiB.
  public static let usualMemory = 28 << 20

  var builder: TreeBuilder
  /// What it was made with.
  public let settings: DissectionSettings

  /// - Parameters:
  ///   - wanted: the fields that become nodes; nil for all.
  ///   - wantsText: whether nodes get the texts that a tree shows.
  ///   - wantsLines: whether nodes whose field and value say all have texts, too, as where trees are printed as text.
  ///   - tables: which numbers lead to which protocols.
  ///   - memory: how many bytes all that is remembered of earlier packets may take.
  ///   - sharers: how many dissectors share this memory, each for other conversations.
  public init(
    wanted: FieldSet? = nil, wantsText: Bool = true, wantsLines: Bool = true,
    tables: DissectorTables = DissectorTables(), memory: Int = PacketDissector.usualMemory, sharers: Int = 1
  ) {
    settings = DissectionSettings(
      wanted: wanted, wantsText: wantsText, wantsLines: wantsLines, tables: tables, memory: memory,
      sharers: max(1, sharers))
    builder = TreeBuilder(settings)
  }

  /// Whether anything that a file says of its packets is wanted.
  public var wantsNotes: Bool { PacketNotesDissector.fields.contains { builder.wants($0) } }

  /// A dissector for the first of two passes: it finds out what `hindsight` then has, and builds no trees.
  public static func learner(
    tables: DissectorTables = DissectorTables(), memory: Int = PacketDissector.usualMemory
  ) -> PacketDissector {
    var learner = PacketDissector(wanted: CaptureHindsight.fields, wantsText: false, tables: tables, memory: memory / 2)
    learner.builder.learns = true
    return learner
  }

  /// What later packets said of earlier ones; the second pass is given it.
  public var hindsight: CaptureHindsight {
    get { builder.state.learned }
    set { builder.state.hindsight = newValue }
  }

  /// Whether anything that is needed for the trees of later packets was given up for lack of memory.
  public var hasForgotten: Bool { builder.state.hasForgotten }

  /// What was given up so far.
  public var summary: FlowSummary {
    var summary = builder.state.flows.summary
    summary.forgottenConversations = builder.state.tcp.forgotten
    summary.omittedReferences = builder.state.hindsight?.omitted ?? 0
    summary.cutTrees = builder.state.cutTrees
    summary.fragments = builder.state.fragments.counts
    return summary
  }

  /// The tree of the packet that was dissected last.
  public var tree: FieldTree { builder.tree }

  /// Gives the tree of the packet that was dissected last, and takes another in whose room the next is built.
  public mutating func exchangeTree(_ other: inout FieldTree) {
    swap(&builder.tree, &other)
  }

  /// Says that the packet that was dissected last is shown: the next counts its `frame.time_delta_displayed` from it.
  public mutating func markDisplayed() {
    builder.state.previousDisplayedTime = builder.frame.timestamp.nanoseconds
  }

  /// Whether JSON documents are left out of trees, for a `TreeFinisher` to add them.
  public var postponesDocuments: Bool {
    get { builder.postponesDocuments }
    set { builder.postponesDocuments = newValue }
  }

  /// Builds the tree of the next packet of the capture.
  /// - Parameter notes: what the capture's file says of it.
  public mutating func dissect(_ frame: Frame, _ bytes: Span<UInt8>, notes: PacketNotes = PacketNotes()) {
    builder.reset(frame, capturedLength: bytes.count)
    builder.notes = notes
    if builder.state.firstTime == nil { builder.state.firstTime = frame.timestamp.nanoseconds }
    defer { builder.state.previousTime = frame.timestamp.nanoseconds }
    let mark = FrameDissector.dissect(&builder, bytes)
    if builder.needs.onlyMessages, !builder.learns, builder.dissectMessages(bytes) { return }
    switch frame.linkType {
    case .ethernet: builder.run(EthernetDissector.dissector, bytes, 0)
    case .linuxSLL: builder.run(LinuxSLLDissector.version1, bytes, 0)
    case .linuxSLL2: builder.run(LinuxSLLDissector.version2, bytes, 0)
    case .null, .loop: builder.run(LoopbackDissector.dissector, bytes, 0)
    case .raw: builder.run(LoopbackDissector.raw, bytes, 0)
    case .ipv4: builder.run(IPv4Dissector.dissector, bytes, 0)
    case .ipv6: builder.run(IPv6Dissector.dissector, bytes, 0)
    case .ppp: builder.run(PPPDissector.dissector, bytes, 0)
    case .pppHDLC: builder.run(PPPDissector.serial, bytes, 0)
    case .pppWithDirection: builder.run(PPPDissector.directed, bytes, 0)
    case .pppEther: builder.run(PPPoEDissector.session, bytes, 0)
    case .nflog: builder.run(NFLOGDissector.dissector, bytes, 0)
    default: builder.data(bytes, 0)
    }
    FrameDissector.finish(&builder, mark)
  }
}
