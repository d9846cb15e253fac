import FarSide
import LinkConditions
import TestSupport
import Testing

@testable import Resilience

/// Bytes in suite files, and what `scenario check` refuses because it could never happen.
struct SuiteBytesTests {
  private static let files = CompanionFiles { name throws(CompanionFiles.Failure) in
    guard name == "body.gz" else { throw CompanionFiles.Failure("cannot be read: there is no such file") }
    return [0x1f, 0x8b]
  }

  private func scenario(
    _ lines: String, ask: String = "http://api.test/x", shows: String = "client-started", must: String = "fail"
  ) throws
    -> Scenario
  {
    let text = """
      scenarios:
        - id: a.b
          ask: \(ask)
          shows: \(shows)
          expect: [{ must: \(must) }]
      """
    let more = lines.split(separator: "\n").map { "    \($0)\n" }.joined()
    let bytes = Array((text + "\n" + more).utf8)
    return try #require(try ScenarioFile.scenarios(in: bytes, file: "s.yaml", files: Self.files).first)
  }

  private func problems(
    _ lines: String, ask: String = "http://api.test/x", shows: String = "client-started", must: String = "fail"
  ) -> String {
    do {
      _ = try scenario(lines, ask: ask, shows: shows, must: must)
      return ""
    } catch let error as ProfileFileError {
      return error.problems.map(\.message).joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: ["{ hex: '1f 8b' }", "{ hex: 1F8B }", "{ hex: '1f:8b' }", "{ base64: H4s= }", "{ file: body.gz }"])
  func bytesAreSent(form: String) throws {
    let sent = try scenario("http: { connections: [[{ send: \(form) }]] }")
    #expect(sent.farSide.http?.acts == .connections([[.send([0x1f, 0x8b])]]))
    let body = try scenario("http: { requests: [[{ respond: { body: \(form) } }]] }")
    guard case .requests(let lists) = body.farSide.http?.acts, case .respond(let response) = lists[0][0] else {
      return #expect(Bool(false))
    }
    #expect(response.body == .bytes([0x1f, 0x8b]))
    let asked = try scenario("", ask: "{ method: POST, url: http://api.test/x, body: \(form) }")
    #expect(asked.requests[0].content == [0x1f, 0x8b] && asked.requests[0].bodyBytes == 2)
  }

  @Test(arguments: [
    ("{ hex: 1f8 }", "is not hexadecimal"), ("{ hex: zz }", "is not hexadecimal"),
    ("{ base64: '=a' }", "is not base64"),
    ("{ file: other }", "there is no such file"), ("{ hexa: 00 }", "did you mean 'hex'?"),
    ("{ hex: '00', base64: AA== }", "write one of"),
  ])
  func wrongBytesAreRefused(form: String, words: String) {
    #expect(problems("http: { connections: [[{ send: \(form) }]] }").contains(words))
  }

  @Test(arguments: [
    ("", "http://api.test:8080/x", "client-started", "nobody serves port 8080"),
    ("", "https://api.test:80/x", "client-started", "nobody serves port 80"),
    ("", "{ method: GTE, url: http://api.test/x }", "client-started", "did you mean 'GET'?"),
    ("dns: { api.test: nxdomian }", "http://api.test/x", "client-started", "did you mean 'nxdomain'?"),
    ("dns: { api.test: { a: unreachabel } }", "http://api.test/x", "client-started", "did you mean 'unreachable'?"),
    ("dns: { api.test: nxdomain }", "http://api.test/x", "connected", "no name in 'ask' ever has an address"),
    ("dns: { api.test: { first: servfail } }", "http://api.test/x", "client-started", "needs 'for' with a time"),
    ("dns: { api.test: { for: 1 s } }", "http://api.test/x", "client-started", "needs 'first' with an answer"),
    ("", "http://api.test/x", "told-unreachable", "without an address that is unreachable"),
    ("", "http://api.test/x", "connection-reused", "at least two requests"),
    ("", "http://api.test/x", "packet-lost", "never happens on a clean link"),
    ("", "http://api.test/x", "link-down-tried", "without 'then: link-down"),
    ("", "http://{dead}/x", "name-asked", "no URL in 'ask' has a name"),
    ("uses: kept-connections", "http://api.test/x", "client-started", "at least two requests"),
    ("uses: expect-continue", "http://api.test/x", "client-started", "needs a body"),
    ("uses: ipv6", "http://{here}/x", "client-started", "has an IPv4 address"),
    ("uses: gzpi", "http://api.test/x", "client-started", "did you mean 'gzip'?"),
  ])
  func whatCannotHappenIsRefused(lines: String, ask: String, shows: String, words: String) {
    let said = problems(lines, ask: ask, shows: shows)
    #expect(said.contains(words), "\(said)")
  }

  @Test func aNameThatNeverLeadsAnywhereForbidsSuccess() {
    let said = problems("dns: { api.test: nxdomain }", shows: "name-asked")
    #expect(said.isEmpty, "a client may fail: \(said)")
    #expect(
      problems("dns: { api.test: nxdomain }", shows: "name-asked", must: "succeed").contains(
        "a client cannot 'succeed', because api.test never has an address"))
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Tue, 29 Feb 2028 23:59:60 GMT", 1_835_481_600),
  ])
  func datesAreRead(text: String, seconds: Int64) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(arguments: ["", "soon", "Sun, 06 Nov 1994", "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT"])
  func otherTextIsNoDate(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
  }
}
