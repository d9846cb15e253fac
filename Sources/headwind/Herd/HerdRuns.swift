import Dispatch
import Dissection
import Herd
import Synchronization
import TextOutput

/// Simulates several populations, on all cores.
struct HerdRuns {
  let plan: HerdPlan
  let conducts: [(name: String, conduct: ClientConduct)]
  let policies: [RetryPolicy]

  func report() throws -> HerdReport {
    let models = try measured() + published()
    let curves = Mutex([HerdCurves?](repeating: nil, count: models.count))
    let plan = plan
    DispatchQueue.concurrentPerform(iterations: models.count) { index in
      let result = HerdSimulation(models[index].model, plan).run()
      curves.withLock { $0[index] = result }
    }
    let results = curves.withLock { $0 }
    let rows = zip(models, results).compactMap { entry, curves in
      curves.map { HerdReport.Row(name: entry.name, words: entry.words, isMeasured: entry.isMeasured, curves: $0) }
    }
    return HerdReport(plan: plan, rows: rows)
  }

  private struct Entry {
    var name: String
    var words: String
    var isMeasured: Bool
    var model: HerdModel
  }

  private func measured() throws -> [Entry] {
    try conducts.map { name, conduct in
      do {
        let model = try HerdModel(conduct, for: plan)
        return Entry(name: name, words: conduct.client.joined(separator: " "), isMeasured: true, model: model)
      } catch {
        throw Failure("\(name): \(error)", status: ExitStatus.invalidFile)
      }
    }
  }

  /// The policies have the costs of the first client.
  private func published() throws -> [Entry] {
    let costs = conducts.first?.conduct ?? .plain
    return try policies.map { policy in
      Entry(
        name: policy.rawValue, words: policy.words, isMeasured: false, model: try HerdModel(policy, costing: costs))
    }
  }
}
