import Captures
import Dissection
import TextOutput
import Wire

/// `-d`: prints the compiled capture filter.
extension CaptureCommand {
  /// Prints the program for the link type of the given source, or for the one that `-y` names.
  func dumpProgram(_ file: String?) throws {
    let expression = try filter.expression()
    let type: LinkType
    if let file {
      let interface = try CaptureReader.open(file).interfaces.first ?? CaptureInterface(linkType: .ethernet)
      Headwind.say("reading from file \(file), \(describe(interface))")
      type = interface.linkType
    } else if let name = source.interface {
      type = try LiveCapture.open(try source.namespace.enter(for: name), options: source.options(filter: ""))
        .interfaces[0].linkType
    } else if let given = source.linkType {
      type = given
    } else {
      Headwind.say("Warning: assuming Ethernet")
      type = .ethernet
    }
    var output = StandardOutput()
    let style = CaptureFilter.Style(rawValue: min(source.dumpsProgram, 3)) ?? .assembly
    let program = try CaptureFilter.program(
      expression, linkType: type, snapshotLength: source.snapshotLength, style: style)
    try output.print("\(lines: program)")
    try output.flush()
  }
}
