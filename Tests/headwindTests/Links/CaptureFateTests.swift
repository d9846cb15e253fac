import TestSupport
import Testing

/// What a run's capture says of each packet, read by Wireshark's own reader.
@Suite(.waiting) struct CaptureFateTests {
  private static let tools = ["tshark": "tshark", "curl": "curl"]

  /// Interface and comments of each packet, `client|...`.
  private static let fields =
    "tshark -r $folder/run.pcapng -T fields -E separator='|' -E occurrence=a -E aggregator='&' "
    + "-e frame.interface_name -e frame.comment -e tcp.dstport -e udp.dstport"

  @Test func saysWhatBecameOfEachPacket() throws {
    let run = try Shell.run(
      """
      $headwind run -q --seed 1 --capture $folder/run.pcapng --capture-side both \\
        --profile '{ downlink: { delay: 20 ms, drop: [4] }, uplink: { delay: 20 ms, duplicate: 100 % } }' \\
        --then 'LTE when down 30 KB' -- \\
        curl -4 -sS --max-time 20 -o /dev/null 'http://10.83.0.1/search.json?rpp=100&q=apple' || exit 8
      \(Self.fields)
      """, tools: Self.tools)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.lines.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    #expect(lines.count > 40 && lines.allSatisfy { ["client", "far side"].contains($0[0]) && !$0[1].isEmpty })
    let dropped = lines.filter { $0[1].contains("dropped by its number") }
    #expect(dropped.count == 1 && dropped[0][0] == "far side")
    #expect(lines.contains { $0[0] == "client" && $0[1].contains("duplicated, delayed 20 ms") })
    #expect(lines.contains { $0[0] == "far side" && $0[1].contains(": delayed 2") })
    #expect(lines.contains { $0[1].contains("profile: LTE, when 30 KB down&LTE: ") })
  }

  /// Conditions that do something to packets, and what is said of those: where they come in, and where they come out.
  static let fates: [(conditions: String, entering: String, leaving: String?)] = [
    ("loss: 20 %", "dropped by loss", nil), ("drop: [3, 7..9]", "dropped by its number", nil),
    ("bandwidth: 100 kbps, queue: 3 packets", "dropped by the queue: it was full", nil),
    ("delay: 30 ms", "delayed 30 ms", "delayed 3"), ("duplicate: 20 %", "duplicated, delayed 0 s", "delayed"),
    ("corrupt: 20 %", "corrupted at byte ", "corrupted at byte "),
    ("delay: 20 ms, reorder: 20 %", "reordered, delayed 0 s", "reordered, delayed "),
    ("loss: 20 %, ecn: true", "marked \"congestion experienced\"", "marked \"congestion experienced\""),
  ]

  /// Each fate is said as many times as it happened: what came in and is not lost comes out, copies counted.
  @Test(arguments: fates) func saysEachFate(_ conditions: String, _ entering: String, _ leaving: String?) throws {
    let run = try RunCapture(
      "--profile '{ uplink: { \(conditions) } }'", client: RunCapture.datagrams(100) + "; sleep 0.1")
    let up = run.rows.filter { $0.isFromClient && $0.payload == 40 }
    let (came, left) = (up.filter(\.isEntering), up.filter { !$0.isEntering })
    #expect(came.count == 100, "\(run.errors)")
    let told = came.count { $0.fate.contains(entering) }
    #expect(told > 0, "\(Set(came.map(\.fate)))")
    if let leaving { #expect(left.contains { $0.fate.contains(leaving) }, "\(Set(left.map(\.fate)))") }
    let dropped = came.count { $0.fate.contains("dropped") }
    let copies = came.count { $0.fate.contains("duplicated") }
    // A corrupted address or length is not that of one of ours any more.
    guard !entering.contains("corrupted") else {
      return #expect(run.rows.count { !$0.isAtClient && $0.fate.contains(entering) } == told)
    }
    #expect(left.count == 100 - dropped + copies)
    if entering.contains("marked") { #expect(left.count { $0.fate.contains(entering) } == told) }
  }

  @Test func saysWhichPacketsWereTooLong() throws {
    let run = try RunCapture(
      "--profile '{ uplink: { mtu: 500 B } }'",
      client: "head -c 3000 /dev/zero >body; get 5 --data-binary @body http://10.83.0.1/upload")
    #expect(run.rows.contains { $0.isEntering && $0.fate.contains("dropped by the MTU: too long") }, "\(run.errors)")
    #expect(run.rows.contains { $0.fate.contains("made by the link") })
  }

  /// The client's end alone is written unless both are asked for, so that Wireshark counts what the client saw.
  ///
  /// The request is dropped once on the uplink, so that the client sends it again; a part of the answer is dropped on the downlink.
  /// What tshark finds must be what the sequence numbers of the client's own segments say.
  @Test func wiresharkCountsTheRetransmissionsOfTheClient() throws {
    let run = try Shell.run(
      """
      cd $folder
      for side in client both; do
        $headwind run -q --seed 1 --capture $side.pcapng --capture-side $side \\
          --profile '{ uplink: { drop: [3] }, downlink: { delay: 5 ms } }' -- \\
          curl -4 -sS --max-time 20 -o /dev/null 'http://10.83.0.1/search.json?rpp=100&q=apple' || exit 8
      done
      count() { tshark -r $1 -Y tcp.analysis.retransmission | wc -l; }
      tshark -r client.pcapng -T fields -e frame.interface_name | sort -u
      again=$(tshark -r client.pcapng -Y 'ip.src == 10.83.0.2 && tcp.len > 0' -T fields -e tcp.seq_raw | sort | uniq -d | wc -l)
      echo "$again $(count client.pcapng)"
      [ $(count both.pcapng) -gt 1 ] && echo doubled
      tshark -r client.pcapng -T fields -e frame.comment | grep -c 'dropped by its number'
      """, tools: Self.tools)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines == ["client", "1 1", "doubled", "1"], "\(run.output) \(run.errors)")
  }

  /// What never reached the end that is written is told beside the packet after it, and counted at the end of the file.
  @Test(arguments: [("client", "downlink"), ("server", "uplink")])
  func dropsOnTheWayToTheWrittenEndAreTold(side: String, direction: String) throws {
    let run = try Shell.run(
      """
      cd $folder
      $headwind run -q --seed 3 --capture x.pcapng --capture-side \(side) --profile '{ \(direction): { drop: [3, 5] } }' -- \\
        curl -4 -sS --max-time 20 -o /dev/null 'http://10.83.0.1/search.json?rpp=30&q=apple' || exit 8
      tshark -r x.pcapng -T fields -e frame.comment | grep -o '[12] packets* of the \(direction) w[aser]* dropped by its number'
      strings x.pcapng | grep -o '[0-9]* packets* of the .* in all'
      """, tools: Self.tools)
    #expect(run.status == 0, "\(run.errors)")
    let told = run.lines.dropLast().reduce(0) { $0 + (Int($1.prefix(1)) ?? 0) }
    #expect(told == 2, "\(run.output) \(run.errors)")
    #expect(
      run.lines.last == "2 packets of the \(direction) were dropped by its number in all", "\(run.output) \(run.errors)"
    )
  }

  /// A reader of the file should not need the run's last line to know whether the link kept time.
  @Test(arguments: ["client", "both"]) func theEndOfTheFileSaysHowLateTheLinkWas(side: String) throws {
    let run = try Shell.run(
      """
      cd $folder
      $headwind run -q --capture x.pcapng --capture-side \(side) --profile '{ delay: 5 ms }' -- \
        curl -4 -sS --max-time 20 -o /dev/null 'http://10.83.0.1/search.json?rpp=3&q=apple' || exit 8
      strings x.pcapng | grep -oE '(up|down)link: departures [0-9.]+ ms late at p50, [0-9.]+ ms at p99, [0-9.]+ ms at worst' | cut -d: -f1
      """, tools: Self.tools)
    #expect(run.lines == ["uplink", "downlink"], "\(run.output) \(run.errors)")
  }

  @Test func isReadAtOneEnd() throws {
    let run = try Shell.run(
      """
      $headwind run -q --capture $folder/run.pcapng --capture-side both -- \\
        curl -4 -sS -o /dev/null 'http://10.83.0.1/search.json?rpp=10&q=apple' || exit 8
      count() { tshark -r "$1" ${2:+-Y "$2"} 2>/dev/null | wc -l; }
      echo "$(count $folder/run.pcapng 'frame.interface_name == "client"') $($headwind capture -r $folder/run.pcapng -n 2>/dev/null | wc -l)"
      echo "$(count $folder/run.pcapng) $($headwind capture -r $folder/run.pcapng --side both -n 2>/dev/null | wc -l)"
      $headwind capture -r $folder/run.pcapng -w $folder/copy.pcapng 2>/dev/null
      echo "$(count $folder/run.pcapng) $(count $folder/copy.pcapng)"
      echo "$($headwind http -r $folder/run.pcapng | grep -c search.json) 1"
      """, tools: Self.tools)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 4)
    for line in run.lines {
      let numbers = line.split(separator: " ")
      #expect(numbers.count == 2 && numbers[0] == numbers[1] && numbers[0] != "0", "\(line)")
    }
  }
}
