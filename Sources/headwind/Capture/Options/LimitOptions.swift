import ArgumentParser

/// How many packets are taken, and whether they are only counted.
struct LimitOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: [], valued: Set("c"))

  @Option(name: .customShort("c"), parsing: .unconditional, help: "Stop after so many packets.")
  var limit: Int?

  @Flag(name: .customLong("count"), help: "Print only how many packets there are.")
  var counts = false

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("-c \(limit ?? 0): a number of packets is 1 or more.") }
  }
}
