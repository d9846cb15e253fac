import TestSupport
import Testing

/// Scenarios with a client that does right and with one that does wrong, so that each is seen to tell the two apart.
@Suite(.waiting) struct ContractClientTests {
  /// What the wrong client does in each scenario that it does not pass, in the words of the finding.
  private static let mistakes = [
    ("tls.stall", "MUST give up by the deadline (+10 %): it still ran"),
    ("tls.eof", "MUST fail: it ended with status 0"),
    ("tls.rst", "MUST fail: it ended with status 0"),
    ("tls.alert", "MUST fail: it ended with status 0"),
    ("tls.plain", "MUST fail: it ended with status 0"),
    ("tls.badcert-expired", "MUST send no request: it sent a request at"),
    ("tls.badcert-host", "MUST send no request: it sent a request at"),
    ("tls.badcert-unknown-ca", "MUST send no request: it sent a request at"),
    ("tls.badcert-self-signed", "MUST send no request: it sent a request at"),
    ("tls.truncated", "SHOULD fail: it ended with status 0"),
    ("tls.body-rst", "MUST fail: it ended with status 0"),
    ("portal.tls", "MUST send no request: it sent a request at"),
    ("link.mtu", "MUST give up by the deadline (+10 %): it still ran"),
    (
      "link.rebind",
      "MUST succeed only with the whole body: it ended with status 0, but its output is not the body that was sent"
    ),
    ("report.exit", "SHOULD fail: it ended with status 0"),
    ("report.exit-one", "MUST fail: it ended with status 0"),
    ("retry.storm", "SHOULD send at most 36 requests in total: it sent 54 requests"),
    ("pool.exhaust", "MUST give up by the deadline (+10 %): it still ran"),
    ("upload.reuse", "MUST use a new connection for each request: it sent 2 requests on one connection"),
    ("body.rst", "SHOULD leave no partial body behind: it left 10000 bytes"),
  ]
  /// What both pass: there is nothing in them that a client of sockets can do wrong by itself.
  private static let both = [
    "tls.good", "tls.close-delimited", "link.reorder", "link.corrupt", "link.duplicate",
  ]

  private func run(_ kind: String, _ ids: [String]) throws -> ToolResult {
    let only = ids.map { "--only \($0)" }.joined(separator: " ")
    return try BuiltCommand.test(
      "--deadline 4 --jobs 26 \(only) -- /usr/bin/python3 client.py \(kind)",
      files: ["client.py": ContractClient.script])
  }

  @Test func theRightClientPasses() throws {
    let result = try run("right", Self.mistakes.map(\.0) + Self.both)
    #expect(result.status == 0, "\(result.output)")
    for id in Self.mistakes.map(\.0) + Self.both {
      #expect(result.lines(about: id).hasPrefix("PASS"), "\(result.lines(about: id))")
    }
  }

  /// How a client waits is its own business; how long it is silent about it is not.
  @Test func whoSaysLateThatThereIsNoNetworkIsToldApart() throws {
    let late = try BuiltCommand.test("--only wait.connectivity -- sh -c 'curl -sS -m 1 {url}; sleep 2.5; exit 1'")
    #expect(late.lines(about: "wait.connectivity").contains("SHOULD fail within 2.00 s or succeed: it ended"))
    let early = try BuiltCommand.test("--only wait.connectivity -- curl -sS -m 1 {url}")
    #expect(early.lines(about: "wait.connectivity").hasPrefix("PASS"), "\(early.output)")
    let idle = try BuiltCommand.test("--only wait.connectivity -- sh -c 'exit 1'")
    #expect(idle.lines(about: "wait.connectivity").hasPrefix("INCONCLUSIVE"), "\(idle.output)")
  }

  @Test func theWrongClientIsFoundOut() throws {
    let result = try run("wrong", Self.mistakes.map(\.0) + Self.both)
    #expect(result.status == 1, "\(result.output)")
    for (id, words) in Self.mistakes {
      #expect(result.lines(about: id).contains(words), "\(id): \(result.lines(about: id))")
    }
    for id in Self.both {
      #expect(result.lines(about: id).contains(id), "\(result.output)")
      #expect(!result.lines(about: id).hasPrefix("ERROR"), "\(result.lines(about: id))")
    }
  }
}
