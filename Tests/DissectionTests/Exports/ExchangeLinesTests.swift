import Dissection
import Exchanges
import TestSupport
import Testing
import Wire

@Suite struct ExchangeLinesTests {
  static let lines = OddExchanges.export(.jsonLines, OddExchanges.packets)

  func value(_ path: String, _ filter: String) throws -> String? {
    try HARTests.jq("select(.path == \"\(path)\") | \(filter)", Self.lines).first
  }

  /// Every line has the same columns in the same order, and each column one type.
  @Test func columnsAreStable() throws {
    let columns = try Set(HARTests.jq("keys_unsorted", Self.lines))
    #expect(columns.count == 1)
    let types = try HARTests.jq(
      "to_entries[] | select(.value != null) | select(.key | endswith(\"_json\") | not) | [.key, (.value | type)]",
      Self.lines)
    var seen: [Substring: Substring] = [:]
    for line in types {
      let parts = line.split(separator: ",")
      #expect(seen.updateValue(parts[1], forKey: parts[0]) ?? parts[1] == parts[1], "\(line)")
    }
    #expect(seen.count > 50)
  }

  /// The columns of the documentation are those of a line, in their order.
  @Test func theDocumentationListsThem() throws {
    let page = try Files.text(Repository.file("docs/exports.md"))
    let section = page.split(separator: "\n## ").first { $0.hasPrefix("jsonl") } ?? ""
    let documented = section.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains(" | ") }
      .flatMap { $0.split(separator: "|")[0].split(separator: ",") }
      .map { $0.filter { !" `".contains($0) } }
    let columns = try #require(
      HARTests.jq("keys_unsorted[]", Self.lines).first.map { _ in
        try HARTests.jq("keys_unsorted | join(\" \")", Self.lines)[0]
      })
    #expect(columns.filter { $0 != "\"" } == documented.joined(separator: " "))
  }

  @Test func bodies() throws {
    #expect(try value("/a", ".response_json") == #"{"a":[1,"b c"]}"#)
    #expect(
      try value("/broken", "[.response_json, .response_text, .response_body_error]")
        == #"[null,"{\"a\": 1,,}","at offset 8: found ',', expected a name in quotes"]"#)
    #expect(try value("/half", "[.response_json, .response_text]") == #"[null,"\"\\ud800\""]"#)
    #expect(
      try value("/events", ".response_events")
        == #"[{"type":"tick","id":"7","data":"{\"n\" : 1}","json":{"n":1}},{"type":"message","id":"7","data":"a\nb","json":null}]"#
    )
    #expect(try value("/lines", ".response_json") == #"[{"a":1},{"a":2},[true]]"#)
    #expect(
      try value("/lines2", "[.response_json, .response_body_error]")
        == #"[[{"a":1}],"document at offset 15: found '}', expected a value"]"#)
    #expect(try value("/bin\u{E4}ry", ".request_base64") == nil)
    #expect(
      try value("/gzip", "[(.response_json | tojson), .response_body_bytes, .response_decoded_bytes]")
        == "[\(HTTPCodingTests.text.debugDescription),\(HTTPCodingTests.gzip.count),45]")
    #expect(try value("/cut", "[.outcome, .response_text]") == #"["reset_by_server","abc"]"#)
    #expect(try value("/a", ".response_headers[\"set-cookie\"] | length") == "3")
  }

  @Test func limitsAreKept() throws {
    let cut = OddExchanges.export(.jsonLines, OddExchanges.packets, bodyLimit: 5)
    let row = try HARTests.jq(
      "select(.path == \"/a\") | [.response_json, .response_text, .response_body_cut, .response_decoded_bytes]", cut)
    #expect(row == [#"[null,"{ \"a\"",true,24]"#])
    let none = OddExchanges.export(.jsonLines, OddExchanges.packets, bodyLimit: 0)
    #expect(
      try HARTests.jq("select(.path == \"/a\") | [.response_text, .response_headers[\"content-type\"][0]]", none)
        == [#"[null,"application/json"]"#])
  }

  @Test func attemptsAreCounted() throws {
    var packets: [Packet] = []
    for (index, status) in [503, 503, 200, 200].enumerated() {
      var talk = Talk(clientPort: UInt16(30_000 + index), serverPort: 80)
      talk.say(.client, "GET /again HTTP/1.1\r\nHost: h\r\n\r\n")
      talk.say(.server, "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")
      talk.close(.server)
      packets += talk.packets
    }
    #expect(try HARTests.jq(".attempts", OddExchanges.export(.jsonLines, packets)) == ["1", "2", "3", "1"])
  }
}
