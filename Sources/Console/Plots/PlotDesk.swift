import Captures
import Dissection
import TextOutput
import Wire

/// Series over time of the packets of a store: what crossed in each of equally long bins, and how large things were meanwhile.
struct PlotDesk: Sendable {
  /// The most bins of an answer.
  static let most = 4000

  let store: PacketStore
  let tables: DissectorTables

  /// `{"from": ..., "bin": ..., "series": {"packets": [...], ...}, "gauges": {"rtt": {"low": [...], ...}, ...}, "phases": [...]}`
  ///
  /// - Parameter stream: the only TCP conversation that is counted; nil for all packets.
  func append(_ span: TimeSpan, bins: Int, stream: Int?, to text: inout TextBuffer) throws(CaptureError) {
    let status = store.status
    let end = span.to ?? max(0, (status.last ?? 0) &- (status.first ?? 0)) &+ 1
    let length = max(1, end &- span.from)
    let bin = max(1, (length &+ Int64(bins) &- 1) / Int64(bins))
    var plot = TrafficPlot(from: span.from, bin: bin, count: bins)
    var reader = try TrafficReader(store, tables)
    while let sample = try reader.next(), !span.isOver(at: sample.time) {
      plot.notePhase(sample)
      if stream == nil || sample.tcp?.stream == stream { plot.add(sample) }
    }
    plot.notePhases(reader.newProfiles())
    plot.append(to: &text)
  }
}
