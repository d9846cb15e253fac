import ArgumentParser
import Captures

/// The precision of times in lines and in files.
struct PrecisionOptions: ParsableArguments {
  enum Precision: String, ExpressibleByArgument, CaseIterable {
    case micro
    case nano
  }

  @Flag(help: "Print and write times in nanoseconds.")
  var nano = false

  @Flag(help: "Print and write times in microseconds. Lines have microseconds by default.")
  var micro = false

  @Option(name: .customLong("time-stamp-precision"), help: "Same as --nano or --micro.")
  var precision: Precision?

  func validate() throws {
    guard !nano || !micro else { throw ValidationError("Give either --nano or --micro, not both.") }
  }

  /// Whether lines show nanoseconds.
  var showsNanoseconds: Bool { precision == .nano || nano }

  /// The resolution of written files; nil keeps that of the source.
  var resolution: TimestampResolution? {
    if showsNanoseconds { return .nanoseconds }
    return precision == .micro || micro ? .microseconds : nil
  }
}
