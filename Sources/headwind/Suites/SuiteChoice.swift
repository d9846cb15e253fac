import Dissection
import LinkConditions
import Resilience
import TextOutput

/// Finds scenarios in the standard suite and in suite files.
enum SuiteChoice {
  /// The scenarios of the standard suite, or of the files in order.
  static func entries(files: [String]) throws -> [SuiteEntry] {
    guard !files.isEmpty else {
      return StandardSuite.scenarios.map { SuiteEntry($0, ScenarioReference(id: $0.id)) }
    }
    var entries: [SuiteEntry] = []
    for file in files {
      for scenario in try scenarios(inFile: file) {
        guard !entries.contains(where: { $0.scenario.id == scenario.id }) else {
          throw Failure(
            "\(file): the scenario \(scenario.id) is already in an earlier file", remedy: "give one of them another id",
            status: ExitStatus.invalidFile)
        }
        entries.append(SuiteEntry(scenario, ScenarioReference(file: file, id: scenario.id)))
      }
    }
    return entries
  }

  /// The scenario of a reference.
  static func scenario(_ reference: ScenarioReference) throws -> Scenario {
    let scenarios = try reference.file.map { try self.scenarios(inFile: $0) } ?? StandardSuite.scenarios
    if let scenario = scenarios.first(where: { $0.id == reference.id }) { return scenario }
    throw Failure(
      "there is no scenario '\(reference)'",
      remedy: "'headwind test --list' lists all scenarios; for a scenario in a file, write FILE#ID",
      status: ExitStatus.usage)
  }

  static func scenarios(inFile path: String) throws -> [Scenario] {
    let bytes = try ProfileChoice.contents(ofFile: path)
    do {
      return try ScenarioFile.scenarios(in: bytes, file: path, files: ProfileChoice.companions(of: path))
    } catch {
      throw Failure(
        error.lines.map { PrintableText(escaping: $0) }.joined(separator: "\nheadwind: "),
        status: ExitStatus.invalidFile)
    }
  }
}
