import TestSupport
import Testing

/// The lines of a file that several cores write.
@Suite(.waiting) struct LineWorkersTests {
  /// Python that writes 12,000 segments of 40 conversations, which are many batches, as `a.pcap`; and as `cut` without its
  /// last ten bytes.
  private static let makesTraffic = """
    python3 - "$folder" <<'END'
    import struct, sys
    out = struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, 101)
    for i in range(12000):
        data = bytes([65 + i % 26]) * (i % 700)
        tcp = struct.pack('>HHIIBBHHH', 4000 + i % 40, 80, 1000 + i, 77 + i // 2, 0x50, 0x18, 500, 0, 0) + data
        ip = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 20 + len(tcp), i & 0xffff, 0, 64, 6, 0, b'\\x0a\\0\\0\\1', b'\\x0a\\0\\0\\2')
        packet = ip + tcp
        out += struct.pack('<IIII', 1700000000 + i, i, len(packet), len(packet)) + packet
    open(sys.argv[1] + '/a.pcap', 'wb').write(out)
    open(sys.argv[1] + '/cut', 'wb').write(out[:-10])
    END
    cd $folder

    """

  private static let tools = ["tcpdump": "tcpdump", "python3": "python3"]

  @Test(arguments: ["-n", "-n -ttt -# -c 7000", "-n -A tcp port 4007", "-n -q -t"])
  func areTcpdumps(words: String) throws {
    let script =
      Self.makesTraffic + """
        tcpdump \(words) -r a.pcap > theirs 2> /dev/null
        "$headwind" capture --jobs 3 \(words) -r a.pcap 2> /dev/null | cmp - theirs
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  /// A display filter needs the frames in order: what several cores would print is asked for, and one prints it.
  @Test func aDisplayFilterHolds() throws {
    let script =
      Self.makesTraffic + """
        tcpdump -n -r a.pcap tcp src port 4007 > theirs 2> /dev/null
        "$headwind" capture --jobs 3 -n -Y 'tcp.srcport == 4007' -r a.pcap 2> /dev/null > ours
        wc -l < theirs; cut -d' ' -f 1-5 theirs > a; cut -d' ' -f 1-5 ours | cmp - a
        """
    #expect(try Shell.run(script, tools: Self.tools).lines == ["300"])
  }

  @Test func aCutFileIsPrintedToItsCut() throws {
    let script =
      Self.makesTraffic + """
        tcpdump -n -r cut > theirs 2> /dev/null
        "$headwind" capture --jobs 3 -n -r cut > ours 2> errors
        echo $?
        cmp ours theirs && grep -c 'truncated at byte' errors
        """
    #expect(try Shell.run(script, tools: Self.tools).lines == ["1", "1"])
  }

  @Test func aReaderThatHasSeenEnoughEndsAll() throws {
    let script =
      Self.makesTraffic + """
        set -o pipefail
        timeout 60 "$headwind" capture --jobs 3 -n -X -r a.pcap 2> /dev/null | head -n 1 | wc -l
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0 && result.lines == ["1"])
  }
}
