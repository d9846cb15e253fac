import TestSupport
import Testing
import Wire

@testable import Resilience

/// How a client says that it is ready.
struct ReadySignTests {
  @Test(arguments: [
    ("packet", ReadySign.packet), ("line:listening on", .line(containing: "listening on")),
    ("line:/port [0-9]+/", .match("port [0-9]+")), ("file", .file(nil)), ("file:/tmp/up", .file("/tmp/up")),
    ("call", .call), ("line:a:b", .line(containing: "a:b")),
  ])
  func signs(text: String, sign: ReadySign) throws {
    #expect(try ReadySign(text) == sign)
    #expect(sign.description == text)
  }

  @Test(arguments: ["", "line", "line:", "file:", "packet:1", "call:1", "lines:x", "line:/[/"])
  func otherTextsAreRefused(text: String) {
    #expect(throws: ReadySign.Problem.self) { try ReadySign(text) }
  }

  @Test func linesAreCompared() throws {
    #expect(try ReadySign("line:ready").isShown(by: "now ready."))
    #expect(try !ReadySign("line:ready").isShown(by: "Ready"))
    #expect(try ReadySign("line:/port [0-9]+/").isShown(by: "on port 80"))
    #expect(try !ReadySign("line:/port [0-9]+/").isShown(by: "on port x"))
  }
}

/// Clients that use the network long before they are ready, and say so in each of the ways.
@Suite(.waiting) struct ReadyClientTests {
  /// Asks the far side for its settings, sleeps for longer than the deadline, says that it is ready, and does what it is asked.
  private static func client(saying sign: String) -> String {
    """
    sh -c 'curl -sS --noproxy x -m 1 -o /dev/null http://10.255.255.1/ ; sleep 4; \(sign); \
    exec curl -sS -f --noproxy x -m "{deadline}" -o "{output}" "{url}"'
    """
  }

  @Test(arguments: [
    ("'line:listening on'", "echo listening on 80"), ("'line:/port [0-9]+$/'", "echo port 80"),
    ("file", "touch \"{ready}\""), ("file:up --jobs 1", "echo > up"),
    (
      "call",
      "python3 -c \"import os,socket; s=socket.socket(socket.AF_UNIX); s.connect(chr(0)+os.environ[\\\"HEADWIND_CONTROL\\\"][1:]); s.sendall(b\\\"ready\\n\\\"); s.recv(99)\""
    ),
  ])
  func clocksCountFromTheWordReady(sign: String, command: String) throws {
    let result = try BuiltCommand.test(
      "--deadline 2 --ready \(sign) --only head.stall --only cancel.headers -- \(Self.client(saying: command))")
    #expect(result.status == 0 && result.output.hasSuffix("2 scenarios: 2 passed\n"), "\(result.output)")
    #expect(result.lines(about: "head.stall").contains("from which its time counts"), "\(result.output)")
  }

  @Test func aClientThatNeverSaysSoIsEnded() throws {
    let result = try BuiltCommand.test("--start-up 1 --ready line:up --only head.stall -- sleep 60")
    #expect(result.output.contains("never said that it was ready (line:up) within"), "\(result.output)")
    #expect(result.status == 4, "\(result.output)")
  }

  /// Its failure is none that the scenario asks for.
  @Test func aClientThatEndsBeforeItIsReadyDoesNotPass() throws {
    let result = try BuiltCommand.test("--ready line:up --only head.stall -- sh -c 'echo no config; exit 1'")
    #expect(result.output.contains("INCONCLUSIVE") && result.output.contains("before it ended"), "\(result.output)")
  }
}
