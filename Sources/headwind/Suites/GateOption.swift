public import ArgumentParser
public import Resilience

/// The option `--gate`: what a suite must reach for the exit status 0.
struct GateOption: ParsableArguments {
  @Option(
    name: .customLong("gate"),
    help: ArgumentHelp(
      """
      What to fail for: strict (a MUST, a SHOULD, or a scenario that is inconclusive), default (a MUST, or a scenario that is \
      inconclusive), or lenient (a MUST).
      """, valueName: "profile"))
  var profile: Gate?

  @Flag(help: "The same as --gate strict.")
  var strict = false

  var gate: Gate { profile ?? (strict ? .strict : .default) }

  func validate() throws {
    guard !strict || profile == nil || profile == .strict else {
      throw ValidationError("--strict is --gate strict: omit one of the two")
    }
  }

  /// The exit status for a suite, or nil for 0.
  func status(of suite: SuiteReport) -> ExitCode? {
    guard suite.isComplete else { return ExitStatus.interrupted }
    return switch gate.answer(suite.counts) {
    case .open: nil
    case .broken: ExitStatus.foundWrong
    case .unjudged: ExitStatus.environment
    }
  }
}

extension Gate: ExpressibleByArgument {}
