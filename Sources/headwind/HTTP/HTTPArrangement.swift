import ArgumentParser

/// The options that say which rows `headwind http` prints, and in which order.
struct HTTPArrangement: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Sort by this, the longest, largest or first on top: \(HTTPSortKey.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "key"))
  var sort: HTTPSortKey?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show the N exchanges with the longest total, the longest on top.", valueName: "n"))
  var slowest: Int?

  @Flag(help: "Show only what failed: no complete response, a status from 400, or no connection.")
  var failed = false

  @Option(
    help: ArgumentHelp(
      "Show a row for each host or path: how many, how many failed, bytes, and percentiles of the total.",
      valueName: "host|path"))
  var group: GroupKey?

  @Flag(help: "Draw the phases of each exchange as a bar, on one scale of time.")
  var waterfall = false

  @Flag(
    help:
      "List the messages of WebSockets, event streams and gRPC calls below their exchanges: time, sender, kind, size.")
  var messages = false

  @Flag(help: "With --messages: list each message when it comes, with the exchange's method and URL above the first.")
  var follow = false

  var isUsed: Bool { messages || follow || sort != nil || slowest != nil || failed || group != nil || waterfall }
  /// Whether rows are printed at the end, because all must be known.
  var isRanked: Bool { sort != nil || slowest != nil || waterfall }
  var key: HTTPSortKey { sort ?? (slowest == nil ? .number : .total) }

  /// The first of the options that was given.
  var firstUsed: String {
    follow
      ? "--follow"
      : messages
        ? "--messages"
        : sort != nil
          ? "--sort" : slowest != nil ? "--slowest" : failed ? "--failed" : group != nil ? "--group" : "--waterfall"
  }

  /// The width of the bars of a waterfall.
  /// - Parameter width: that of the terminal; nil if it is none.
  static func barWidth(_ width: Int?) -> Int {
    guard let width else { return 60 }
    return max(20, width / 2 - 4)
  }

  func validate(json: Bool, fields: Bool) throws {
    if let slowest, slowest < 1 { throw ValidationError("--slowest \(slowest): write how many, from 1.") }
    guard sort == nil || slowest == nil else {
      throw ValidationError("--slowest sorts by total: use it without --sort, or pipe --sort to head.")
    }
    guard group == nil || !isRanked else {
      throw ValidationError(
        "--group cannot be used with --sort, --slowest or --waterfall: its rows are sorted by their median.")
    }
    guard group == nil || !fields else {
      throw ValidationError("--group has its own columns: use it without --fields.")
    }
    guard !follow || messages else { throw ValidationError("--follow needs --messages.") }
    guard !follow || !failed else {
      throw ValidationError(
        "--follow lists messages before it is known whether their exchange fails: use it without --failed.")
    }
    guard !messages || !(isRanked || group != nil) else {
      throw ValidationError("--messages cannot be used with --sort, --slowest, --group or --waterfall.")
    }
    guard !json || !messages else {
      throw ValidationError("--json has the messages anyway: use it without --messages.")
    }
    guard !json || !isRanked else {
      throw ValidationError("--json writes exchanges as they end: sort its lines with jq or DuckDB.")
    }
  }
}
