import Exchanges
import ArgumentParser
import Captures
import Dissection

/// `headwind export har`.
struct ExportHAR: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "har", abstract: "Write an HTTP Archive 1.2 to standard output, with timings measured from packets.")

  @OptionGroup var options: ExportOptions

  func run() throws {
    try options.run(TextSink(.har, isLive: options.source.isLive), bodyLimit: 4 << 20)
  }
}
