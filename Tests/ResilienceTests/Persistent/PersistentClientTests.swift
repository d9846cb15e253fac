import TestSupport
import Testing

/// `headwind test --persistent`: one process serves many scenarios.
@Suite(.waiting) struct PersistentClientTests {
  private static func test(_ words: String, _ script: String, _ fault: String = "") throws -> ToolResult {
    try BuiltCommand.test(
      "--deadline 3 --jobs 1 \(words) -- python3 client.py \(fault)", files: ["client.py": script],
      after: "ls -A captures | grep '^[.]'; true")
  }

  /// Three scenarios and more in one process, each judged by its own packets.
  @Test func aWorkerServesManyScenarios() throws {
    let report = "--report json=-"
    let result = try Self.test(
      "--persistent lines --only head.stall --only connect.refused --only cancel.headers", PersistentClients.worker)
    #expect(result.status == 0 && result.output.contains("3 scenarios: 3 passed\n"), "\(result.output)")
    #expect(!result.output.contains(".persistent") && !result.output.contains(".task"), "\(result.output)")
    let json = try Self.test(
      "--persistent lines --only head.stall --only connect.refused \(report)", PersistentClients.worker)
    // The report's command line starts the same client in the same way.
    #expect(json.output.contains("--deadline 3 --persistent lines -- python3 client.py"), "\(json.output)")
    #expect(json.output.contains("task 1 of process") && json.output.contains("task 2 of process"), "\(json.output)")
  }

  @Test func aServiceIsAskedByHTTP() throws {
    let result = try Self.test(
      "--persistent http://127.0.0.1:8080/run --only head.stall --only connect.refused --only cancel.headers",
      PersistentClients.service, "5")
    #expect(result.status == 0 && result.output.contains("3 scenarios: 3 passed\n"), "\(result.output)")
  }

  /// The scenario in which a process dies gets that verdict; the next one gets a new process.
  @Test(arguments: [("crash", "it crashed (SIGABRT)"), ("exit", "its process ended though it should live on")])
  func aProcessThatDiesIsStartedAgain(fault: String, finding: String) throws {
    let result = try Self.test(
      "--persistent lines --only head.stall --only connect.refused --only head.eof", PersistentClients.worker, fault)
    #expect(result.status == 1 && result.output.contains(finding), "\(result.output)")
    #expect(result.output.contains("3 scenarios: 2 passed, 1 failed"), "\(result.output)")
  }

  @Test func aProcessThatNeverAnswersIsEndedAndStartedAgain() throws {
    let result = try Self.test(
      "--persistent lines --only head.stall --only connect.refused --only head.eof", PersistentClients.worker, "silent")
    #expect(result.status == 1 && result.output.contains("still running after"), "\(result.output)")
    #expect(result.output.contains("3 scenarios: 2 passed, 1 failed"), "\(result.output)")
  }

  @Test func garbageIsNoAnswer() throws {
    let result = try Self.test(
      "--persistent lines --only head.stall --only connect.refused", PersistentClients.worker, "garbage")
    #expect(result.status == 0 && result.output.contains("2 scenarios: 2 passed"), "\(result.output)")
  }

  /// Its time counts from the question, not from its start.
  @Test func aProcessMayBeSlowToStart() throws {
    let result = try Self.test(
      "--persistent lines --only head.stall --only connect.refused", PersistentClients.worker, "slow")
    #expect(result.status == 0 && result.output.contains("2 scenarios: 2 passed"), "\(result.output)")
    #expect(result.output.contains("ready at 7."), "\(result.output)")
  }

  @Test func aProcessThatIsNeverReadyIsInconclusive() throws {
    let result = try Self.test("--persistent lines --start-up 1 --only head.stall", PersistentClients.worker, "mute")
    #expect(result.status == 4 && result.output.contains("never said that it was ready"), "\(result.output)")
  }

  /// What it goes on doing is seen in the scenario's capture, and does not reach the next one.
  @Test func aProcessThatCannotRestIsStartedAgain() throws {
    let result = try Self.test(
      "--persistent lines --only connect.refused --only head.eof", PersistentClients.worker, "retry")
    #expect(result.output.contains("and was started again"), "\(result.output)")
  }

  /// A request that a program makes for an earlier scenario is recognized by its host name, and charged to nobody else.
  @Test func lateRequestsAreNotChargedToAnotherScenario() throws {
    let result = try Self.test(
      "--persistent lines --only head.stall --only body.stall --only head.eof", PersistentClients.worker, "late")
    #expect(result.output.contains("was still at work for an earlier scenario"), "\(result.output)")
    #expect(result.status == 4, "\(result.output)")
  }

  @Test(arguments: [
    "http://example.com:80/", "https://127.0.0.1:1/", "http://127.0.0.1/", "line", "http://127.0.0.1:0/",
  ])
  func otherWaysAreRefused(way: String) throws {
    let result = try BuiltCommand.test("--persistent '\(way)' -- true")
    #expect(result.status == 2 || result.status == 64, "\(result.output)")
    #expect(result.output.contains("must be lines, or a URL of this machine"), "\(result.output)")
  }
}
