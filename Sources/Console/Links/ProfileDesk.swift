import LinkConditions
import TextOutput

/// Profiles and clauses of timelines as JSON, those of the library and those that somebody is typing.
enum ProfileDesk {
  /// `{"name": "Slow Net", "summary": ..., "downlink": {...}, "uplink": {...}, "yaml": ...}`, without the brace at the end.
  static func appendMembers(of profile: Profile, to text: inout TextBuffer) {
    text.append("{\"name\":")
    text.append(jsonString: profile.name)
    text.append(",\"summary\":")
    text.append(jsonString: profile.summary)
    for (name, conditions) in [("downlink", profile.downlink), ("uplink", profile.uplink)] {
      text.append(",\"\(name)\":{\"words\":")
      text.append(jsonString: ProfileText.brief(conditions))
      text.append(",\"bandwidth\":")
      text.append(json: conditions.bandwidth.map { Int64(clamping: $0.bitsPerSecond) })
      text.append(",\"delay\":")
      text.append(nanoseconds: Int64(clamping: conditions.delay.nanoseconds))
      text.append(",\"jitter\":")
      text.append(nanoseconds: Int64(clamping: conditions.jitter.nanoseconds))
      text.append("}")
    }
    text.append(",\"yaml\":")
    text.append(jsonString: ProfileText.yaml(of: profile))
  }

  /// Reads a profile file that is being typed: the profile, and how it is written on one line, or what is wrong with it.
  static func appendCheck(yaml: String, to text: inout TextBuffer) {
    do {
      let profile = try ProfileFile.profile(in: Array(yaml.utf8), file: "profile")
      appendMembers(of: profile, to: &text)
      text.append(",\"inline\":")
      text.append(jsonString: inline(profile))
      text.append(",\"problems\":[]}\n")
    } catch {
      text.append("{\"problems\":[")
      for (place, problem) in error.problems.enumerated() {
        text.append(place > 0 ? ",{\"line\":" : "{\"line\":")
        text.append(json: problem.line)
        text.append(",\"column\":")
        text.append(json: problem.column)
        text.append(",\"message\":")
        text.append(jsonString: problem.message)
        text.append("}")
      }
      text.append("]}\n")
    }
  }

  /// Reads a clause of a timeline that is being typed.
  static func appendCheck(clause: String, _ library: ProfileLibrary, to text: inout TextBuffer) {
    text.append("{\"problems\":[")
    if let (column, message) = problem(of: clause, library) {
      text.append("{\"line\":1,\"column\":")
      text.append(json: column)
      text.append(",\"message\":")
      text.append(jsonString: message)
      text.append("}")
    }
    text.append("]}\n")
  }

  private static func problem(of text: String, _ library: ProfileLibrary) -> (column: Int, message: String)? {
    do throws(TimelineClause.Problem) {
      let clause = try TimelineClause(parsing: text)
      guard clause.event == nil, !clause.profileName.hasPrefix("{") else { return nil }
      do throws(ProfileLibrary.UnknownName) {
        _ = try library.profile(named: clause.profileName)
        return nil
      } catch {
        let nearest = error.nearest.map { "; did you mean '\($0)'?" } ?? ""
        return (1, "there is no profile '\(clause.profileName)'\(nearest)")
      }
    } catch {
      return (error.column, error.message)
    }
  }

  /// A profile in braces on one line, as the control protocol takes it. Its name comes along.
  private static func inline(_ profile: Profile) -> String {
    var name = TextBuffer(capacity: 64)
    name.append(jsonString: profile.name)
    var parts = ["name: " + name.withBytes { String(text: $0) }]
    var selections: [Substring] = []
    for line in ProfileText.yaml(of: profile).split(separator: "\n") {
      if line.hasPrefix("  - ") {
        selections.append(line.dropFirst(4))
      } else if ["downlink:", "uplink:", "dns:"].contains(where: line.hasPrefix) {
        parts.append(String(line))
      }
    }
    if !selections.isEmpty { parts.append("select: [\(selections.joined(separator: ", "))]") }
    return "{ \(parts.joined(separator: ", ")) }"
  }
}
