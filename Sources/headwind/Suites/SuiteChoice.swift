import Dissection
import LinkConditions
import Resilience
import Synchronization
import TextOutput

/// Finds scenarios in the standard suite and in suite files.
enum SuiteChoice {
  /// The scenarios of the standard suite, or of the files in order.
  static func entries(files: [String]) throws -> [SuiteEntry] {
    try suite(files: files).entries
  }

  /// The scenarios of the standard suite, or of the files in order, and a digest of all that they were read from.
  static func suite(files: [String]) throws -> (entries: [SuiteEntry], digest: String) {
    guard !files.isEmpty else {
      return (StandardSuite.entries, SuiteOutline.digest(of: StandardSuite.files.map(\.bytes)))
    }
    let sources = ReadSources()
    var entries: [SuiteEntry] = []
    for file in files {
      for (scenario, line) in try located(inFile: file, sources) {
        guard !entries.contains(where: { $0.scenario.id == scenario.id }) else {
          throw Failure(
            "\(file): the scenario \(scenario.id) is already in an earlier file", remedy: "give one of them another id",
            status: ExitStatus.invalidFile)
        }
        let reference = ScenarioReference(file: file, id: scenario.id)
        entries.append(SuiteEntry(scenario, reference, place: ScenarioPlace(file: file, line: line)))
      }
    }
    return (entries, SuiteOutline.digest(of: sources.all))
  }

  /// The scenario of a reference.
  static func scenario(_ reference: ScenarioReference) throws -> Scenario {
    let scenario =
      if let file = reference.file {
        try located(inFile: file, ReadSources()).map(\.scenario).first { $0.id == reference.id }
      } else {
        StandardSuite.scenario(reference.id)
      }
    if let scenario { return scenario }
    throw Failure(
      "there is no scenario '\(reference)'",
      remedy: "'headwind test --list' lists all scenarios; for a scenario in a file, write FILE#ID",
      status: ExitStatus.usage)
  }

  private static func located(
    inFile path: String, _ sources: ReadSources
  ) throws -> [(scenario: Scenario, line: Int)] {
    let bytes = try ProfileChoice.contents(ofFile: path)
    sources.add(bytes)
    let companions = ProfileChoice.companions(of: path)
    let files = CompanionFiles { name throws(CompanionFiles.Failure) in
      let bytes = try companions.bytes(of: name)
      sources.add(bytes)
      return bytes
    }
    do {
      return try ScenarioFile.located(in: bytes, file: path, files: files)
    } catch {
      throw Failure(
        error.lines.map { PrintableText(escaping: $0) }.joined(separator: "\nheadwind: "),
        status: ExitStatus.invalidFile)
    }
  }
}

/// What was read of suite files and of the files that they name, in order.
private final class ReadSources: Sendable {
  private let contents = Mutex<[[UInt8]]>([])

  var all: [[UInt8]] { contents.withLock { $0 } }

  func add(_ bytes: [UInt8]) {
    contents.withLock { $0.append(bytes) }
  }
}
