import ArgumentParser

/// The number of packets to take, and whether to only count them.
struct LimitOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: [], valued: Set("c"))

  @Option(name: .customShort("c"), parsing: .unconditional, help: "Stop after this number of packets.")
  var limit: Int?

  @Flag(name: .customLong("count"), help: "Print only the number of packets.")
  var counts = false

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("-c \(limit ?? 0): the number of packets must be at least 1.") }
  }
}
