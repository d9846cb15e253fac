extension SuiteReport {
  /// One report of several, which are shares of the same suite. Of a scenario that several have, each is kept.
  public init(merging reports: [SuiteReport]) {
    let started = reports.map(\.started).min() ?? 0
    let ended = reports.map { $0.started + $0.duration }.max() ?? 0
    let scenarios = reports.flatMap(\.scenarios).enumerated().sorted {
      ($0.element.id, $0.element.turn, $0.offset) < ($1.element.id, $1.element.turn, $1.offset)
    }
    self.init(
      client: reports.first?.client ?? [], started: started, duration: ended - started, seed: reports.first?.seed ?? 0,
      isComplete: reports.allSatisfy(\.isComplete), scenarios: scenarios.map(\.element))
  }
}
