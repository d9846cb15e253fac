import LinkConditions
import TextOutput
import VirtualLink

/// The links of this user and the profiles that they can be switched to, as JSON.
struct LinkDesk: Sendable {
  /// What can be done to a link, in the words of its control protocol.
  static let actions: Set<String> = [
    "switch", "then", "cut", "heal", "rebind", "reset", "link-down", "link-up", "mark",
  ]

  let library: ProfileLibrary

  /// `[{"name": "shop", "answers": true, "status": {...}, "statistics": {...}}, ...]`
  func appendLinks(to text: inout TextBuffer) {
    text.append("[")
    for (place, entry) in LinkDirectory.list().enumerated() {
      text.append(place > 0 ? ",\n{\"name\":" : "{\"name\":")
      text.append(jsonString: entry.name.text)
      text.append(",\"answers\":")
      text.append(json: entry.status != nil)
      text.append(",\"status\":")
      append(entry.status, to: &text)
      let statistics = try? LinkDirectory.find(entry.name).request("statistics")
      text.append(",\"statistics\":")
      append(statistics, to: &text)
      text.append("}")
    }
    text.append("]\n")
  }

  /// The first value of each name; `next`, which can occur more than once, as a list.
  private func append(_ reply: ControlReply?, to text: inout TextBuffer) {
    guard let reply else { return text.append("null") }
    var seen: Set<String> = []
    text.append("{")
    for value in reply.values where value.name != "next" && seen.insert(value.name).inserted {
      if seen.count > 1 { text.append(",") }
      text.append(jsonString: value.name)
      text.append(":")
      text.append(jsonString: value.value)
    }
    text.append(seen.isEmpty ? "\"next\":[" : ",\"next\":[")
    for (place, value) in reply.values.filter({ $0.name == "next" }).enumerated() {
      if place > 0 { text.append(",") }
      text.append(jsonString: value.value)
    }
    text.append("]}")
  }

  /// Does something to a link.
  /// - Throws: `LinkError` if there is no such link, or if it refuses.
  func perform(_ action: String, on name: String, argument: String?) throws -> ControlReply {
    let client = try LinkDirectory.find(try LinkName(name))
    return try client.request(argument.map { "\(action) \($0)" } ?? action)
  }

  /// `[{"name": "Slow Net", "summary": ..., "downlink": {...}, "uplink": {...}}, ...]`
  func appendProfiles(to text: inout TextBuffer) {
    text.append("[")
    for (place, profile) in library.profiles.enumerated() {
      if place > 0 { text.append(",\n") }
      ProfileDesk.appendMembers(of: profile, to: &text)
      text.append("}")
    }
    text.append("]\n")
  }
}
