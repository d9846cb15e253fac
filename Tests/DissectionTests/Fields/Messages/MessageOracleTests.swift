import Dissection
import TestSupport
import Testing
import Wire

@Suite("Fields of messages agree with tshark")
struct MessageOracleTests {
  private static let prefixes = [
    "http", "json", "tls", "websocket", "data", "media", "urlencoded-form", "tcp.segment", "tcp.reassembled",
    "frame.protocols",
  ]

  /// Where we differ on purpose: the field, the packets of the capture, and why.
  private static let intended: [String: Set<String>] = [
    "http": [
      // The response to the request whose body is not there yet, and responses to three requests in one packet: tshark takes
      // a response to be for the newest request, we take it to be for the one that waits longest (RFC 9112 section 9.3.2).
      "http.response_for.uri", "http.request_number", "http.response_number", "http.prev_response_in",
      "http.prev_request_in", "http.request_in", "http.time", "http.response_in", "http.next_request_in",
      "http.next_response_in",
      // If a document breaks off, everything before that point is shown.
      "json.object", "json.member", "json.key", "json.value.string", "json.value.number", "json.value.true",
      "json.path",
      "json.path_with_value", "json.member_with_value",
    ],
    // Certificates are not opened.
    "tls": ["frame.protocols"],
    "websocket": [],
  ]

  /// How many packets may differ in a field that is in the list: those of the exchanges that it speaks of.
  private static let mostIntended = 8

  @Test("of every packet, value by value", arguments: MessageCaptures.names)
  func values(_ name: String) throws {
    try compare(MessageCaptures.path(name), name, [])
  }

  @Test("of every packet, of a file that is read twice", arguments: MessageCaptures.names)
  func twice(_ name: String) throws {
    try compare(MessageCaptures.path(name), name, ["-2"])
  }

  @Test("of every packet, where packets come late or twice", arguments: MessageCaptures.names)
  func disturbed(_ name: String) throws {
    let (header, packets) = try MessageCaptures.records(name)
    try TemporaryFolder.with { directory in
      let path = directory + "/disturbed.pcap"
      try MessageCaptures.write(header, MessageCaptures.disturbed(packets), to: path)
      let messages = [
        "http.request.uri", "http.response.code", "http.file_data", "tls.handshake.type", "websocket.payload.text",
      ]
      .compactMap { FieldTable.field(named: $0)?.id }
      let values = { (path: String) in
        try messages.map { field in try CaptureFile.columns(path, [field]).filter { !$0.isEmpty }.joined(separator: ",")
        }
      }
      #expect(try values(path) == values(MessageCaptures.path(name)))
    }
  }

  private func compare(_ path: String, _ name: String, _ options: [String]) throws {
    // tshark's second pass changes more than what names later packets: it dissects the early ones with what it knew at the end.
    let fields = FieldTable.fields.filter { field in
      guard !Wireshark.newerFields.contains(field.name) else { return false }
      return options.isEmpty
        ? field.type != .protocol && !CaptureHindsight.fields.contains(field.id)
          && Self.prefixes.contains { field.name.hasPrefix($0) }
        : CaptureHindsight.fields.contains(field.id)
    }
    let ours = try CaptureFile.columns(path, fields.map(\.id), twice: !options.isEmpty).map(Self.columns)
    let arguments =
      options + ["-o", "tcp.reassemble_out_of_order:TRUE", "-T", "fields"] + fields.flatMap { ["-e", $0.name] }
    let theirs = try Wireshark.read(path, arguments).map { Self.columns(String($0)) }
    #expect(ours.count == theirs.count && ours.count > 20, "\(path)")
    var differences: [String: [String]] = [:]
    for (row, (own, other)) in zip(ours, theirs).enumerated() {
      try #require(own.count == other.count, "packet \(row + 1)")
      for (column, field) in fields.enumerated() where own[column] != other[column] {
        differences[field.name, default: []].append(
          "packet \(row + 1): \(own[column].prefix(120)) instead of \(other[column].prefix(120))")
      }
    }
    for (field, found) in differences {
      let isIntended = Self.intended[name]?.contains(field) == true && found.count <= Self.mostIntended
      #expect(isIntended, "\(name): \(field) (\(found.count) times), \(found[0])")
    }
  }

  private static func columns(_ line: String) -> [Substring] {
    line.split(separator: "\t", omittingEmptySubsequences: false)
  }
}
