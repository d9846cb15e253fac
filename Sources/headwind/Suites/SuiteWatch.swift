import ArgumentParser
import Dissection
import Glibc
import Resilience
import TextOutput

/// `headwind test watch`: runs the scenarios again whenever a file changes, those that failed first, until a signal ends it.
struct SuiteWatch {
  let entries: [SuiteEntry]
  var files: FileWatch
  let signals: RaisedSignals
  /// Runs scenarios until the given function returns a signal.
  let judge: ([SuiteEntry], @escaping () -> Int32?) throws -> SuiteReport
  /// Takes the report of a complete turn.
  let finish: (SuiteReport) throws -> Void

  /// How long to wait before looking again, in microseconds.
  private static let pause: UInt32 = 100_000
  /// An editor or a compiler writes several files. The turn begins when nothing has changed for this many looks.
  private static let calmLooks = 3

  /// - Throws: `ExitStatus.interrupted`, when a signal ends it.
  mutating func run() throws {
    // Scenarios that did not pass in the last turn.
    var broken: Set<String> = []
    while true {
      let (failed, others) = (
        entries.filter { broken.contains($0.scenario.id) }, entries.filter { !broken.contains($0.scenario.id) }
      )
      var reports: [SuiteReport] = []
      var changed: String?
      for batch in [failed, others] where !batch.isEmpty && changed == nil {
        let report = try run(batch, &changed)
        note(report, &broken)
        reports.append(report)
      }
      guard signals.raised() == nil else { throw ExitStatus.interrupted }
      if let changed {
        Headwind.say("headwind: \(changed) changed; beginning again")
        try settle()
        continue
      }
      try finish(SuiteReport(joining: reports))
      Headwind.say("headwind: waiting for a file to change; Ctrl-C ends")
      Headwind.say("headwind: \(try nextChange()) changed")
      try settle()
    }
  }

  /// Runs scenarios until they end or a file changes.
  private mutating func run(_ batch: [SuiteEntry], _ changed: inout String?) throws -> SuiteReport {
    let signals = signals
    let watch = WatchBox(files)
    let report = try judge(batch) { signals.raised() ?? (watch.change() == nil ? nil : SIGTERM) }
    files = watch.files
    changed = watch.changed
    return report
  }

  /// Keeps what failed in mind, even if a turn was not finished.
  private func note(_ report: SuiteReport, _ broken: inout Set<String>) {
    for scenario in report.scenarios {
      if ["pass", "n/a", "note"].contains(scenario.kind) {
        broken.remove(scenario.id)
      } else {
        broken.insert(scenario.id)
      }
    }
  }

  private mutating func nextChange() throws -> String {
    while true {
      guard signals.raised() == nil else { throw ExitStatus.interrupted }
      if let changed = files.change() { return changed }
      usleep(Self.pause)
    }
  }

  private mutating func settle() throws {
    var calm = 0
    while calm < Self.calmLooks {
      guard signals.raised() == nil else { throw ExitStatus.interrupted }
      usleep(Self.pause)
      calm = files.change() == nil ? calm + 1 : 0
    }
  }
}

/// The watch of one run, with the first change that it saw.
private final class WatchBox {
  var files: FileWatch
  private(set) var changed: String?

  init(_ files: FileWatch) {
    self.files = files
  }

  func change() -> String? {
    if changed == nil { changed = files.change() }
    return changed
  }
}
