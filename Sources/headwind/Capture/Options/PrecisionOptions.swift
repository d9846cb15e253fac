import ArgumentParser
import Captures

/// How finely time is told, in lines and in files.
struct PrecisionOptions: ParsableArguments {
  enum Precision: String, ExpressibleByArgument, CaseIterable {
    case micro
    case nano
  }

  @Flag(help: "Nine digits of a second in lines, nanoseconds in files.")
  var nano = false

  @Flag(help: "Six digits of a second in lines (as without), microseconds in files.")
  var micro = false

  @Option(name: .customLong("time-stamp-precision"), help: "The same as --nano or --micro.")
  var precision: Precision?

  func validate() throws {
    guard !nano || !micro else { throw ValidationError("Give either --nano or --micro.") }
  }

  /// Whether lines show nanoseconds.
  var showsNanoseconds: Bool { precision == .nano || nano }

  /// What files have; nil leaves it as the source has it.
  var resolution: TimestampResolution? {
    if showsNanoseconds { return .nanoseconds }
    return precision == .micro || micro ? .microseconds : nil
  }
}
