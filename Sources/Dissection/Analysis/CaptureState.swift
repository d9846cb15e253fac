import Exchanges
import Streams
import Wire

/// What is known of a capture from the packets before the one at hand.
struct CaptureState {
  var tcp: TCPAnalyzer
  var datagrams: DatagramFlows
  var fragments: FragmentAssembler
  var echoes: EchoPairs
  var queries: QueryPairs
  var dtls: DTLSConversations
  var tables: DissectorTables
  /// The longest message that is shown whole, with or without its codings, in bytes: a tree has several forms of it.
  let messageLimit: Int
  /// How many nodes a tree may have, and how many trees have no more for that reason.
  let nodeLimit: Int
  /// How many bytes the texts of a tree may take before it has no more nodes.
  let textLimit: Int
  var cutTrees = 0
  /// Nanoseconds since the Unix epoch.
  var firstTime: Int64?
  var previousTime: Int64?
  var previousDisplayedTime: Int64?

  /// The TCP conversations, and the messages in them.
  var flows: FlowTable
  var streams: MessageStreams

  /// The connections of QUIC.
  let quic: QUICReading

  /// What undoes the codings of bodies.
  var decoders: DecoderPool

  /// What an earlier pass over the capture has found.
  var hindsight: CaptureHindsight?
  /// What this pass finds for the next.
  var learned: CaptureHindsight

  /// - Parameters:
  ///   - onlyMessages: whether nothing but the messages in TCP is looked at.
  ///   - readsHTTP3: whether anything of HTTP/3 is wanted.
  ///   - memory: how many bytes all that is remembered may take. What the allocator cannot use again is part of it: a fixed
  ///     share of what messages hold, who come and go in all sizes.
  ///   - sharers: how many dissectors share the memory. What one message or one tree may take is the same for any number.
  init(tables: DissectorTables, keepsBodies: Bool, onlyMessages: Bool, readsHTTP3: Bool, memory: Int, sharers: Int) {
    self.tables = tables
    let share = memory / 16 / sharers
    messageLimit = memory / 16 * 4
    nodeLimit = memory / 128
    textLimit = min(memory, TreeText.longest)
    // The first of two passes halves the memory between what it knows and what it finds.
    learned = CaptureHindsight(budget: memory)
    tcp = TCPAnalyzer(budget: 5 * share)
    datagrams = DatagramFlows(budget: share / 2 * 3)
    fragments = FragmentAssembler(budget: share)
    echoes = EchoPairs(budget: share / 4)
    queries = QueryPairs(budget: share / 4 * 3)
    dtls = DTLSConversations(budget: share / 2)
    decoders = DecoderPool(budget: memory)
    let messages = onlyMessages ? 14 * share : 5 * share
    quic = QUICReading(
      keys: tables.keys, budget: 2 * share, messageLimit: messageLimit, readsHTTP3: readsHTTP3)
    flows = FlowTable(budget: messages / 8 * 7, keepsStep: false, remembers: true)
    streams = MessageStreams(
      keepsBodies: keepsBodies, applications: tables.applications, keys: tables.keys,
      messageLimit: messageLimit)
  }

  /// Whether anything was given up for lack of memory that is needed for the trees of later packets.
  var hasForgotten: Bool {
    tcp.forgotten > 0 || datagrams.hasForgotten || echoes.hasForgotten || queries.hasForgotten || dtls.hasForgotten
      || flows.hasForgotten
      || fragments.counts.evictedPackets > 0 || quic.hasForgotten
  }
}
