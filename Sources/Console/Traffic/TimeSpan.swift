/// A part of the time axis, in nanoseconds since the first packet.
struct TimeSpan: Equatable {
  var from: Int64
  /// Exclusive; nil for the end of the capture.
  var to: Int64?

  func contains(_ time: Int64) -> Bool { time >= from && time < to ?? .max }

  /// Whether packets in order of time can still be in it; a few may come late.
  func isOver(at time: Int64) -> Bool {
    guard let to else { return false }
    return time &- to > 1_000_000_000
  }
}

extension APIRequest {
  /// The parameters `from` and `to`.
  func span() throws(APIProblem) -> TimeSpan {
    TimeSpan(
      from: Int64(try number("from", default: 0)),
      to: parameters["to"] == nil ? nil : Int64(try number("to", default: 0)))
  }
}
