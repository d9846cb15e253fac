import Captures
import Dissection
import TextOutput
import Wire

/// Reads a source to its end, counts its frames, and prints the table.
struct StatsSession<Statistic: CaptureStatistic>: ~Copyable {
  private var statistic: Statistic
  private var view: FrameView?
  private let signals: CaptureSignals
  private let isJSON: Bool

  init(_ statistic: Statistic, _ view: consuming FrameView?, _ signals: CaptureSignals, isJSON: Bool) {
    self.statistic = statistic
    self.view = view
    self.signals = signals
    self.isJSON = isJSON
  }

  mutating func take<Source: CaptureSource & ~Copyable>(from source: inout Source) throws {
    do {
      while let frame = try source.next(answering: signals, idle: {}) {
        let keys = source.takeKeyLog()
        statistic.add(keys: keys)
        view?.add(keys: keys)
        let passes = view?.passes(frame, of: source) ?? true
        statistic.add(frame, source.bytes, isCounted: passes)
      }
    } catch let error as CaptureError {
      // Print what was read before the error.
      try finish()
      throw error
    }
    try finish()
  }

  private mutating func finish() throws {
    statistic.finish()
    let table = statistic.table
    var output = StandardOutput()
    if isJSON {
      try table.eachObject { try output.print("\(PrintableText(json: $0))\n") }
    } else {
      try table.eachLine(fitting: Console.width, shortening: TextTable.shortened) { try output.print("\($0)\n") }
    }
    try output.flush()
    for line in statistic.summary?.losses ?? [] { Headwind.say("headwind: \(line)") }
    if isJSON, let remark = table.remark { Headwind.say("headwind: \(remark)") }
  }
}
