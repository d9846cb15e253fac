internal import LinkConditions

/// The standard suite: the files of `suites/`, embedded when this module was built.
public enum StandardSuite {
  /// The scenarios in the order of the files, which are sorted by family name.
  public static var scenarios: [Scenario] { entries.map(\.scenario) }

  /// The scenarios, each with its reference and its place.
  public static let entries: [SuiteEntry] = files.flatMap(entries(of:))

  /// The scenario with an id, or nil if there is none. Reads the file of its family first, and no more than it takes: each link of a run
  /// needs one scenario.
  public static func scenario(_ id: String) -> Scenario? {
    let family = id.prefix { $0 != "." } + ".yaml"
    let files = ShippedSuiteFiles.all
    let inOrder = files.filter { $0.name == family } + files.filter { $0.name != family }
    return inOrder.lazy.map(contents).flatMap(entries(of:)).first { $0.scenario.id == id }?.scenario
  }

  private static func entries(of file: (name: String, bytes: [UInt8])) -> [SuiteEntry] {
    ((try? ScenarioFile.located(in: file.bytes, file: file.name)) ?? []).map { scenario, line in
      SuiteEntry(
        scenario, ScenarioReference(id: scenario.id),
        place: ScenarioPlace(file: "suites/\(file.name)", line: line, isStandard: true))
    }
  }

  /// The contents of the files.
  public static var files: [(name: String, bytes: [UInt8])] {
    ShippedSuiteFiles.all.map(contents)
  }

  private static func contents(of file: (name: String, text: String)) -> (name: String, bytes: [UInt8]) {
    (file.name, Array(file.text.utf8))
  }
}
