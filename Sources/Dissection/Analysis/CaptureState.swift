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

  /// How many bytes conversations may hold.
  private static let budget = 64 << 20

  init(tables: DissectorTables, keepsBodies: Bool) {
    self.tables = tables
    streams = FlowTable(
      consumer: MessageStreams(keepsBodies: keepsBodies, tables: tables), budget: Self.budget,
      keepsStep: false)
  }
}
