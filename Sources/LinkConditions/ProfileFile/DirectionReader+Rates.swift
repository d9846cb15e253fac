internal import YAML

/// Values that may ramp (`10 Mbps`, `10 Mbps to 100 kbps over 5 s`), and traces, which replace a bandwidth.
extension DirectionReader {
  func readBandwidth(into conditions: inout DirectionConditions) {
    guard let node = reader["bandwidth"] else { return }
    if case .scalar(let scalar) = node, scalar.string == "unlimited" { return }
    if let (from, ramp) = ramp(node, "bandwidth", of: Self.bandwidth) {
      conditions.bandwidth = from
      conditions.bandwidthRamp = ramp
    } else {
      conditions.bandwidth = reader.quantity("bandwidth", .bandwidth).map(Bandwidth.init(bitsPerSecond:))
    }
  }

  func readDelay(into conditions: inout DirectionConditions) {
    guard let node = reader["delay"] else { return }
    if let (from, ramp) = ramp(node, "delay", of: Self.duration) {
      conditions.delay = from
      conditions.delayRamp = ramp
    } else {
      conditions.delay = reader.duration("delay") ?? .zero
    }
  }

  func readLoss(into conditions: inout DirectionConditions) {
    guard let node = reader["loss"] else { return }
    if let (from, ramp) = ramp(node, "loss", of: { text throws(Quantity.Problem) in try Probability(parsing: text) }) {
      conditions.loss = .random(CorrelatedProbability(from))
      conditions.lossRamp = ramp
    } else {
      conditions.loss = LossReader(path: reader.place("loss"), problems: reader.problems).model(node)
    }
  }

  /// Reads `A to B over TIME`. Returns nil if the value has another shape. Reports an error in it, and then returns its
  /// first value.
  private func ramp<Value>(
    _ node: YAMLNode, _ key: String, of read: (String) throws(Quantity.Problem) -> Value
  ) -> (Value, Ramp<Value>)? {
    guard case .scalar(let scalar) = node else { return nil }
    let words = scalar.string.split(whereSeparator: \.isWhitespace)
    guard let to = words.firstIndex(of: "to") else { return nil }
    let end = words[to...].firstIndex(of: "over") ?? words.endIndex
    let parts = [words[..<to], words[(to + 1)..<end], words[end...].dropFirst()].map { $0.joined(separator: " ") }
    do throws(Quantity.Problem) {
      guard end < words.endIndex else { throw Quantity.Problem(words: "does not say how long it takes") }
      let time = try Self.duration(parts[2])
      guard time > .zero else { throw Quantity.Problem(words: "must take longer than 0 s") }
      return (try read(parts[0]), Ramp(to: try read(parts[1]), over: time))
    } catch {
      reader.problems.report(
        "\(reader.place(key)): '\(scalar.string.shortened)' \(error.words); write it as '\(Self.example(key))'",
        at: node)
      // The error is reported. Continue as if the rest were not there.
      return (try? read(parts[0])).map { ($0, Ramp(to: $0, over: .seconds(1))) }
    }
  }

  private static func example(_ key: String) -> String {
    switch key {
    case "bandwidth": "10 Mbps to 100 kbps over 5 s"
    case "delay": "20 ms to 500 ms over 5 s"
    default: "0 % to 10 % over 5 s"
    }
  }

  private static func bandwidth(_ text: String) throws(Quantity.Problem) -> Bandwidth {
    Bandwidth(bitsPerSecond: try QuantityKind.bandwidth.value(of: text))
  }

  private static func duration(_ text: String) throws(Quantity.Problem) -> LinkDuration {
    LinkDuration(nanoseconds: Int64(clamping: try QuantityKind.duration.value(of: text)))
  }
}
