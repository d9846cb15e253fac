import TestSupport
import Testing

/// Clients that misbehave as programs: no scenario takes a hang, a crash or a claim for good behaviour.
@Suite(.waiting) struct ViciousClientTests {
  /// The resolver asks once: a query that is lost when the link goes down would otherwise be repeated when it is up again, and the
  /// client's claim would be true.
  private func run(_ vice: String, _ options: String) throws -> ToolResult {
    try BuiltCommand.test(
      "\(options) -- /usr/bin/python3 client.py \(vice)", files: ["client.py": ViciousClient.script],
      environment: "RES_OPTIONS=attempts:1")
  }

  private func kinds(_ result: ToolResult) -> [String: Set<String>] {
    let lines = result.output.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
    let kinds = ["PASS", "WARN", "FAIL", "N/A", "ERROR"]
    return Dictionary(
      lines.filter { $0.count > 1 && kinds.contains(String($0[0])) }.map { (String($0[0]), [String($0[1])]) },
      uniquingKeysWith: { $0.union($1) })
  }

  /// Where the server closes or answers no client has anything to wait for; the others take their deadlines and are left to
  /// `aClientThatIgnoresSignalsIsKilled`.
  @Test func whoHangsFails() throws {
    let only = [
      "body.truncated-*", "body.broken-chunk", "body.close-delimited-rst", "head.eof*", "head.rst*", "dns.nxdomain",
      "tls.alert", "tls.badcert-host", "reuse.stale-post", "connect.refused",
    ]
    let result = try run("hang", "--deadline 1 " + only.map { "--only '\($0)'" }.joined(separator: " "))
    let kinds = kinds(result)
    #expect(Set(kinds.keys) == ["FAIL"] && kinds["FAIL"]?.count == 14, "\(result.output)")
    #expect(result.output.contains("ended by SIGTERM and SIGKILL"), "\(result.output)")
  }

  @Test func whoCrashesFails() throws {
    let skip = [
      "cancel.*", "link.*", "report.progress", "dns.timeout", "dns.mismatched", "connect.b*", "*.stall*", "body.drip",
    ]
    let result = try run(
      "crash", "--deadline 2 " + skip.map { "--skip '\($0)'" }.joined(separator: " "))
    #expect(Set(kinds(result).keys) == ["FAIL"], "\(result.output)")
    #expect(
      result.lines(about: "head.eof").contains("MUST exit without crashing or hanging: it crashed (SIGSEGV)"),
      "\(result.output)")
  }

  /// What the wire has not brought to its end nobody has.
  @Test(arguments: [
    "body.pause", "link.bandwidth-drop", "link.reorder", "link.rebind", "report.progress",
    "wait.connectivity",
  ])
  func whoClaimsSuccessFails(id: String) throws {
    let result = try run("zero", "--only \(id)")
    let words = "it ended with status 0, but only 0 of 1 responses were complete"
    #expect(result.status == 1 && result.lines(about: id).contains(words), "\(result.output)")
  }

  /// The work that is left behind is seen on the wire, and ended.
  @Test func whatIsLeftBehindIsWatchedAndEnded() throws {
    let client = """
      sh -c 'case $HEADWIND_SCENARIO in contract*) exit 127;; esac; setsid sh -c "exec curl -sS --noproxy x $HEADWIND_URL" </dev/null >/dev/null 2>&1 & sleep 1.5; exit 1'
      """
    let result = try BuiltCommand.test("--deadline 2 --only head.stall --only cancel.body -- \(client)")
    let stall = result.lines(about: "head.stall")
    #expect(stall.contains("left 1 process running (curl)"), "\(result.output)")
    #expect(
      stall.contains("SHOULD close connections by the deadline: it closed a connection only at "), "\(result.output)")
    let cancel = result.lines(about: "cancel.body")
    #expect(cancel.hasPrefix("INCONCLUSIVE") && cancel.contains("before it was told to cancel"), "\(result.output)")
  }

  @Test func whatCannotBeStartedIsSaidOnce() throws {
    let result = try BuiltCommand.test(
      "--only 'head.*' -- ./client", files: ["client": "#!/no/such/interpreter\n"], before: "chmod +x client")
    #expect(result.status == 4 && result.output.split(separator: "\n").count < 3, "\(result.output)")
    #expect(result.output.contains("cannot start ./client: No such file or directory"), "\(result.output)")
  }

  @Test func noTerminalIsThere() throws {
    let result = try BuiltCommand.test(
      "--only head.eof -- sh -c 'curl -s --noproxy x {url}; head -c 1 </dev/tty; exit 3'")
    #expect(result.output.contains("PASS  head.eof"), "\(result.output)")
  }

  @Test func proxiesOfTheWorldOutsideAreNotTheClients() throws {
    let result = try BuiltCommand.test(
      "--only head.eof -- curl -sS {url}", environment: "http_proxy=http://192.0.2.1:1/ HTTPS_PROXY=x")
    #expect(result.output.contains("PASS  head.eof"), "\(result.output)")
  }
}
