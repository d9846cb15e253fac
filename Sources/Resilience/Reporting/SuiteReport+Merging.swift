extension SuiteReport {
  /// Merges several reports: shards of the same suite, or the results of several clients. All results of a scenario
  /// are kept, labelled with the client's command if the commands differ.
  public init(merging reports: [SuiteReport]) {
    let started = reports.map(\.started).min() ?? 0
    let ended = reports.map { $0.started + $0.duration }.max() ?? 0
    let isOfOne = Set(reports.map(\.client)).count < 2
    let scenarios = reports.flatMap { isOfOne ? $0.scenarios : $0.labelled }.enumerated().sorted {
      ($0.element.id, $0.element.turn, $0.offset) < ($1.element.id, $1.element.turn, $1.offset)
    }
    self.init(
      client: isOfOne ? reports.first?.client ?? [] : [], started: started, duration: ended - started,
      seed: reports.first?.seed ?? 0,
      isComplete: reports.allSatisfy(\.isComplete), scenarios: scenarios.map(\.element))
  }

  private var labelled: [ScenarioReport] {
    scenarios.map { scenario in
      var scenario = scenario
      scenario.label = scenario.label ?? client.joined(separator: " ")
      return scenario
    }
  }
}
