import TestSupport
import Testing

/// What a capture does when it is asked something by a signal, and how soon it shows what comes.
@Suite(.waiting) struct SignalTests {
  /// Bash that makes a file of ten packets, each of 60 bytes, behind a header of 24.
  private static let makesTen = """
    python3 - "$folder/a.pcap" <<'END'
    import struct, sys
    file = open(sys.argv[1], 'wb')
    file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, 1))
    for i in range(10):
        ip = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 30, i, 0, 64, 17, 0, b'\\x0a\\0\\0\\1', b'\\x0a\\0\\0\\2')
        packet = b'\\2\\0\\0\\0\\0\\2\\2\\0\\0\\0\\0\\1\\x08\\0' + ip + struct.pack('>HHHH', 7000 + i, 9, 10, 0) + b'hi'
        file.write(struct.pack('<IIII', 1700000000 + i, i, len(packet), len(packet)) + packet)
    END
    # waits FILE WORDS: until a file holds the words
    waits() { for i in $(seq 1000); do grep -q "$2" $1 && return; sleep 0.02; done; echo "no $2 in $1"; exit 1; }

    """

  /// One packet after the other goes into the pipe, and each is shown before the next one does.
  @Test(arguments: ["a.pcap", "a.pcapng"])
  func eachPacketOfAGrowingPipeIsShown(name: String) throws {
    let script =
      Self.makesTen + """
        "$headwind" capture -r $folder/a.pcap -w $folder/\(name).copy --format \(name.hasSuffix("ng") ? "pcapng" : "pcap") 2> /dev/null
        mkfifo $folder/pipe
        "$headwind" capture -n -t -r - < $folder/pipe > $folder/out 2> $folder/err &
        exec 3> $folder/pipe
        size=$(stat -c %s $folder/\(name).copy)
        # All but the last byte of the file, and then it.
        head -c $((size - 1)) $folder/\(name).copy >&3
        waits $folder/out 7008
        grep -c 7009 $folder/out
        tail -c 1 $folder/\(name).copy >&3
        waits $folder/out 7009
        exec 3>&-
        wait $!; echo $?; wc -l < $folder/out
        """
    let result = try Shell.run(script, tools: ["python3": "python3"])
    #expect(result.lines == ["0", "0", "10"], "\(result.output) \(result.errors)")
  }

  /// What has come through a pipe is in the file when a signal ends the capture, and the output of another is not awaited.
  @Test(arguments: ["INT", "TERM", "HUP"])
  func aSignalEndsReadingAPipeInGoodOrder(signal: String) throws {
    let script =
      Self.makesTen + """
        mkfifo $folder/pipe
        "$headwind" capture -n -r - -w $folder/x.pcap --print < $folder/pipe > $folder/out 2> $folder/err &
        exec 3> $folder/pipe
        head -c 500 $folder/a.pcap >&3
        waits $folder/out 7006
        kill -\(signal) $!; wait $!; echo $?
        "$headwind" capture -r $folder/x.pcap --count
        """
    let result = try Shell.run(script, tools: ["python3": "python3"])
    #expect(result.lines == ["0", "7 packets"], "\(result.output) \(result.errors)")
  }

  @Test func countsAndFlushesOnRequest() throws {
    let script =
      Self.makesTen + """
        ip link set lo up
        "$headwind" capture -n -i lo -w $folder/x.pcap --print udp dst port 9 > $folder/out 2> $folder/err &
        waits $folder/err listening
        for i in 1 2 3; do echo > /dev/udp/127.0.0.1/9; done 2> /dev/null
        for i in $(seq 1000); do [ $(wc -l < $folder/out) = 3 ] && break; sleep 0.02; done
        kill -USR1 $!
        waits $folder/err 'headwind: 3 packets captured, '
        kill -USR2 $!
        for i in $(seq 1000); do [ $(stat -c %s $folder/x.pcap) -gt 24 ] && break; sleep 0.02; done
        capinfos -M -c $folder/x.pcap | grep -o '[0-9]*$'
        kill -INT $!; wait $!; echo $?
        """
    let result = try Shell.run(
      script, tools: ["ip": "iproute2", "capinfos": "wireshark-common", "python3": "python3"], isolated: true)
    #expect(result.lines == ["3", "0"], "\(result.output) \(result.errors)")
  }
}
