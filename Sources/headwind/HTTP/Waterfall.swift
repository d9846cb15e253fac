import Exchanges
import TextOutput

/// When an exchange began, and how long its phases took.
struct ExchangePhases {
  /// In nanoseconds since 1970.
  var started: Int64
  /// Blocked, DNS, connect, TLS, send, wait and receive, in nanoseconds, in the order in which they are drawn.
  var lengths: InlineArray<7, Int64>

  init(_ timings: ExchangeTimings) {
    started = timings.started
    lengths = [
      timings.dns ?? 0, timings.connect ?? 0, timings.tls ?? 0, timings.blocked ?? 0, timings.send ?? 0,
      timings.wait ?? 0, timings.receive ?? 0,
    ]
  }

  var ended: Int64 { lengths.indices.reduce(started) { $0 &+ lengths[$1] } }
}

/// Draws the phases of exchanges as bars on a common scale of time.
struct Waterfall {
  /// What stands for each phase, in the order of ``ExchangePhases/lengths``.
  private static let marks: [(mark: String, name: String)] = [
    ("d", "dns"), ("c", "connect"), ("t", "tls"), ("·", "blocked"), ("s", "send"), ("─", "wait"), ("█", "receive"),
  ]

  /// What the marks mean, in a line.
  static let legend = PrintableText(verbatim: marks.map { "\($0.mark) \($0.name)" }.joined(separator: "  "))

  private let width: Int
  private let start: Int64
  private let span: Int64

  /// - Parameter width: how many characters the longest bar may have.
  init(_ all: [ExchangePhases], width: Int) {
    self.width = max(1, width)
    start = all.map(\.started).min() ?? 0
    span = max(1, (all.map(\.ended).max() ?? 0) &- start)
  }

  /// The bar of an exchange, of one character at least. Each character is the phase that takes most of its time.
  func bar(_ phases: ExchangePhases) -> PrintableText {
    let (first, last) = (column(phases.started), max(column(phases.started), column(phases.ended &- 1)))
    var text = String(repeating: " ", count: first)
    for index in first...last { text += Self.marks[phase(phases, at: index)].mark }
    // Made of nothing but the marks.
    return PrintableText(verbatim: text)
  }

  private func column(_ time: Int64) -> Int {
    min(width - 1, max(0, Int(Double(time &- start) * Double(width) / Double(span))))
  }

  private func phase(_ phases: ExchangePhases, at column: Int) -> Int {
    let cell = Double(span) / Double(width)
    let (from, to) = (Double(column) * cell, Double(column + 1) * cell)
    var (best, most) = (phases.lengths.count - 1, -1.0)
    var position = Double(phases.started &- start)
    for index in phases.lengths.indices {
      let end = position + Double(phases.lengths[index])
      let share = min(end, to) - max(position, from)
      if share > most, phases.lengths[index] > 0 { (best, most) = (index, share) }
      position = end
    }
    return best
  }
}
