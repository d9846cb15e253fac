import ArgumentParser
import Captures
import Dissection

/// `headwind export`: the exchanges of a capture for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the HTTP exchanges of a capture file, a link or an interface for other programs.",
    discussion: """
      Everything streams: memory stays within --memory however long the capture is, and a live link can be exported. \
      On Ctrl-C the output is ended in good order. docs/exports.md describes the formats.
      """,
    subcommands: [ExportObjects.self, ExportHAR.self, ExportLines.self])
}
