import ArgumentParser
import Dissection
import TextOutput
import VirtualLink

/// `headwind doctor`: checks what this machine supports.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check what this machine supports, item by item, and say how to fix what is missing.",
    discussion: "Exit status: 0 if links can be created here, else 4.")

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var color: ColorOption

  func run() throws {
    let report = MachineReport.make()
    if json {
      StandardOutput.tell(try JSONText.text(of: report))
    } else {
      for line in Self.table(report).lines(width: Console.width, color.paint) { StandardOutput.tell(line) }
      let conclusion: PrintableText = report.engine.map { "Links use the \($0)." } ?? "Links cannot be created here."
      TextTable.folded(conclusion, to: Console.width).forEach(StandardOutput.tell(_:))
    }
    if !report.canMakeLinks { throw ExitStatus.environment }
  }

  static func table(_ report: MachineReport) -> TextTable {
    var table = TextTable(
      [.init(title: ""), .init(title: ""), .init(title: "", wraps: true)], hasTitles: false)
    for item in report.items {
      table.add([.init(item.state.rawValue, meaning(item.state)), .init(item.name), .init(item.found)])
      if let remedy = item.remedy { table.add([.init(""), .init(""), .init("-> \(remedy)")]) }
    }
    return table
  }

  private static func meaning(_ state: MachineReport.Item.State) -> Paint.Meaning {
    switch state {
    case .ok: .good
    case .limited: .doubtful
    case .missing: .bad
    }
  }
}
