import TestSupport
import Testing

/// A machine that is too busy for the link: no verdict is given, and the scenario is tried again alone.
@Suite(.serialized, .waiting) struct BusyMachineTests {
  /// Holds up the link of the first try for 1.5 s while the client sends its SYNs again, which begins after its first packet.
  private static let holdUp = """
    links() {
      for process in $(pgrep -x headwind); do
        [ "$(readlink /proc/$process/cwd)" = "$PWD" ] && grep -qzx run /proc/$process/cmdline && echo $process
      done
    }
    ( for try in $(seq 600); do [ -e captures/.connect.blackhole.begun ] && break; sleep 0.1; done
      sleep 0.5; stopped=$(links); kill -STOP $stopped; sleep 1.5; kill -CONT $stopped ) &
    """
  private static let client = "--only connect.blackhole -- curl -sS --noproxy x -m 5 {url}"

  @Test func aLateLinkIsNotTheClients() throws {
    let result = try BuiltCommand.test("--repeat-errors 0 \(Self.client)", before: Self.holdUp, after: "wait")
    #expect(result.status == 4 && result.output.contains("ERROR connect.blackhole"), "\(result.output)")
    #expect(result.output.contains("machine too busy: uplink departures "), "\(result.output)")
    #expect(result.output.contains(" ms late at p99"), "\(result.output)")
  }

  @Test func whatALateLinkSpoiledIsTriedAgain() throws {
    let result = try BuiltCommand.test(Self.client, before: Self.holdUp, after: "wait")
    #expect(result.status == 0 && result.output.hasSuffix("1 scenario: 1 passed\n"), "\(result.output)")
  }
}
