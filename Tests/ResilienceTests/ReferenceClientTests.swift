import Glibc
import TestSupport
import Testing

/// The reference clients that need nothing which tests do not: they follow the contract, and behave as their pages say.
@Suite(.waiting) struct ReferenceClientTests {
  /// Those that follow the whole contract, by how the tests start them.
  private static let adapters = [
    "urllib": "python3 \(Repository.root)/clients/python/urllib_client.py",
    "node-fetch": "node \(Repository.root)/clients/node/fetch.mjs",
    "node-http": "node \(Repository.root)/clients/node/http.mjs",
  ]

  private func shell(_ command: String) throws -> ToolResult {
    try Shell.run("exec 2>&1; cd '\(Repository.root)'; \(command)")
  }

  /// The words of a client in `clients/commands`.
  private func words(of client: String) throws -> String {
    let list = try shell("cat clients/commands").output.split(separator: "\n")
    let line = try #require(list.first { $0.hasPrefix(client + " ") }, "no \(client) in clients/commands")
    return Self.adapters[client] ?? String(line.dropFirst(client.count))
  }

  /// The verdict on each scenario.
  private func verdicts(of client: String, on scenarios: [String]) throws -> [String: String] {
    let only = scenarios.map { "--only \($0)" }.joined(separator: " ")
    let result = try shell(
      "d=$(mktemp -d); '\(BuiltProducts.headwind)' test --deadline 3 \(only) --captures \"$d\" -- \(words(of: client)); rm -rf \"$d\""
    )
    var verdicts: [String: String] = [:]
    for line in result.output.split(separator: "\n") where !line.hasPrefix(" ") {
      let columns = line.split(separator: " ", maxSplits: 2)
      if columns.count > 1, scenarios.contains(String(columns[1])) { verdicts[String(columns[1])] = String(columns[0]) }
    }
    #expect(verdicts.count == scenarios.count, "\(result.output)")
    return verdicts
  }

  @Test(arguments: adapters.keys.sorted())
  func aScenarioThatIsNotKnownIsDeclined(client: String) throws {
    #expect(try shell("HEADWIND_SCENARIO=contract.probe-7 \(words(of: client))").status == 127)
    #expect(try shell("unset HEADWIND_SCENARIO; \(words(of: client))").status == 127)
  }

  /// What must succeed, what must fail, and what takes the contract: none is left out, and each does what its page says.
  @Test(arguments: [
    (
      "curl",
      ["body.truncated-length": "PASS", "body.broken-chunk": "PASS", "head.eof-post": "PASS", "reuse.stale-get": "N/A"]
    ),
    (
      "wget",
      ["body.truncated-length": "PASS", "body.broken-chunk": "FAIL", "head.eof-post": "PASS", "pool.second": "N/A"]
    ),
    (
      "urllib",
      [
        "body.truncated-length": "FAIL", "body.broken-chunk": "PASS", "head.informational": "FAIL",
        "reuse.stale-get": "N/A",
      ]
    ),
    (
      "node-fetch",
      ["body.truncated-length": "PASS", "reuse.stale-post": "PASS", "cancel.body": "FAIL", "pool.second": "PASS"]
    ),
    (
      "node-http",
      [
        "body.close-delimited-rst": "FAIL", "cancel.headers": "PASS", "head.informational": "PASS",
        "reuse.stale-get": "PASS",
      ]
    ),
  ])
  func clientsBehaveAsTheirPagesSay(client: String, expected: [String: String]) throws {
    let expected = expected.merging(["body.close-delimited": "PASS", "connect.refused": "PASS"]) { $1 }
    #expect(try verdicts(of: client, on: expected.keys.sorted()) == expected)
  }
}
