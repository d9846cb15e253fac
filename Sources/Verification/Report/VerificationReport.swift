import LinkConditions
import VirtualLink

/// The results of verifying links on this machine.
public struct VerificationReport: Codable, Sendable {
  /// The same probes over a bare pair of interfaces, which shows the error of the measurement itself.
  public struct Control: Codable, Sendable {
    /// One-way delay in ms.
    public var delayMedian: Double
    public var delayP99: Double
    /// How many of `packets` did not arrive.
    public var lost: Int
    public var packets: Int
    /// How many packets per second arrived.
    public var rate: Double
  }

  /// One set of conditions.
  public struct Case: Codable, Sendable {
    public var name: String
    /// The engine that carried the packets, and why it was chosen.
    public var engine: String
    public var checks: [VerificationCheck]
    /// The parts of the conditions that were not measured, with the reasons.
    public var notMeasured: [String]
    /// The latest departures of its links in ms: the worst of their 99th percentiles, and the very latest. Nil with netem, which
    /// does not report them.
    public var latenessP99: Double?
    public var latenessWorst: Double?
    /// What its links did otherwise than asked, because the machine was too busy.
    public var shortfalls: [String] = []

    init(name: String, engine: String, checks: [VerificationCheck], notMeasured: [String]) {
      self.name = name
      self.engine = engine
      self.checks = checks
      self.notMeasured = notMeasured
    }

    /// Takes note of how a link kept time that was measured.
    mutating func note(_ statistics: LinkStatistics) {
      for lateness in [statistics.uplink.lateness, statistics.downlink.lateness] where lateness.count > 0 {
        latenessP99 = max(latenessP99 ?? 0, Double(lateness.percentile(0.99).nanoseconds) / 1e6)
        latenessWorst = max(latenessWorst ?? 0, Double(lateness.worst.nanoseconds) / 1e6)
      }
      if let shortfall = statistics.shortfall() { shortfalls.append(shortfall) }
    }
  }

  public var kernel: String
  public var processors: Int
  public var seconds = 0.0
  public var control: Control
  public var cases: [Case] = []

  /// Whether everything that was measured is within its bounds.
  public var isWithin: Bool { cases.allSatisfy { $0.checks.allSatisfy(\.isWithin) } }
}

extension VerificationReport {
  /// The same with all times in seconds and without plots, for other programs.
  public var inSeconds: VerificationReport {
    var report = self
    report.control.delayMedian /= 1e3
    report.control.delayP99 /= 1e3
    for index in report.cases.indices {
      report.cases[index].latenessP99 = report.cases[index].latenessP99.map { $0 / 1e3 }
      report.cases[index].latenessWorst = report.cases[index].latenessWorst.map { $0 / 1e3 }
      report.cases[index].checks = report.cases[index].checks.map(\.inSeconds)
    }
    return report
  }
}

extension VerificationCheck {
  fileprivate var inSeconds: VerificationCheck {
    var check = self
    check.plot = nil
    switch quantity {
    case .delayMedian, .delayP99, .nameDelayMedian, .nameDelayP99, .queue:
      check.askedValue /= 1e3
      check.gotValue /= 1e3
      check.errorValue /= 1e3
      check.boundValue /= 1e3
    case .jitter, .nameJitter, .loss, .nameLoss, .duplicate, .corrupt, .reorder, .marked, .rate, .mtu: break
    }
    return check
  }
}
