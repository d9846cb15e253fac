import Dissection
import Exchanges

/// What answers questions about packets, for one way to decode them.
struct PacketDesks: Sendable {
  /// The user's words, in the order in which they were given.
  let words: [DecodeAs]
  let tables: DissectorTables
  let survey: PacketSurvey
  let trees: TreeDesk
  let summaries: SummaryDesk
  let exchanges: ExchangeStore
  let plots: PlotDesk
  let marks: MarkDesk
  let streams: StreamDesk
  /// Answers that were kept, which are those of this way to decode.
  let answers = AnswerCache()

  init(
    _ store: PacketStore, tables usual: DissectorTables, options: HTTPOptions, words: [DecodeAs] = [],
    trouble: @escaping @Sendable (HTTPExchange) -> String, version: String
  ) {
    var (tables, options) = (usual, options)
    for word in words { tables.decode(as: word) }
    options.applications = tables.applications
    self.words = words
    self.tables = tables
    survey = PacketSurvey(store, tables)
    trees = TreeDesk(store, tables, survey)
    summaries = SummaryDesk(store, tables, survey)
    exchanges = ExchangeStore(store, options, trouble: trouble, version: version)
    plots = PlotDesk(store: store, tables: tables)
    marks = MarkDesk(store, tables)
    streams = StreamDesk(store: store, tables: tables)
  }
}
