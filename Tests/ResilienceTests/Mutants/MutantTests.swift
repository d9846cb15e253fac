import Foundation
import TestSupport
import Testing

@testable import Resilience

/// Proves the standard suite: a good client meets every demand, and for each demand of each scenario a client with exactly one bug
/// breaks exactly this demand.
///
/// Scenarios mostly wait, so they run in parallel. In each round, each scenario meets the mutant for one of its demands. One round keeps
/// the machine busy.
@Suite(.serialized, .waiting) struct MutantTests {
  private static let folder = Repository.file("Tests/ResilienceTests/Mutants")
  private static let client = folder + "/run.py"
  /// How often what is wrong is tried again. A demand that a mutant does not break is not broken in any of them.
  private static let tries = 3
  private static let rounds = 0..<(StandardSuite.scenarios.map(\.expectations.count).max() ?? 0)

  /// Runs the suite on a client with these mutations, by scenario.
  private func reports(_ mutations: [(scenario: String, mutation: String)]) throws -> [ScenarioReport] {
    try TemporaryFolder.with { folder in
      try Files.write(mutations.map { "\($0.scenario) \($0.mutation)\n" }.joined(), to: folder + "/mutations")
      let only = mutations.map { "--only \($0.scenario)" }.joined(separator: " ")
      let result = try Shell.run(
        """
        exec 2>&1; cd '\(folder)' || exit
        env -u CI_NODE_INDEX -u CI_NODE_TOTAL -u JOB_COMPLETION_INDEX -u JOB_COMPLETIONS \
          '\(BuiltProducts.headwind)' test --deadline 5 --jobs 16 --captures captures \(only) \
          --report json=report.json -- /usr/bin/python3 '\(Self.client)' --mutations '\(folder)/mutations'
        """, minutes: 30)
      let report = try? JSONDecoder().decode(SuiteReport.self, from: Data(Files.read(folder + "/report.json")))
      return try #require(report, "status \(result.status): \(result.errors) \(result.output)").scenarios
    }
  }

  /// The demands that a client broke, and what was observed.
  private func broken(_ report: ScenarioReport) -> [(demand: String, finding: String)] {
    report.findings.filter { $0.kind != "pass" }.map { ($0.demand ?? $0.kind, $0.finding) }
  }

  /// What is wrong with the reports on a client with these mutations. What is wrong is tried again alone, because tests beside this one
  /// keep the machine busy, and a client that is starved does not do what it was made for.
  private func complaints(
    _ mutations: [(scenario: String, mutation: String)], about report: (ScenarioReport) -> String?
  ) throws -> [String] {
    func judged(
      _ mutations: [(scenario: String, mutation: String)]
    ) throws -> [(scenario: String, mutation: String, words: String)] {
      let reports = Dictionary(try self.reports(mutations).map { ($0.id, $0) }) { $1 }
      return mutations.compactMap { mutation in
        let words = reports[mutation.scenario].map(report) ?? "did not run"
        return words.map { (mutation.scenario, mutation.mutation, "\(mutation.scenario): \(mutation.mutation) \($0)") }
      }
    }
    return try judged(mutations).flatMap { wrong in
      var words = [wrong.words]
      for _ in 0..<Self.tries where !words.isEmpty {
        words = try judged([(wrong.scenario, wrong.mutation)]).map(\.words)
      }
      return words
    }
  }

  @Test func theGoodClientMeetsEveryDemand() throws {
    let complaints = try complaints(StandardSuite.scenarios.map { ($0.id, "none") }) { report in
      let broken = broken(report)
      return report.kind == "pass" && broken.isEmpty ? nil : "\(report.kind), \(broken), \(report.behaviour)"
    }
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test(arguments: rounds)
  func eachMutantBreaksItsDemandAlone(round: Int) throws {
    let scenarios = StandardSuite.scenarios.filter { $0.expectations.count > round }
    let demands = Dictionary(uniqueKeysWithValues: scenarios.map { ($0.id, $0.expectations[round].demand) })
    let mutations = scenarios.map { scenario in
      (scenario.id, Mutants.mutation(breaking: scenario.expectations[round].demand, of: scenario.id))
    }
    let complaints = try complaints(mutations) { report in
      guard let demand = demands[report.id] else { return "was not asked for" }
      let mutation = Mutants.mutation(breaking: demand, of: report.id)
      let broken = broken(report)
      guard broken.contains(where: { $0.demand == demand.words }) else {
        return "does not break '\(demand.words)': \(report.kind), \(broken), \(report.behaviour)"
      }
      let others = broken.map(\.demand).filter { $0 != demand.words && !Mutants.alsoBreaks($0, by: mutation) }
      return others.isEmpty ? nil : "breaks more than '\(demand.words)': \(broken)"
    }
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
  }

  @Test func eachMutationIsWhatTheClientKnows() throws {
    let clients = [
      "client", "http2", "http3", "proxy", "coding", "ranges", "web", "names", "auth", "retries", "uploads",
      "messages", "websocket", "events", "calls",
    ]
    let text = try clients.map { try Files.text("\(Self.folder)/\($0).py") }.joined()
    for scenario in StandardSuite.scenarios {
      for expectation in scenario.expectations {
        let mutation = Mutants.mutation(breaking: expectation.demand, of: scenario.id)
        #expect(text.contains("\"\(mutation)\""), "\(scenario.id): no client has the mutation \(mutation)")
      }
    }
  }
}
