import TestSupport
import Testing

/// Clients whose runtimes take long to start: no clock of a scenario runs before their first packets.
@Suite(.waiting) struct SlowStarterTests {
  /// Longer than any allowance of a deadline: curl gets its two seconds, its cancel, its black holes and its link that is down.
  @Test func everyClockCountsFromTheFirstPacket() throws {
    let client = "sh -c 'sleep 6; exec curl -sS -f --noproxy x -m \"{deadline}\" -o \"{output}\" \"{url}\"'"
    let result = try BuiltCommand.test(
      "--deadline 2 --jobs 8 --only head.stall --only cancel.headers --only link.flap --only wait.connectivity "
        + "--only connect.blackhole -- \(client)")
    #expect(result.status == 0 && result.output.hasSuffix("5 scenarios: 5 passed\n"), "\(result.output)")
    #expect(result.lines(about: "head.stall").contains("first packet at 6."), "\(result.output)")
    #expect(result.lines(about: "cancel.headers").contains("told to cancel after 7."), "\(result.output)")
  }

  /// The capture says what the link did to a client that began after the flapping of a clean start would have been over.
  @Test func phasesBeginWithTheClientsPackets() throws {
    let result = try BuiltCommand.test(
      "--only link.flap -- sh -c 'sleep 4; exec curl -sS --noproxy x -m 15 -o \"{output}\" \"{url}\"'"
    ) { captures in
      let said = try Tool.output(
        of: ["tshark", "-r", captures + "/link.flap.pcapng", "-Y", "frame.comment contains \"dropped by loss\""])
      #expect(said.lines.count > 3, "\(said)")
    }
    #expect(result.status == 0, "\(result.output)")
  }

  /// A client may talk with itself before it begins, as drivers of browsers do.
  @Test func connectionsOverTheLoopbackBeginNothing() throws {
    let client = """
      import os, socket, time
      with socket.create_server(("127.0.0.1", 0)) as server:
          ends = [socket.create_connection(server.getsockname()) for _ in range(3)]
          time.sleep(4)
      os.execvp("curl", ["curl", "-sS", "--noproxy", "x", os.environ["HEADWIND_URL"]])
      """
    let result = try BuiltCommand.test("--only cancel.headers -- python3 client.py", files: ["client.py": client])
    #expect(result.status == 0, "\(result.output)")
    #expect(result.lines(about: "cancel.headers").contains("told to cancel after 5."), "\(result.output)")
  }

  @Test func aClientThatNeverBeginsIsEnded() throws {
    let result = try BuiltCommand.test("--start-up 1 --only head.stall -- sleep 60")
    #expect(result.output.contains("within its start-up time (--start-up)"), "\(result.output)")
  }
}
