import Wire

/// What is known of a capture from the packets before the one at hand.
struct CaptureState {
  var tcp = TCPAnalyzer()
  var datagrams = DatagramFlows()
  var fragments = FragmentAssembler()
  var echoes = EchoPairs()
  var queries = QueryPairs()
  var tables: DissectorTables
  /// Nanoseconds since the Unix epoch.
  var firstTime: Int64?
  var previousTime: Int64?
  var previousDisplayedTime: Int64?

  /// The messages in TCP conversations.
  var streams: FlowTable<MessageStreams>

  /// What an earlier pass over the capture has found.
  var hindsight: CaptureHindsight?
  /// What this pass finds for the next.
  var learned = CaptureHindsight()

  /// How many bytes conversations may hold in all; what the analysis of TCP and the rest may is part of it.
  private static let budget = 64 << 20
  private static let besides = TCPAnalyzer.budget + (12 << 20)

  /// - Parameter onlyMessages: whether nothing but the messages in TCP is looked at.
  init(tables: DissectorTables, keepsBodies: Bool, onlyMessages: Bool) {
    self.tables = tables
    streams = FlowTable(
      consumer: MessageStreams(keepsBodies: keepsBodies, tables: tables),
      budget: onlyMessages ? Self.budget : Self.budget - Self.besides,
      keepsStep: false)
  }
}
