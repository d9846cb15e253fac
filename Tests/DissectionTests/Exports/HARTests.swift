import Dissection
import Exchanges
import TestSupport
import Testing
import Wire

/// What others say of our archives: the published schema, a validator that people use, and jq.
@Suite(.waiting) struct HARTests {
  /// Checks standard input against the schema of HAR 1.2 as Debian packages it.
  private static let validator = """
    import json, pathlib, sys, jsonschema
    folder = pathlib.Path('/usr/share/nodejs/har-schema/lib')
    schemas = {s['$id']: s for s in (json.load(open(f)) for f in folder.glob('*.json'))}
    resolver = jsonschema.RefResolver('', schemas['har.json#'], store={**schemas, **{k.rstrip('#'): s for k, s in schemas.items()}})
    document = json.load(sys.stdin)
    checker = jsonschema.Draft6Validator(schemas['har.json#'], resolver=resolver, format_checker=jsonschema.FormatChecker())
    problems = [f'{list(e.path)}: {e.message}' for e in checker.iter_errors(document)]
    for entry in document['log']['entries']:
        timings = entry['timings']
        if abs(sum(v for k, v in timings.items() if k != 'ssl' and v > 0) - entry['time']) > 0.001: problems.append('time')
        if any(timings[k] < 0 for k in ('send', 'wait', 'receive')): problems.append('negative')
    print(len(document['log']['entries']), problems)
    """

  static func validate(_ archive: [UInt8]) throws -> String {
    // Needs python3-jsonschema and node-har-schema.
    try Tool.output(of: ["/usr/bin/python3", "-c", validator], input: archive).output
  }

  @Test func theSchemaIsKept() throws {
    let archive = OddExchanges.export(.har, OddExchanges.packets)
    #expect(try Self.validate(archive) == "\(OddExchanges.talks.count) []\n")
    #expect(try Self.validate(OddExchanges.export(.har, [])) == "0 []\n")
    // And the check can fail.
    let broken = Array("{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"x\"},\"entries\":[]}}".utf8)
    #expect(try Self.validate(broken) != "0 []\n")
  }

  @Test func theValidatorOfOthersAgrees() throws {
    let script = """
      const har = require('har-validator');
      har.har(JSON.parse(require('fs').readFileSync(0))).then(h => console.log(h.log.entries.length), e => console.log(e));
      """
    // Needs node-har-validator.
    let count = try Tool.output(
      of: ["nodejs", "-e", script], input: OddExchanges.export(.har, OddExchanges.packets),
      environment: ["NODE_PATH=/usr/share/nodejs"])
    #expect(count.output == "\(OddExchanges.talks.count)\n")
  }

  static func jq(_ filter: String, _ input: [UInt8]) throws -> [String] {
    try Tool.output(of: ["jq", "-c", filter], input: input).lines
  }

  @Test func whatTheEntriesSay() throws {
    let archive = OddExchanges.export(.har, OddExchanges.packets)
    func entry(_ url: String, _ filter: String) throws -> String? {
      try Self.jq(".log.entries[] | select(.request.url | endswith(\"\(url)\")) | \(filter)", archive).first
    }
    #expect(
      try entry("z", ".request.queryString")
        == #"[{"name":"x","value":"1"},{"name":"y","value":"A b"},{"name":"z","value":""}]"#)
    #expect(
      try entry("z", ".request.cookies")
        == #"[{"name":"a","value":"1"},{"name":"b","value":"\"two\""},{"name":"","value":"c"}]"#)
    #expect(
      try entry("z", "[.response.cookies[] | [.name, .path, .domain, .expires, .secure, .httpOnly]]")
        == #"[["s","/",".h.example","1994-11-06T08:49:37.000000Z",true,true],["t",null,null,"1970-01-01T00:01:01.000000Z",false,false],["u",null,null,"1994-11-06T08:49:37.000000Z",false,false]]"#
    )
    #expect(
      try entry("/form", ".request.postData.params") == #"[{"name":"a","value":"1"},{"name":"b","value":"c d e"}]"#)
    #expect(try entry("/form", ".response.redirectURL") == #""http://other.example/""#)
    #expect(try entry("/bin%C3%A4ry", ".request.postData.text") == nil)
    #expect(
      try entry("ry", "[.request.postData.text, .response.content.text, .response.content.encoding, .comment]")
        == #"["//4AAQ==","gIGC","base64","after 100"]"#)
    #expect(try entry("/cut", "[.response.status, .response.bodySize, .response.content.text]") == #"[200,3,"abc"]"#)
    #expect(try entry("*", ".response.status") == "0")
    #expect(
      try entry("/gzip", "[.response.content.size, .response.content.compression, .response.bodySize]")
        == "[45,\(45 - HTTPCodingTests.gzip.count),\(HTTPCodingTests.gzip.count)]")
  }
}
