import ArgumentParser
import Labs
import LinkConditions
import TextOutput

/// `headwind lab`: checks and begins lab files.
struct LabCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab", abstract: "Check lab files, and begin your own. 'headwind up' runs them.",
    subcommands: [Check.self, New.self, Schema.self])

  /// `headwind lab new FILE`
  struct New: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "new", abstract: "Write a lab file to start from, and its schema for editors beside it.")

    @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file()) var path = "lab.yaml"

    func run() throws { try NewFile(path: path, schema: .lab).write(Self.example) }

    static let example = """
      hosts:
        server:
          command: python3 -m http.server 8080
          ready: { port: 8080 }
          daemon: true
        client:
          command: curl -sS http://server:8080/
          network: home
          depends_on: [server]
      networks:
        home: { profile: DSL }

      """
  }

  /// `headwind lab schema`
  struct Schema: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema", abstract: "Print the JSON Schema of lab files, for editors.")

    func run() throws { try StandardOutput.show(text: PrintableText(lines: EditorSchema.lab.text)) }
  }

  /// `headwind lab check FILE...`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check lab files, and report every error.",
      discussion: "Exit status: 0 if all files are valid, 3 if one is not, 4 if one cannot be read.")

    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file(extensions: ["yaml", "yml"]))
    var files: [String]
    @OptionGroup var profiles: ProfileOptions
    @OptionGroup var color: ColorOption

    @Flag(help: "Print a line of JSON for each file.")
    var json = false

    func run() throws {
      try CheckedFile.report(files, isJSON: json, color) { path in
        let count = try LabChoice(path, profiles).lab.hosts.count
        return (CheckedFile(file: path, hosts: count), "\(count) \(count == 1 ? "host" : "hosts")")
      }
    }
  }
}
