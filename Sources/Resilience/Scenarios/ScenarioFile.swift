public import LinkConditions
internal import YAML

/// Reads suite files: YAML with any number of scenarios.
public enum ScenarioFile {
  static let keys = ["suite", "scenarios"]

  /// Reads a suite.
  /// - Parameters:
  ///   - bytes: the contents of the file; untrusted.
  ///   - file: its name, for errors.
  ///   - files: the files that it names.
  /// - Throws: all errors in the file, with lines and columns.
  public static func scenarios(
    in bytes: [UInt8], file: String, files: CompanionFiles = .none
  ) throws(ProfileFileError) -> [Scenario] {
    try located(in: bytes, file: file, files: files).map(\.scenario)
  }

  /// Reads a suite as `scenarios` does, each scenario with the line at which it begins, from 1.
  public static func located(
    in bytes: [UInt8], file: String, files: CompanionFiles = .none
  ) throws(ProfileFileError) -> [(scenario: Scenario, line: Int)] {
    let problems = ProblemCollector()
    let scenarios =
      YAMLDocument.root(of: bytes, kind: "scenario", reportingTo: problems).map { read($0, problems, files) } ?? []
    guard problems.problems.isEmpty else { throw ProfileFileError(file: file, problems: problems.inOrder) }
    return scenarios
  }

  private static func read(
    _ root: YAMLNode, _ problems: ProblemCollector, _ files: CompanionFiles
  ) -> [(scenario: Scenario, line: Int)] {
    let shape = "'scenarios:' with a list of scenarios"
    guard let reader = MappingReader(root, path: "", keys: keys, shape: shape, problems: problems) else { return [] }
    guard let node = reader["scenarios"], case .sequence(let nodes) = node, !nodes.isEmpty else {
      problems.report("scenarios: missing; write \(shape)", at: reader["scenarios"] ?? root)
      return []
    }
    var scenarios: [(scenario: Scenario, line: Int)] = []
    for (index, node) in nodes.enumerated() {
      let reader = ScenarioReader(node, path: "scenarios[\(index + 1)]", problems: problems, files: files)
      guard let scenario = reader?.scenario() else { continue }
      if scenarios.contains(where: { $0.scenario.id == scenario.id }) {
        problems.report("\(scenario.id): another scenario in this file has the same id", at: node)
      }
      scenarios.append((scenario, node.mark.line))
    }
    return scenarios
  }
}
