import TextOutput

/// How long exchanges took: each as a point, and the percentiles of all and over time.
struct LatencyPlot {
  struct Point: Sendable {
    var number: Int
    /// Nanoseconds since 1970, and how long the client waited from then on.
    var began: Int64
    var duration: Int64
    /// 0 if there was no response.
    var status: Int
  }

  /// The most points of an answer.
  static let most = 20_000

  let points: [Point]
  /// The time of the first packet.
  let first: Int64

  /// `{"total": 7, "points": [[since, latency, number, status], ...], "percentiles": {...}, "over_time": {"from": ..., "bin": ..., "p50": [...], ...}}`
  ///
  /// - Parameters:
  ///   - count: how many points are wanted. If there are more, every second is left out, or more.
  ///   - bins: how many parts of the time axis have percentiles of their own.
  func append(_ span: TimeSpan, last: Int64, count: Int, bins: Int, isComplete: Bool, to text: inout TextBuffer) {
    let inside = points.filter { span.contains($0.began &- first) }
    let step = max(1, (inside.count + count - 1) / max(1, count))
    text.append("{\"total\":")
    text.append(json: inside.count)
    text.append(",\"complete\":")
    text.append(json: isComplete)
    text.append(",\"points\":")
    text.append(list: inside.indices.filter { $0 % step == 0 }.map { inside[$0] }) { text, point in
      text.append("[")
      text.append(nanoseconds: point.began &- first)
      text.append(",")
      text.append(nanoseconds: point.duration)
      text.append(",")
      text.append(json: point.number)
      text.append(",")
      text.append(json: point.status)
      text.append("]")
    }
    text.append(",\n\"percentiles\":")
    Percentiles(inside.map(\.duration)).append(to: &text)
    text.append(",\n\"over_time\":")
    appendBins(inside, span, last: last, bins: bins, to: &text)
    text.append("}\n")
  }

  private func appendBins(_ inside: [Point], _ span: TimeSpan, last: Int64, bins: Int, to text: inout TextBuffer) {
    let end = span.to ?? max(0, last &- first) &+ 1
    let bin = max(1, (max(1, end &- span.from) &+ Int64(bins) &- 1) / Int64(bins))
    var durations = [[Int64]](repeating: [], count: bins)
    for point in inside {
      let place = (point.began &- first &- span.from) / bin
      if place >= 0, place < bins { durations[Int(place)].append(point.duration) }
    }
    let percentiles = durations.map { Percentiles($0) }
    text.append("{\"from\":")
    text.append(nanoseconds: span.from)
    text.append(",\"bin\":")
    text.append(nanoseconds: bin)
    for percent in [50, 90, 99] {
      text.append(",\"p\(percent)\":")
      text.append(list: percentiles) { $0.append(nanoseconds: $1[percent]) }
    }
    text.append("}")
  }
}
