import TestSupport
import Testing

@testable import headwind

/// `headwind capture` as people use it.
@Suite(.waiting) struct CaptureCommandTests {
  /// Bash that writes 60 datagrams of loopback traffic to a file of the given name with tcpdump's own pcap writer.
  private static let makesTraffic = """
    python3 - "$folder/a.pcap" <<'END'
    import struct, sys
    file = open(sys.argv[1], 'wb')
    file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, 1))
    for i in range(60):
        data = bytes([65 + i % 26]) * (i * 13)
        udp = struct.pack('>HHHH', 4000 + i, 4600 + i % 3, 8 + len(data), 0) + data
        ip = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 20 + len(udp), i, 0, 64, 17, 0, b'\\x0a\\0\\0\\1', b'\\x0a\\0\\0\\2')
        packet = b'\\2\\0\\0\\0\\0\\2\\2\\0\\0\\0\\0\\1\\x08\\0' + ip + udp
        file.write(struct.pack('<IIII', 1700000000 + i, i * 1000, len(packet), len(packet)) + packet)
    END

    """

  private static let tools = ["tcpdump": "tcpdump", "capinfos": "wireshark-common", "python3": "python3"]

  @Test(arguments: [
    "-n -t -q -r $folder/a.pcap", "-ntqr $folder/a.pcap", "-nr$folder/a.pcap udp port 4601 or src port 4003",
    "-nn -tt -r $folder/a.pcap -c5", "-#ntttr $folder/a.pcap", "-n -tttt -X -r $folder/a.pcap -c 9 greater 200",
    "-nxxtr $folder/a.pcap", "-ntAr $folder/a.pcap", "-n -r $folder/a.pcap 'udp[0:2] - 4000 > 10'",
    "-n -ttttt -e -r $folder/a.pcap", "--count -r $folder/a.pcap udp port 4600", "-nt -r - -c 3 < $folder/a.pcap",
    "-ntt --nano -r $folder/a.pcap -c 3", "-nttttt --time-stamp-precision=nano -r $folder/a.pcap -c 3",
    "-ntvK -r $folder/a.pcap -c 3", "-d -r $folder/a.pcap udp port 53", "-dd -y EN10MB ip6 or tcp",
    "-ddd -y RAW host 10.0.0.1",
  ])
  func wordsMeanWhatTheyMeanToTcpdump(words: String) throws {
    let script =
      Self.makesTraffic + """
        cd $folder
        tcpdump \(words) > theirs 2> theirs.err
        "$headwind" capture \(words) > ours 2> ours.err
        cmp ours theirs && grep -v Warning theirs.err | cmp - ours.err
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  /// The columns of a summary are those of tshark's list, up to the last one.
  @Test(arguments: [
    "captures/protocols/http.pcap", "captures/recorded/slow-net.pcapng", "captures/recorded/cancel.pcapng",
  ])
  func summariesHaveTsharksColumns(name: String) throws {
    let script = """
      "$headwind" capture -r \(Repository.file(name)) --summary > $folder/rows
      awk '{ print $1, $2, $3, $5, $6, $7 }' $folder/rows > $folder/ours
      tshark -n -r \(Repository.file(name)) -o tcp.reassemble_out_of_order:TRUE -T fields -E separator=/s -e frame.number \
        -e frame.time_relative -e _ws.col.Source -e _ws.col.Destination -e _ws.col.Protocol -e frame.len |
        sed -E 's/^([0-9]+ [0-9]+\\.[0-9]{6})[0-9]*/\\1/' > $folder/theirs
      cmp $folder/ours $folder/theirs
      """
    let result = try Shell.run(script, tools: ["tshark": "tshark"])
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  @Test(arguments: [
    ("--summary -V", "--summary cannot be used with"), ("--summary -T json", "--summary cannot be used with"),
    ("--summary -x", "-x"),
  ])
  func aSummaryIsOneRow(words: String, expected: String) throws {
    let result = try Shell.run(
      Self.makesTraffic + "\"$headwind\" capture -r $folder/a.pcap \(words)", tools: Self.tools)
    #expect(result.status == 2 && result.errors.contains(expected), "\(result.errors)")
  }

  @Test func summariesAreFilteredAndDecodedAsIsSaid() throws {
    let capture = Repository.file("captures/protocols/http.pcap")
    let script = """
      "$headwind" capture -r \(capture) --summary -t -Y 'http.request.method == "HEAD"' -c 1
      "$headwind" capture -r \(capture) --summary -t --decode-as tcp.port==8001,data -c 4 | tail -1
      """
    let result = try Shell.run(script, tools: Self.tools)
    let rows = result.output.split(separator: "\n")
    #expect(rows.count == 2 && rows[0].contains(" HTTP ") && rows[0].contains("HEAD /"), "\(result.output)")
    #expect(rows[1].contains(" TCP ") && !rows[1].contains("GET"), "\(result.output)")
  }

  @Test func writtenFilesAreTcpdumpsToTheByte() throws {
    let script =
      Self.makesTraffic + """
        tcpdump -r $folder/a.pcap -w $folder/theirs udp port 4600
        "$headwind" capture -r $folder/a.pcap -w $folder/ours udp port 4600 && cmp $folder/ours $folder/theirs
        "$headwind" capture -r $folder/a.pcap -w - | cmp - $folder/a.pcap
        "$headwind" capture -r $folder/a.pcap -w $folder/a.pcapng && tcpdump -r $folder/a.pcapng -w - | cmp - $folder/a.pcap
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// What goes wrong is said on standard error, and the status tells its kind.
  @Test(arguments: [
    ("-r $folder/missing", 4, "No such file"), ("-r /etc/passwd", 3, "so it is not a pcap or pcapng file"),
    ("-r $folder/cut", 1, "truncated at byte 1000"), ("-r $folder/a.pcap no such filter", 2, "no such filter"),
    ("-r $folder/a.pcap -w $folder/a.pcap", 2, "is also the input file"), ("-i nosuchlink", 4, "nosuchlink"),
    ("", 2, "-i LINK"), ("-r $folder/a.pcap -c 0", 2, "-c 0"),
    ("-r $folder/a.pcap -w $folder/no/such", 4, "cannot write"),
    ("-r $folder/a.pcap -w /dev/full", 4, "0 complete packets"),
    ("-r $folder/a.pcap > /dev/full", 4, "standard output"),
  ])
  func troubleIsNamed(words: String, status: Int32, expected: String) throws {
    let script =
      Self.makesTraffic + """
        head -c 1000 $folder/a.pcap > $folder/cut
        "$headwind" capture \(words)
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(expected), "\(result.errors)")
  }

  @Test func aReaderThatHasSeenEnoughIsNoTrouble() throws {
    let script =
      Self.makesTraffic + """
        for i in $(seq 40); do tail -c +25 $folder/a.pcap; done > $folder/more
        (cat $folder/a.pcap $folder/more) > $folder/long.pcap
        "$headwind" capture -ntX -r $folder/long.pcap | head -n 1
        exit ${PIPESTATUS[0]}
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0)
    #expect(result.lines == ["IP 10.0.0.1.4000 > 10.0.0.2.4600: UDP, length 0"])
    #expect(!result.errors.contains("headwind:"), "\(result.errors)")
  }

  @Test func aFullDiskLeavesWholePackets() throws {
    let script =
      Self.makesTraffic + """
        mkdir $folder/small && mount -t tmpfs -o size=16k small $folder/small
        for name in x.pcap x.pcapng; do
          "$headwind" capture -r $folder/a.pcap -w $folder/small/$name 2> $folder/err
          echo "$? $(grep -o '[0-9]* complete packets' $folder/err) $(capinfos -M -c $folder/small/$name | grep -o '[0-9]*$')"
          cat $folder/err >&2
          rm $folder/small/$name
        done
        """
    let result = try Shell.run(script, tools: Self.tools, isolated: true)
    #expect(result.lines.count == 2)
    for line in result.lines {
      let words = line.split(separator: " ")
      // 4 N complete packets N
      #expect(words.count == 5 && words[0] == "4" && words[1] == words[4], "\(line) \(result.errors)")
    }
  }

  /// All that was sent before the signal is in the file, and the first line says when it is time to begin.
  @Test(arguments: ["INT", "TERM"], ["lo", "any"])
  func aLiveCaptureLosesNothing(signal: String, interface: String) throws {
    let script = """
      ip link set lo up
      "$headwind" capture -n -i \(interface) -w $folder/live.pcapng udp dst port 9 2> $folder/err &
      while ! grep -q "listening on \(interface), link-type" $folder/err; do sleep 0.02; done
      for i in $(seq 500); do echo $i > /dev/udp/127.0.0.1/9; done 2> /dev/null
      kill -\(signal) $!; wait $!; echo $?
      "$headwind" capture -r $folder/live.pcapng --count 2> /dev/null
      grep packets $folder/err
      """
    let result = try Shell.run(script, tools: ["ip": "iproute2"], isolated: true)
    let (captured, dropped) = ("500 packets captured", "0 packets dropped by kernel")
    #expect(result.lines.prefix(3) == ["0", "500 packets", captured][...], "\(result.output) \(result.errors)")
    #expect(result.lines.last == dropped, "\(result.output)")
  }

  @Test func withoutPermissionThereIsAWayOut() throws {
    // An ordinary user in a user namespace that does not own the network may not capture.
    let result = try Shell.run(
      """
      setpriv --bounding-set=-all --inh-caps=-all --reuid 65534 --clear-groups "$headwind" capture -i lo ||
        unshare --user "$headwind" capture -i lo
      """)
    #expect(result.status == 4, "\(result.errors)")
    #expect(result.errors.contains("permission denied") && result.errors.contains("link up"), "\(result.errors)")
  }
}
