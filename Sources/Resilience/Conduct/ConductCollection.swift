public import Herd

/// Collects what a client does in the runs of `ConductScenarios`.
public struct ConductCollection {
  private var courses: [ServiceState: [Course]] = [:]
  private var later: [Course] = []

  /// A collection without runs.
  public init() {}

  /// Takes the result of a run.
  /// - Throws: `RunnerError` if the run shows nothing of the client's conduct, and why.
  public mutating func add(_ result: ScenarioResult) throws(RunnerError) {
    guard let purpose = ConductScenarios.purpose(of: result.scenario.id) else { return }
    guard let outcome = result.outcome else {
      // Only clients that are told by variables what to do can be asked for two uses.
      if purpose == .later { return }
      throw RunnerError("\(result.scenario.id): \(result.verdicts.map(\.finding).joined(separator: "; "))")
    }
    let isWell = outcome.status == 0 && !outcome.wasEnded
    switch purpose {
    case .later:
      // The second use was asked for after a second. What comes before belongs to the first one.
      guard isWell, let course = try CourseReader.course(of: result, since: 0.5) else { return }
      later.append(course)
    case .state(let state):
      guard let course = try CourseReader.course(of: result) else {
        throw RunnerError(
          "\(result.scenario.id): the client put nothing on the wire; it \(outcome.endWords): \(outcome.output)")
      }
      if state == .healthy, !isWell {
        throw RunnerError(
          "the client failed although the service answered at once: it \(outcome.endWords): \(outcome.output)")
      }
      courses[state, default: []].append(course)
    }
  }

  /// The conduct of the client.
  public func conduct(client: [String], deadline: Int) -> ClientConduct {
    ClientConduct(client: client, deadline: deadline, courses: courses, later: later)
  }
}
