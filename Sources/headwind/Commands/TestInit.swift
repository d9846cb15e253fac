import ArgumentParser
import Dissection
import FoundationEssentials
import Glibc
import LinkConditions
import Resilience
import TextOutput

/// `headwind test init`: writes a template of a client in a language, which follows the contract.
struct TestInit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-init", abstract: "Write an adapter for your own HTTP client, from a template.",
    usage: "headwind test init --language LANGUAGE [DIRECTORY]",
    discussion: "Files that exist are never replaced.", shouldDisplay: false)

  @Option(help: ArgumentHelp("The language: python, node, go ...", valueName: "name"))
  var language: String?

  @Argument(help: ArgumentHelp("The directory to write to.", valueName: "directory"))
  var directory = "."

  /// A file of a template that is printed instead of copied: how to run what was written.
  private static let next = "NEXT"

  /// The words of the command line, with `test init` replaced by the name of this command. `test` takes suite files, so it cannot
  /// have subcommands of its own.
  static func words(_ words: [String]) -> [String] {
    guard words.starts(with: [TestCommand.configuration.commandName ?? "", "init"]) else { return words }
    return [configuration.commandName ?? ""] + words.dropFirst(2)
  }

  func run() throws {
    let templates = try AdapterOptions.folder().path + "/templates"
    let languages = ((try? FileManager.default.contentsOfDirectory(atPath: templates)) ?? []).sorted()
    let remedy: PrintableText = "choose one of \(languages.joined(separator: ", ")) with --language"
    guard let language = language?.lowercased() else {
      throw Failure("the language of the template is missing", remedy: remedy, status: ExitStatus.usage)
    }
    guard languages.contains(language) else {
      let nearest: PrintableText = Nearest.to(language, among: languages).map { "did you mean '\($0)'? " } ?? ""
      throw Failure("there is no template for '\(language)'", remedy: nearest + remedy, status: ExitStatus.usage)
    }
    try write(from: "\(templates)/\(language)")
  }

  private func write(from template: String) throws {
    let names = try contents(template).filter { $0 != Self.next }
    // Nothing is written if only a part could be.
    if let taken = names.first(where: { access("\(directory)/\($0)", F_OK) == 0 }) {
      throw Failure(
        "\(directory)/\(taken) exists and is not replaced",
        remedy: "give another directory: headwind test init --language NAME DIRECTORY",
        status: ExitStatus.environment)
    }
    do {
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      for name in names {
        try Data(contentsOf: URL(filePath: "\(template)/\(name)"))
          .write(to: URL(filePath: "\(directory)/\(name)"), options: .withoutOverwriting)
        StandardOutput.tell("wrote \(directory == "." ? name : "\(directory)/\(name)")")
      }
    } catch {
      throw Failure("cannot write to the directory \(directory): \(error)", status: ExitStatus.environment)
    }
    if let next = try? String(contentsOf: URL(filePath: "\(template)/\(Self.next)"), encoding: .utf8) {
      if directory != "." { StandardOutput.tell("next, in \(directory):") } else { StandardOutput.tell("next:") }
      for line in next.split(separator: "\n") { StandardOutput.tell("  \(String(line))") }
    }
  }

  /// The names of a template's files. Interpreters leave folders beside them, such as `__pycache__`.
  private func contents(_ folder: String) throws -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
        var isDirectory = false
        return FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isDirectory) && !isDirectory
      }
    } catch {
      throw Failure("cannot read the template \(folder): \(error)", status: ExitStatus.environment)
    }
  }
}
