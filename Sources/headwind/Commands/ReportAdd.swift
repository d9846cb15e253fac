import ArgumentParser
import Dissection
import Resilience
import TextOutput

/// `headwind report add FOLDER FILE...`
struct ReportAdd: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add reports to a folder that keeps the history of many runs.",
    discussion: """
      Each report becomes a file whose name begins with the time of its run. Files are never changed, so many machines may write to one \
      folder or to a bucket. Packets and exchanges are left out. A report that is there already is not added again.
      """)

  @Argument(
    help: ArgumentHelp("The folder; it is made if it does not exist.", valueName: "folder"), completion: .directory)
  var folder: String
  @Argument(help: ArgumentHelp("The reports.", valueName: "report.json"), completion: .file(extensions: ["json"]))
  var files: [String]

  func run() throws {
    for file in files {
      StandardOutput.tell("\(try Self.add(try ReportCommand.report(inFile: file), to: folder))")
    }
  }

  /// Adds a report.
  /// - Returns: the path of its file.
  static func add(_ report: SuiteReport, to folder: String) throws -> String {
    do {
      return try ReportStore(folder: folder).add(report)
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }
}
