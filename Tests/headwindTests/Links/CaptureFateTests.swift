import TestSupport
import Testing

/// What a run's capture says of each packet, read by Wireshark's own reader.
struct CaptureFateTests {
  private static let tools = ["tshark": "tshark", "curl": "curl"]

  /// Interface and comments of each packet, `client|...`.
  private static let fields =
    "tshark -r $folder/run.pcapng -T fields -E separator='|' -E occurrence=a -E aggregator='&' "
    + "-e frame.interface_name -e frame.comment -e tcp.dstport -e udp.dstport"

  @Test func saysWhatBecameOfEachPacket() throws {
    let run = try Shell.run(
      """
      $headwind run -q --seed 1 --capture $folder/run.pcapng \\
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

  @Test func isReadAtOneEnd() throws {
    let run = try Shell.run(
      """
      $headwind run -q --capture $folder/run.pcapng -- \\
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
