internal import LinkConditions

/// The scenarios that every client is put through: the files of `suites/`, as they were when this was built.
public enum StandardSuite {
  /// In the order of the files, which is that of their families' names.
  public static let scenarios: [Scenario] = files.flatMap { file in
    (try? ScenarioFile.scenarios(in: file.bytes, file: file.name)) ?? []
  }

  /// The files themselves.
  public static var files: [(name: String, bytes: [UInt8])] {
    ShippedSuiteFiles.all.map { ($0.name, Array($0.text.utf8)) }
  }
}
