public import ArgumentParser
public import Herd
import LinkConditions
import TextOutput

/// The options of `headwind herd` for the population, the outage and the service.
struct HerdOptions: ParsableArguments {
  private static let mostClients = 100_000_000
  private static let mostBins = 1_000_000.0
  private static let lead = 10.0

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of clients.", valueName: "count"))
  var clients = 1_000_000

  @Option(
    help: ArgumentHelp("How often each client begins a use, with a phase of its own.", valueName: "time"))
  var every = "30 s"

  @Option(help: ArgumentHelp("How long the outage takes.", valueName: "time"))
  var outage = "60 s"

  @Option(
    help: ArgumentHelp(
      "What the service does in the outage: \(ServiceState.outages.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind"))
  var kind = ServiceState.blackHole

  @Option(
    help: ArgumentHelp("How long to simulate after the outage. Default: long enough for most.", valueName: "time"))
  var after: String?

  @Option(
    help: ArgumentHelp(
      "How many requests per second the service can answer. Default: any number.", valueName: "count/s"))
  var capacity: String?

  @Option(
    help: ArgumentHelp(
      "With --capacity: how long the service lets a request wait. If it would have to wait longer, it is answered with 503 at once.",
      valueName: "time"))
  var queue: String?

  @Option(help: ArgumentHelp("The resolution of the curves.", valueName: "time"))
  var bin = "1 s"

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The seed of the random decisions.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64 = 1

  /// What to simulate.
  func plan() throws -> HerdPlan {
    guard (1...Self.mostClients).contains(clients) else {
      throw ValidationError("--clients \(clients): must be from 1 to \(Self.mostClients).")
    }
    guard ServiceState.outages.contains(kind) else {
      throw ValidationError("--kind \(kind.rawValue) is no outage")
    }
    guard queue == nil || capacity != nil else { throw ValidationError("--queue needs --capacity") }
    let (period, duration) = (try Self.seconds(every, "--every"), try Self.seconds(outage, "--outage"))
    let usual = max(120, 2 * period, duration)
    let limit = try capacity.map { text in
      HerdPlan.Capacity(
        rate: try Self.rate(text), longestWait: try queue.map { try Self.seconds($0, "--queue") } ?? 1)
    }
    let plan = HerdPlan(
      clients: clients, period: period, outage: kind, duration: duration, capacity: limit, lead: Self.lead,
      after: try after.map { try Self.seconds($0, "--after") } ?? usual, bin: try Self.seconds(bin, "--bin"), seed: seed
    )
    guard (plan.horizon + plan.lead) / plan.bin <= Self.mostBins else {
      throw ValidationError("--bin \(bin): the curves would have more than a million points; write a longer time")
    }
    guard (plan.horizon + plan.lead) / plan.period <= Self.mostBins else {
      throw ValidationError("--every \(every): each client would begin more than a million uses; write a longer time")
    }
    return plan
  }

  private static func seconds(_ text: String, _ option: String) throws -> Double {
    do {
      return Double(try LeaseTime.duration(text).nanoseconds) / 1e9
    } catch {
      throw ValidationError("\(option) '\(text)': \(error.words); write 30s, 10m or '2 h'")
    }
  }

  private static func rate(_ text: String) throws -> Double {
    let digits = text.hasSuffix("/s") ? text.dropLast(2) : text[...]
    guard let rate = Double(String(digits.filter { $0 != " " && $0 != "," })), rate > 0, rate <= 1e12 else {
      throw ValidationError("--capacity '\(text)': write a number of requests per second, such as 50000/s")
    }
    return rate
  }
}

extension ServiceState: ExpressibleByArgument {
  /// What an outage can be.
  public static var allValueStrings: [String] { outages.map(\.rawValue) }
}
