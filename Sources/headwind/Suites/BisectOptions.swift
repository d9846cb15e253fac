public import ArgumentParser
public import Resilience

/// The options of `headwind test --bisect`.
struct BisectOptions: ParsableArguments {
  @Option(
    name: .customLong("bisect"),
    help: ArgumentHelp(
      """
      Find the mildest loss, delay, rtt, rate or stall with which the client fails. Without --only and files, it fetches 30 KB \
      over HTTP.
      """, valueName: "condition"))
  var quantity: BisectQuantity?

  @Option(help: ArgumentHelp("With --bisect: the mildest value to try: '5 %', '300 ms', '1 Mbps'.", valueName: "value"))
  var from: String?

  @Option(help: ArgumentHelp("With --bisect: the harshest value to try.", valueName: "value"))
  var to: String?

  @Option(
    help: ArgumentHelp(
      "With --bisect: how exactly to find the threshold: '0.5 %', '100 ms'; for a rate, in per cent.",
      valueName: "value"))
  var precision: String?

  func validate() throws {
    guard quantity != nil || (from == nil && to == nil && precision == nil) else {
      throw ValidationError("--from, --to and --precision need --bisect")
    }
  }

  /// The values among which to search.
  func scale(_ quantity: BisectQuantity, deadline: Int) throws -> BisectScale {
    let usual = BisectScale.usual(quantity, deadline: deadline)
    let scale = BisectScale(
      quantity, from: try value(from, "--from", of: quantity) ?? usual.from,
      to: try value(to, "--to", of: quantity) ?? usual.to,
      precision: try value(precision, "--precision", of: quantity == .rate ? .loss : quantity) ?? usual.precision)
    guard let scale else {
      throw ValidationError(
        "--from, --to and --precision make no range for \(quantity.rawValue): the mildest value comes first, then the harshest"
      )
    }
    return scale
  }

  private func value(_ text: String?, _ option: String, of quantity: BisectQuantity) throws -> Double? {
    guard let text else { return nil }
    guard let value = quantity.value(of: text) else {
      throw ValidationError("\(option) '\(text)': write a value such as '\(quantity.example)'")
    }
    return value
  }
}

extension BisectQuantity: ExpressibleByArgument {}
