extension DeliveryTrace {
  /// Reads a trace in mahimahi's format: one opportunity per line, in milliseconds; `#` comments.
  init(name: String, text: [UInt8]) throws(NumberLines.Problem) {
    let wanted = "a whole number of milliseconds from 0 to \(UInt32.max)"
    var opportunities: [UInt32] = []
    var lastLine = 0
    try NumberLines.read(text, wanted: wanted) { number, line throws(NumberLines.Problem) in
      guard let instant = UInt32(exactly: number) else {
        throw NumberLines.Problem(line: line, words: "\(number) is not \(wanted)")
      }
      guard line != lastLine else { throw NumberLines.Problem(line: line, words: "two numbers on one line") }
      if let before = opportunities.last, instant < before {
        throw NumberLines.Problem(
          line: line, words: "\(instant) comes after \(before); times must be in ascending order")
      }
      guard opportunities.count < Self.maximumCount else {
        throw NumberLines.Problem(line: line, words: "more than \(Self.maximumCount) opportunities")
      }
      opportunities.append(instant)
      lastLine = line
    }
    guard !opportunities.isEmpty else { throw NumberLines.Problem(line: 1, words: "the file contains no opportunity") }
    guard let trace = DeliveryTrace(name: name, opportunities: opportunities) else {
      throw NumberLines.Problem(line: lastLine, words: "all opportunities are at 0 ms: a round would take no time")
    }
    self = trace
  }

  /// A trace that Headwind ships, by name: the files of `profiles/traces/`.
  public static func shipped(_ name: String) -> DeliveryTrace? {
    allShipped.first { $0.name == name }
  }

  /// The names of the traces that Headwind ships.
  public static var shippedNames: [String] { ShippedTraceFiles.all.map(\.name) }

  private static let allShipped = ShippedTraceFiles.all.compactMap {
    try? DeliveryTrace(name: $0.name, text: Array($0.text.utf8))
  }
}
