import ArgumentParser
import Dissection
import LinkConditions
import Resilience
import TextOutput

/// `headwind scenario`: checks and begins suite files.
struct ScenarioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "Check suite files, and begin your own.",
    subcommands: [Check.self, New.self, Schema.self])

  /// `headwind scenario new FILE`
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Write a suite file to start from, and its schema for editors beside it.",
      discussion: "The first line of the suite tells the YAML language server of an editor where the schema is. "
        + "Files that exist are never replaced, except for an older schema.")

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file()) var path: String

    func run() throws { try NewFile(path: path, schema: .scenario).write(Self.example) }

    static let example = """
      scenarios:
        - id: orders.no-double
          summary: the server vanishes after an order
          rationale: an order must not be placed twice
          source: RFC 9110 section 9.2.2
          ask: { method: POST, url: http://api.test/orders, body: 1 KB }
          http:
            connections:
              - [read-request, reset]
          shows: request-sent
          expect:
            - must: fail
            - must: send the request at most 1 times

      """
  }

  /// `headwind scenario schema`
  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema", abstract: "Print the JSON Schema of suite files, for editors.")

    func run() throws { try StandardOutput.show(text: PrintableText(lines: EditorSchema.scenario.text)) }
  }

  /// `headwind scenario check FILE...`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check suite files, and report every error.",
      discussion: "Exit status: 0 if all files are valid, 3 if one is not, 4 if one cannot be read.")

    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]
    @OptionGroup var color: ColorOption

    @Flag(help: "Print a line of JSON for each file.")
    var json = false

    func run() throws {
      try CheckedFile.report(files, isJSON: json, color) { path in
        let count = try ScenarioFile.scenarios(in: try ProfileChoice.contents(ofFile: path), file: path).count
        return (CheckedFile(file: path, scenarios: count), "\(count) \(count == 1 ? "scenario" : "scenarios")")
      }
    }
  }
}
