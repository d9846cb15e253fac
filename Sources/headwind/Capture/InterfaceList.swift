import Captures

/// What `-D` prints.
enum InterfaceList {
  static func print() throws {
    var output = StandardOutput()
    for (index, interface) in try LiveInterface.all().enumerated() {
      let summary = interface.summary.map { " (\($0))" } ?? ""
      let states = interface.states.isEmpty ? "none" : interface.states.joined(separator: ", ")
      try output.print("\(index + 1).\(interface.name)\(summary) [\(states)]\n")
    }
    try output.flush()
  }
}
