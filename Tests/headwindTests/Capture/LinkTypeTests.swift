import TestSupport
import Testing

@testable import headwind

/// Files of link types that are not read, and tcpdump's `-T`.
@Suite(.waiting) struct LinkTypeTests {
  /// Writes `radio.pcap`, three packets of 802.11, and `mixed.pcapng`, where two of Ethernet follow them.
  private static let makesFiles = """
    cd $folder
    python3 - <<'END'
    import struct
    def pcap(name, type, packets):
        with open(name, 'wb') as file:
            file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, type))
            for index, packet in enumerate(packets):
                file.write(struct.pack('<IIII', 1700000000, index, len(packet), len(packet)) + packet)
    udp = struct.pack('>HHHH', 4000, 5300, 37, 0) + bytes.fromhex('0007010000010000000000000473686f70076578616d706c650000010001')[:29]
    ip = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 20 + len(udp), 1, 0, 64, 17, 0, b'\\x0a\\0\\0\\1', b'\\x0a\\0\\0\\2')
    pcap('radio.pcap', 127, [bytes(20)] * 3)
    pcap('wired.pcap', 1, [b'\\2\\0\\0\\0\\0\\2\\2\\0\\0\\0\\0\\1\\x08\\0' + ip + udp] * 2)
    END
    mergecap -F pcapng -w mixed.pcapng radio.pcap wired.pcap

    """

  private static let tools = ["python3": "python3", "mergecap": "wireshark-common", "tcpdump": "tcpdump"]

  @Test(arguments: [
    "capture -n -r", "capture --jobs 1 -n -r", "capture -V -r", "capture -T json -r", "http -r",
    "stats conversations -r",
    "stats protocols -r", "export har -r", "export jsonl -r",
  ])
  func eachCommandSaysOnceWhatItCannotRead(words: String) throws {
    let script =
      Self.makesFiles + """
        "$headwind" \(words) radio.pcap > /dev/null 2> errors; echo "$?"
        grep -c 'no packet can be read: 3 of link type IEEE802_11_RADIO (127)' errors
        "$headwind" \(words) mixed.pcapng > /dev/null 2> errors; echo "$?"
        grep -c '3 of 5 packets cannot be read: 3 of link type IEEE802_11_RADIO (127)' errors
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.output == "3\n1\n0\n1\n", "\(result.output) \(result.errors)")
  }

  /// Packets that are only copied or counted need not be read.
  @Test func copiesAndCountsAreWhole() throws {
    let script =
      Self.makesFiles + """
        "$headwind" capture -r radio.pcap -w copy.pcap && cmp radio.pcap copy.pcap
        "$headwind" capture -r radio.pcap --count
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0 && result.output.hasSuffix("3 packets\n"), "\(result.output) \(result.errors)")
  }

  @Test(arguments: ["-T domain", "-e -T domain", "-T DOMAIN -v", "-T tftp"])
  func typesMeanWhatTheyMeanToTcpdump(words: String) throws {
    let script =
      Self.makesFiles + """
        tcpdump -n -t \(words) -r wired.pcap > theirs 2> /dev/null
        "$headwind" capture -n -t \(words) -r wired.pcap > ours && cmp ours theirs
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  @Test func aTypeThatIsNotReadIsAnError() throws {
    let result = try Shell.run(
      Self.makesFiles + "\"$headwind\" capture -T rtp -r wired.pcap; echo $?", tools: Self.tools)
    #expect(result.output == "2\n" && result.errors.contains("tcpdump supports this type, but headwind does not"))
  }
}
