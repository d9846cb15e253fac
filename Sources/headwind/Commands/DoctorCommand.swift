import ArgumentParser
import FoundationEssentials
import VirtualLink

/// `headwind doctor`: what this machine can do.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says what this machine can do, item by item, and what to do about what it cannot.",
    discussion: "Ends with 0 if links can be made here, else with 4.")

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    let report = MachineReport.make()
    if json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(report), as: UTF8.self))
    } else {
      show(report)
    }
    if !report.canMakeLinks { throw ExitStatus.environment }
  }

  private func show(_ report: MachineReport) {
    let width = report.items.map(\.name.count).max() ?? 0
    for item in report.items {
      print("\(pad(item.state.rawValue, 7))  \(pad(item.name, width))  \(item.found)")
      if let remedy = item.remedy { print("\(pad("", 7))  \(pad("", width))  -> \(remedy)") }
    }
    print(report.engine.map { "Links get the \($0)." } ?? "No links can be made here.")
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
