import Captures
import TextOutput
import VirtualLink

/// Prints the lists of `-D`, `-L` and `-J`.
enum InterfaceList {
  /// Prints the interfaces as tcpdump lists them, and then the links with their profiles.
  static func print(links: Bool) throws {
    var output = StandardOutput()
    let interfaces = try LiveInterface.all()
    for (index, interface) in interfaces.enumerated() {
      let summary = interface.summary.map { " (\($0))" } ?? ""
      let states = interface.states.isEmpty ? "" : " [\(interface.states.joined(separator: ", "))]"
      try output.print("\(index + 1).\(interface.name)\(summary)\(states)\n")
    }
    for (index, link) in (links ? LinkDirectory.list() : []).enumerated() {
      let profile = link.status?["profile"].map { ": \($0)" } ?? ""
      let state = link.status?["state"] ?? "no answer"
      try output.print("\(interfaces.count + index + 1).\(link.name) (Headwind link\(profile)) [\(state)]\n")
    }
    try output.flush()
  }

  /// The same as JSON, an object for each.
  static func printJSON(links: Bool) throws {
    struct Row: Encodable {
      var number: Int
      var name: String
      var kind: String
      var summary: String?
      var states: [String]
      var profile: String?
    }
    let interfaces = try LiveInterface.all()
    let rows =
      interfaces.enumerated().map { index, interface in
        Row(
          number: index + 1, name: interface.name, kind: "interface", summary: interface.summary,
          states: interface.states)
      }
      + (links ? LinkDirectory.list() : []).enumerated().map { index, link in
        Row(
          number: interfaces.count + index + 1, name: link.name.text, kind: "link",
          states: [link.status?["state"] ?? "no answer"], profile: link.status?["profile"])
      }
    try StandardOutput.show(try JSONText.lines(of: rows))
  }

  /// The name of the entry with this number in the list; nil if there is none.
  static func name(numbered number: Int) throws -> String? {
    let names = try LiveInterface.all().map(\.name) + LinkDirectory.list().map(\.name.text)
    return names.indices.contains(number - 1) ? names[number - 1] : nil
  }

  static func printLinkTypes(_ name: String) throws {
    var output = StandardOutput()
    try output.print("Data link types for \(name) (use option -y to set):\n")
    for type in try LiveInterface.linkTypes(of: name) {
      try output.print("  \(type.nameAndDescription)\n")
    }
    try output.flush()
  }

  static func printTimeStampTypes(_ name: String) throws {
    var output = StandardOutput()
    let types = try LiveInterface.timeStampTypes(of: name)
    try output.print(
      types.isEmpty
        ? "Time stamp type cannot be set for \(name)\n" : "Time stamp types for \(name) (use option -j to set):\n")
    for type in types {
      try output.print("  \(type.name) (\(type.summary))\n")
    }
    try output.flush()
  }
}
