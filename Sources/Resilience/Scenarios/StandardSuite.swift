internal import LinkConditions

/// The standard suite: the files of `suites/`, embedded when this module was built.
public enum StandardSuite {
  /// The scenarios in the order of the files, which are sorted by family name.
  public static let scenarios: [Scenario] = files.flatMap { file in
    (try? ScenarioFile.scenarios(in: file.bytes, file: file.name)) ?? []
  }

  /// The contents of the files.
  public static var files: [(name: String, bytes: [UInt8])] {
    ShippedSuiteFiles.all.map { ($0.name, Array($0.text.utf8)) }
  }
}
