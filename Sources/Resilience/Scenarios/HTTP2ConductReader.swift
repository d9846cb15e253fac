internal import FarSide
internal import HTTP2
internal import LinkConditions
internal import YAML

/// Reads how a server keeps to HTTP/2, besides its steps.
struct HTTP2ConductReader {
  static let keys = ["settings", "acknowledge-settings", "answer-pings", "open-windows"]

  /// The settings by their names in RFC 9113 section 6.5.2, in lower-case letters.
  private static let settings: [(name: String, identifier: HTTP2Setting.Identifier)] = [
    ("header-table-size", .headerTableSize), ("max-concurrent-streams", .maxConcurrentStreams),
    ("initial-window-size", .initialWindowSize), ("max-frame-size", .maxFrameSize),
    ("max-header-list-size", .maxHeaderListSize), ("enable-connect-protocol", .enableConnectProtocol),
  ]

  let reader: MappingReader
  private var problems: ProblemCollector { reader.problems }

  func script(_ acts: ServerScript.Acts) -> HTTP2Script {
    HTTP2Script(
      acts: acts, settings: reader["settings"].map(settings) ?? [],
      acknowledgesSettings: reader.flag("acknowledge-settings") ?? true,
      answersPings: reader.flag("answer-pings") ?? true,
      opensWindows: reader.flag("open-windows") ?? true)
  }

  private func settings(_ node: YAMLNode) -> [HTTP2Setting] {
    let shape = "settings such as '{ max-concurrent-streams: 1 }'"
    guard
      let own = MappingReader(
        node, path: reader.place("settings"), keys: Self.settings.map(\.name), shape: shape, problems: problems)
    else { return [] }
    return Self.settings.compactMap { name, identifier in
      guard let node = own[name], let text = own.text(name) else { return nil }
      if let value = UInt32(text) { return HTTP2Setting(identifier, value) }
      problems.report("\(own.place(name)): '\(text.shortened)' is not a number from 0 to \(UInt32.max)", at: node)
      return nil
    }
  }
}
