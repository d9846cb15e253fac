import TestSupport
import Testing

/// The engine of an ordinary user is in a session of its own.
@Suite(.serialized, .waiting) struct LinkSessionTests {
  @Test func theEngineLeavesTheSessionOfTheProgramAndEndsWithTheCommand() throws {
    let result = try LinkScript.run(
      """
      session() { ps -o sid= -p $1 | tr -d ' '; }
      $run $headwind run --profile '{ delay: 20 ms }' -- sleep 60 & until_there pgrep -x headwind-link
      until_there pgrep -x sleep
      engine=$(pgrep -x headwind-link) command=$(pgrep -o -x headwind)
      [ "$(session $engine)" = $engine ] || fail "the engine is in the session $(session $engine)"
      [ "$(session $command)" = $engine ] && fail "the command went along"
      kill -KILL $command
      clean
      """, as: .ordinaryUser, tools: ["ps": "procps"])
    #expect(result.status == 0, "\(result.everything)")
  }
}
