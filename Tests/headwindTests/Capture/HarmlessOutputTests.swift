import Foundation
import TestSupport
import Testing

/// Nothing that a peer, a file or a program says reaches the output of a command as anything but text.
@Suite(.waiting) struct HarmlessOutputTests {
  private enum Kind {
    case text
    /// Lines that may end in CR LF.
    case conversation
    case json
    case jsonLines
  }

  /// Every way of looking at a capture.
  private static let views: [(words: String, kind: Kind)] =
    [
      "capture -n -r", "capture -v -e -r", "capture -vvv -# -A -r", "capture -X -r", "capture --process -r",
      "capture -V -r", "capture --summary -r", "capture -V --hex -r", "capture -O dns,http -x -r",
      "capture -T fields -e frame.comment -e frame.interface_name -e dns.qry.name -e dns.txt -e http.host -r",
      "capture -T fields -e http.request.full_uri -e http.cookie_pair -e json.value.string -e _ws.expert.message -r",
      "capture -V -Y frame.comment -r", "http -r", "http --show 1 --bytes -r", "http --show 5 -r",
      "http --fields http.request.full_uri,http.content_type,trouble -r", "stats conversations -r",
      "http --group path -r", "http --waterfall -r", "http --sort url -r", "http --messages -r", "export curl -r",
      "export hurl -r", "stats endpoints udp -r", "stats http -r", "stats dns -r", "stats protocols -r",
      "export objects $folder/objects -r",
    ].map { ($0, .text) }
    + ["capture --follow udp,0 -r", "capture --follow tcp,0 -r", "capture --follow http,1 -r"].map {
      ($0, .conversation)
    }
    + ["capture -T json -r", "export har -r", "export netlog -r"].map { ($0, .json) }
    + [
      "capture -T ek -r", "http --json -r", "http --group host --json -r",
      "export jsonl -r", "export otlp -r", "stats dns --json -r", "stats http --json -r",
    ].map {
      ($0, .jsonLines)
    }

  @Test(arguments: [0, 1, 2]) func aCaptureIsShownAsText(_ round: UInt64) throws {
    // Send it unchanged, and with some bytes changed.
    let capture = HostileCapture(
      HostileWords.all, mutating: round == 0 ? nil : SeededGenerator(seed: round))
    for (words, kind) in Self.views {
      let result = try Self.run(words + " $folder/hostile.pcapng", [("hostile.pcapng", capture.bytes)])
      #expect(result.status == 0 || round > 0, "\(words): \(result.errors)")
      #expect(!result.bytes.isEmpty || round > 0 || words.contains("--follow"), "\(words) shows nothing")
      let harm =
        switch kind {
        case .text: OutputOracle.harm(in: result.bytes)
        case .conversation: OutputOracle.harm(in: result.bytes, allowsCRLF: true)
        case .json: OutputOracle.harm(inJSON: result.bytes)
        case .jsonLines: OutputOracle.harm(inJSON: result.bytes, lineByLine: true)
        }
      #expect(harm == nil, "\(words)")
      #expect(OutputOracle.harm(in: result.errors) == nil, "\(words)")
    }
  }

  /// JSON says the very words, and its readers get them back.
  @Test func jsonLosesNothing() throws {
    let comment = "\u{1b}[31m \u{9b}2J \u{202e}x\u{e0041} \u{7f} é 漢"
    let result = try Self.run(
      "capture -T json -r $folder/hostile.pcapng", [("hostile.pcapng", HostileCapture([comment]).bytes)])
    let packets = try #require(try JSONSerialization.jsonObject(with: Data(result.bytes)) as? [[String: Any]])
    #expect(Self.texts(in: packets).contains { $0.utf8.elementsEqual(comment.utf8) }, "\(result.output.prefix(2000))")
  }

  /// Paths, filters, profiles and suites are quoted when they are complained about.
  @Test(arguments: [
    "capture -r \"$word\"", "http -r \"$folder/$word\"", "capture -Y \"$word\" -r $folder/hostile.pcapng",
    "capture -r $folder/hostile.pcapng \"$word\"", "run --profile \"$word\" -- true",
    "run --profile \"{ downlink: { $word: 1 } }\" -- true",
    "run --profile \"{ name: $word, loss: \\\"$word\\\" }\" -- true",
    "run --then \"$word\" -- true", "profile check $folder/hostile.yaml", "profile show \"$word\"",
    "scenario check $folder/hostile.yaml", "test $folder/hostile.yaml --list", "test --explain \"$word\"",
    "test --only \"$word\" -- true", "test -- \"$word\"", "report compare $folder/hostile.json $folder/hostile.json",
    "report merge $folder/hostile.json", "link list \"$word\"", "link switch \"$word\" \"$word\"",
    "condition \"$word\" --show", "stats \"$word\" -r x", "\"$word\"", "capture -i \"$word\"",
    "export objects -r $folder/hostile.pcapng \"$folder/none/$word\"", "capture -T fields -e \"$word\" -r x",
    "capture --decode-as \"$word\" -r x", "verify --profile \"$word\"", "link exec \"$word\" -- true",
  ])
  func complaintsAreText(_ words: String) throws {
    for word in ["\u{1b}[2J\u{9b}31m\u{202e}x", "a\r::error::owned\u{2028}", "\u{600}<\u{7}"] {
      let yaml = "scenarios:\n  - id: \"\(word)\"\n    \(word): 1\n"
      let json = "{\"format\": \"\(word)\", \"\(word)\": 1}"
      let result = try Self.run(
        words,
        [
          ("hostile.pcapng", HostileCapture(["x"]).bytes), ("hostile.yaml", Array(yaml.utf8)),
          ("hostile.json", Array(json.utf8)),
        ], word: word)
      #expect(result.status != 0)
      #expect(OutputOracle.harm(in: result.everything) == nil, "\(words)")
      #expect(!result.everything.split(separator: "\n").contains { $0.hasPrefix("::") })
    }
  }

  /// All texts in a JSON document.
  private static func texts(in value: Any) -> [String] {
    switch value {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(texts)
    case let object as [String: Any]: object.values.flatMap(texts)
    default: []
    }
  }

  private static func run(
    _ words: String, _ files: [(name: String, bytes: [UInt8])], word: String = ""
  ) throws -> ToolResult {
    try TemporaryFolder.with { folder in
      for file in files { try Files.write(file.bytes, to: "\(folder)/\(file.name)") }
      return try Tool.run(
        ["bash", "-c", "cd $folder && \"$headwind\" \(words)"],
        environment: ["folder=\(folder)", "headwind=\(BuiltProducts.headwind)", "word=\(word)"])
    }
  }
}
