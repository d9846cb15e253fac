import TextOutput
import VirtualLink

/// What `headwind extcap` tells Wireshark: sentences of a word and of values in braces, a line each.
enum ExtcapSentences {
  /// What the names of links have before them as interfaces.
  static let prefix = "headwind-"

  static func interfaces(_ links: [LinkDirectory.Entry]) -> PrintableText {
    let lines = links.map { link in
      let state = link.status.map { $0["profile"] ?? "up" } ?? "does not answer"
      return sentence("interface", [("value", prefix + link.name.text), ("display", "Headwind: \(state)")])
    }
    return text([sentence("extcap", [("version", Headwind.version), ("display", "Headwind")])] + lines)
  }

  /// Ethernet, as LINKTYPE_ETHERNET.
  static let linkType = text([
    sentence("dlt", [("number", "1"), ("name", "EN10MB"), ("display", "Ethernet")])
  ])

  static func options(profiles: [String]) -> PrintableText {
    let profile = sentence(
      "arg",
      [
        ("number", "0"), ("call", "--profile"), ("display", "Switch the link to"), ("type", "selector"),
        ("tooltip", "The profile stays in force when the capture has ended"), ("group", "Link"),
      ])
    let keys = sentence(
      "arg",
      [
        ("number", "1"), ("call", "--strip-keys"), ("display", "Leave out the secrets of TLS"), ("type", "boolflag"),
        ("default", "false"),
        ("tooltip", "With the secrets, Wireshark decrypts, and so does whoever gets the file"),
        ("group", "Link"),
      ])
    let unchanged = sentence("value", [("arg", "0"), ("value", ""), ("display", "(as it is)"), ("default", "true")])
    return text(
      [profile, keys, unchanged]
        + profiles.map { sentence("value", [("arg", "0"), ("value", $0), ("display", $0), ("default", "false")]) })
  }

  /// Braces and line breaks have no escape.
  private static func sentence(_ word: String, _ values: [(name: String, value: String)]) -> String {
    word + " "
      + values.map { value in
        "{\(value.name)=\(String(value.value.map { "{}".contains($0) || $0.isNewline ? " " : $0 }))}"
      }.joined()
  }

  private static func text(_ lines: [String]) -> PrintableText { "\(lines: lines.map { $0 + "\n" }.joined())" }
}
