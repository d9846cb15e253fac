import TestSupport
import Testing

/// What `headwind test` does with its directory, its output and what the environment says of shares.
@Suite(.waiting) struct SuiteCommandTests {
  private static let client = "curl -sS --noproxy x {url}"
  /// Waits until another command uses the directory.
  private static let begun = "until [ -e captures/.lock ]; do sleep 0.05; done; sleep 0.2"

  @Test func twoInOneDirectoryKeepOutOfEachOthersWay() throws {
    let one =
      "'\(BuiltProducts.headwind)' test --captures captures --only head.stall --deadline 5 -- \(Self.client) -m 5"
    let result = try BuiltCommand.test(
      "--only head.stall -- \(Self.client)", before: "\(one) >/dev/null 2>&1 & \(Self.begun);", after: "wait")
    #expect(result.status == 4, "\(result.output)")
    #expect(result.output.contains("another headwind test writes head.stall in the directory"), "\(result.output)")
    let apart = try BuiltCommand.test(
      "--only head.eof -- \(Self.client)", before: "\(one) >/dev/null 2>&1 & \(Self.begun);",
      after: "wait; ls -A captures")
    #expect(apart.output.contains("PASS  head.eof") && !apart.output.contains(".lock"), "\(apart.output)")
  }

  @Test func aReportOnStandardOutputIsAloneThere() throws {
    let result = try BuiltCommand.test(
      "--only head.eof --report json=- -- \(Self.client) 2>/dev/null | python3 -c 'import json, sys; print(json.load(sys.stdin)[\"format\"])'"
    )
    #expect(result.output == "headwind-report\n", "\(result.output)")
  }

  @Test func whatCanBeWrittenIs() throws {
    let result = try BuiltCommand.test(
      "--only head.eof --report json=/no/such/folder/x.json --report tap=t.tap -- \(Self.client)", after: "cat t.tap")
    #expect(result.status == 4 && result.output.contains("cannot write the report /no/such/folder/x.json"))
    #expect(result.output.contains("ok 1 - head.eof"), "\(result.output)")
  }

  /// Covers the seven scenarios of a family, of which the longest has a shard of its own.
  @Test(arguments: [
    ("JOB_COMPLETION_INDEX=1 JOB_COMPLETIONS=4", "--shard auto", "shard 2/4, from JOB_COMPLETION_INDEX", 2),
    ("CI_NODE_INDEX=4 CI_NODE_TOTAL=4", "--shard auto", "shard 4/4, from CI_NODE_INDEX", 2),
    ("HEADWIND_SHARD_INDEX=0 HEADWIND_SHARD_COUNT=4", "--shard auto", "shard 1/4, from HEADWIND_SHARD_INDEX", 1),
    ("CI_NODE_TOTAL=1", "--shard auto", "", 7),
    ("JOB_COMPLETION_INDEX=1", "--shard auto", "JOB_COMPLETION_INDEX is 1, but JOB_COMPLETIONS is not set", 0),
    ("CI_NODE_INDEX=5 CI_NODE_TOTAL=4", "--shard auto", "CI_NODE_INDEX=5 of 4 is not a valid shard", 0),
    ("X=1", "--shard auto", "no variable of the environment says which shard this is", 0),
    // Headwind's own variables are a request, those of others are not.
    ("HEADWIND_SHARD_INDEX=0 HEADWIND_SHARD_COUNT=4", "", "shard 1/4, from HEADWIND_SHARD_INDEX", 1),
    ("CI_NODE_INDEX=4 CI_NODE_TOTAL=4 JOB_COMPLETION_INDEX=1 JOB_COMPLETIONS=4", "", "", 7),
  ])
  func sharesAreWhatTheEnvironmentSays(environment: String, option: String, words: String, count: Int) throws {
    let result = try BuiltCommand.test("--list --only 'head.*' \(option)", environment: environment)
    #expect(result.status == (count == 0 ? 2 : 0), "\(result.output)")
    #expect(words.isEmpty || result.output.contains(words), "\(result.output)")
    #expect(result.output.split(separator: "\n").count { $0.hasPrefix("head.") } == count, "\(result.output)")
  }
}
