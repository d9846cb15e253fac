import ArgumentParser
import Dissection
import Glibc
import TextOutput
import VirtualLink

/// `headwind doctor`: checks what this machine supports.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check what this machine supports, item by item, and say how to fix what is missing.",
    discussion: """
      --fix prints commands that give this machine what it lacks, for a shell of root, and runs nothing. With --yes, it \
      runs them, as root.

      Exit status: 0 if links can be created here, else 4. With --fix --yes: 0 if all commands succeeded, else 4.
      """)

  @Flag(help: "Print a line of JSON; with --fix, a line for each command.")
  var json = false

  @Flag(help: "Print the commands that fix what is missing, as far as commands can.")
  var fix = false

  @Flag(help: "With --fix: run these commands. This needs root.")
  var yes = false

  @OptionGroup var color: ColorOption

  func validate() throws {
    guard fix || !yes else { throw ValidationError("--yes needs --fix.") }
    guard !json || !yes else { throw ValidationError("--json prints the commands, so it excludes --yes.") }
  }

  func run() throws {
    if yes, geteuid() != 0 {
      throw Failure(
        "--yes needs root", remedy: "sudo headwind doctor --fix --yes, or --fix alone to see the commands",
        status: ExitStatus.environment)
    }
    let report = MachineReport.make()
    if fix { return try mend(report) }
    if json {
      StandardOutput.tell(try JSONText.line(of: report))
    } else {
      for line in Self.table(report).lines(width: Console.width, color.paint) { StandardOutput.tell(line) }
      let conclusion: PrintableText = report.engine.map { "Links use the \($0)." } ?? "Links cannot be created here."
      TextTable.folded(conclusion, to: Console.width).forEach(StandardOutput.tell(_:))
    }
    if !report.canMakeLinks { throw ExitStatus.environment }
  }

  private func mend(_ report: MachineReport) throws {
    let fixes = report.fixes
    if json {
      try JSONText.lines(of: fixes).forEach(StandardOutput.tell(_:))
    } else {
      if fixes.isEmpty { StandardOutput.tell("# No command improves this machine; see 'headwind doctor'.") }
      for fix in fixes {
        StandardOutput.tell("# \(fix.purpose)")
        StandardOutput.tell("\(fix.command)")
        if yes, system(fix.command) != 0 {
          throw Failure("this command failed: \(fix.command)", status: ExitStatus.environment)
        }
      }
    }
    if !yes, !report.canMakeLinks { throw ExitStatus.environment }
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
