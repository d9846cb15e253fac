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

  init(tables: DissectorTables) {
    self.tables = tables
  }
}
