/// What a stream has to say for the summary of the capture.
struct StreamLosses {
  /// Bytes that were sent again with other content.
  var conflicts: Int64 = 0
  /// Holes that were given up because too much waited behind them.
  var holes = 0

  var isEmpty: Bool { conflicts == 0 && holes == 0 }
}
