import ArgumentParser
import Captures
import Dissection

/// `headwind export`: exports the exchanges of a capture for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export the HTTP exchanges of a capture file, a link or an interface for other programs.",
    discussion: """
      Exports are streamed: memory use stays within --memory for captures of any length, and a live link can be exported. \
      Ctrl-C completes the output. docs/exports.md describes the formats.
      """,
    subcommands: [ExportObjects.self, ExportHAR.self, ExportLines.self])
}
