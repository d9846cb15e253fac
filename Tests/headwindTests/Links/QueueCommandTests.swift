import TestSupport
import Testing

/// Queue disciplines, and switches while packets wait, as the command has them.
@Suite(.waiting) struct QueueCommandTests {
  private static let tools = ["python3": "python3", "tshark": "tshark"]

  /// Sends 30 packets of 900 bytes that support ECN to each address of the far side, and waits.
  private static let sender = """
    import socket, subprocess, sys, time
    def ask(*requests):
      answer = subprocess.run([sys.argv[1], "control", *requests], capture_output=True, text=True)
      if answer.returncode != 0: print("refused:", answer.stderr)
      return dict(line.split(": ", 1) for line in answer.stdout.splitlines() if ": " in line)
    def send(count=30):
      for far in ask("status")["far-side"].split():
        six = ":" in far
        out = socket.socket(socket.AF_INET6 if six else socket.AF_INET, socket.SOCK_DGRAM)
        if six: out.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_TCLASS, 2)
        else: out.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, 2)
        for _ in range(count): out.sendto(b"x" * 900, (far, 9999))
    def settle():
      while True:
        counts = ask("statistics")
        if counts["uplink-queued"] == "0": return counts
        time.sleep(0.05)
    """

  private func run(_ options: String, _ script: String, then: String = "") throws -> ToolResult {
    try Shell.run(
      """
      cat >$folder/send.py <<'END'
      \(Self.sender)
      \(script)
      END
      $headwind run -q --engine userspace \(options) -- python3 $folder/send.py $headwind || exit 8
      \(then)
      """, tools: Self.tools)
  }

  /// CE in the headers of both protocols, with the right checksum, and the same in the comments and in `statistics`.
  @Test func marksAndDropsAreTold() throws {
    let run = try run(
      "--capture $folder/run.pcapng --capture-side both "
        + "--profile '{ uplink: { bandwidth: 500 kbps, queue: { discipline: codel, ce-threshold: 20 ms } } }'",
      """
      send()
      counts = settle()
      print(counts["uplink-marked-packets"], counts["uplink-aqm-drops"], ask("status")["uplink-queue"], sep="|")
      """,
      then: """
        tshark -o ip.check_checksum:TRUE -r $folder/run.pcapng -Y 'udp.dstport == 9999 && !icmp && !icmpv6' -T fields -E separator='|' \\
          -e ip.dsfield.ecn -e ipv6.tclass.ecn -e ip.checksum.status -e frame.comment
        """)
    #expect(run.status == 0, "\(run.errors)")
    let told = try #require(run.lines.first).split(separator: "|")
    let (marked, dropped) = (try #require(Int(told[0])), try #require(Int(told[1])))
    #expect(marked > 10 && dropped > 3)
    #expect(told[2] == "codel, \(dropped) dropped, \(marked) marked")
    let rows = run.lines.dropFirst().map { $0.split(separator: "|", maxSplits: 3, omittingEmptySubsequences: false) }
    let congested = rows.filter { $0[0] == "3" || $0[1] == "3" }
    #expect(congested.count == marked)
    #expect(congested.contains { $0[0] == "3" } && congested.contains { $0[1] == "3" })
    #expect(congested.allSatisfy { $0[3].contains("marked \"congestion experienced\"") })
    #expect(rows.allSatisfy { $0[0].isEmpty || $0[2] == "1" })
    #expect(rows.contains { $0[3].hasSuffix("waits in the queue") })
    #expect(rows.contains { $0[3].contains("of the uplink") && $0[3].contains("dropped by codel after") })
  }

  /// The treatment of a switch is in its answer, its counts and the capture.
  @Test(arguments: ["keep", "rerate", "drop"])
  func aSwitchSaysWhatHappensToWhatWaits(_ treatment: String) throws {
    let run = try run(
      "--capture $folder/run.pcapng --capture-side both --profile '{ uplink: { bandwidth: 20 kbps, queue: 200 packets } }'",
      """
      send(10)
      answer = ask("switch Clean queued \(treatment)")
      now = ask("statistics")
      print(answer["queued"], int(now["uplink-queued"]) > 10, int(now["uplink-switch-drops"]) > 10)
      ask("switch Wi-Fi queued drop")
      settle()
      send(1)
      """, then: "tshark -r $folder/run.pcapng -T fields -e frame.comment")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines.first
        == "\(treatment) \(treatment == "keep" ? "True False" : treatment == "drop" ? "False True" : "False False")")
    let words = ["rerate": "sent at the bandwidth of Clean", "drop": "dropped by switch", "keep": "dropped by switch"]
    #expect(run.output.contains(words[treatment] ?? "?"))
  }

  @Test func anUnknownTreatmentIsRefused() throws {
    let run = try run("", #"print(ask("switch Clean queued fast"), ask("switch Clean")["queued"])"#)
    #expect(run.output.contains("write 'queued keep', 'queued rerate' or 'queued drop'"))
    #expect(run.output.contains("{} rerate"))
  }

  @Test func aRunWithASeedPrintsThoseOfItsDirections() throws {
    let run = try Shell.run("$headwind run --seed 7 -- true", tools: [:])
    #expect(run.errors.contains("seed 7 (for tc: uplink 7191089600892374487, downlink 13309476754707697221)"))
    let commands = try Shell.run("$headwind profile show --tc --seed 7 'Nasty Net'", tools: [:])
    #expect(
      commands.output.contains("seed 7191089600892374487") && commands.output.contains("seed 13309476754707697221"))
  }
}
