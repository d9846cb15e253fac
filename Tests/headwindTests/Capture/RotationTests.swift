import TestSupport
import Testing

/// `-C`, `-G`, `-W`, `-z`, `-U` and what a full disk does to them, with tcpdump as the judge.
@Suite(.waiting) struct RotationTests {
  private static let tools = ["tcpdump": "tcpdump", "capinfos": "wireshark-common", "python3": "python3"]

  /// Bash that writes 5,000 datagrams, 5.3 MB, to a file.
  private static let makesMuch = """
    python3 - "$folder/a.pcap" <<'END'
    import struct, sys
    file = open(sys.argv[1], 'wb')
    file.write(struct.pack('<IHHiIII', 0xa1b2c3d4, 2, 4, 0, 0, 262144, 1))
    for i in range(5000):
        data = bytes([65 + i % 26]) * 1000
        udp = struct.pack('>HHHH', 4000, 4600, 8 + len(data), 0) + data
        ip = struct.pack('>BBHHHBBH4s4s', 0x45, 0, 20 + len(udp), i, 0, 64, 17, 0, b'\\x0a\\0\\0\\1', b'\\x0a\\0\\0\\2')
        packet = b'\\2\\0\\0\\0\\0\\2\\2\\0\\0\\0\\0\\1\\x08\\0' + ip + udp
        file.write(struct.pack('<IIII', 1700000000 + i, i, len(packet), len(packet)) + packet)
    END

    """

  @Test(arguments: [
    "-w x -C 1", "-w x.pcap -C 1 -W 3", "-w x -C 1 -W 11", "-w x -C 1 -W 1", "-w x -C 2 -U", "-w x%Y -G 3600",
    "-w x%Y -G 3600 -C 1", "-w x%Y%% -G 3600 -C 1 -W 12", "-w x%Y -G 3600 -W 1", "-w x -W 5", "-w x%Y -C 1 -c 3000",
    "-w x -C 1 -s 100", "-w x -C 1 udp port 53",
  ])
  func filesAreTcpdumpsToTheByte(words: String) throws {
    let script =
      Self.makesMuch + """
        mkdir $folder/ours $folder/theirs
        (cd $folder/theirs && tcpdump -Z $(id -un) -r ../a.pcap \(words)) || exit 1
        (cd $folder/ours && "$headwind" capture -r ../a.pcap \(words)) || exit 1
        diff -r $folder/ours $folder/theirs && ls $folder/ours
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(!result.lines.isEmpty)
  }

  /// The packets come slowly enough that the second part is more than a second after the start.
  @Test func asManyFilesAsWereAskedForEndTheCapture() throws {
    let script =
      Self.makesMuch + """
        mkdir $folder/ours $folder/theirs
        slowly() { head -c 10664 $folder/a.pcap; sleep 2.2; tail -c +10665 $folder/a.pcap | head -c 10580; }
        (cd $folder/theirs && slowly | tcpdump -Z $(id -un) -r - -w x -G 1 -W 1 2> ../theirs.err; echo $? > ../theirs.status) &
        (cd $folder/ours && slowly | "$headwind" capture -r - -w x -G 1 -W 1 2> ../ours.err; echo $? > ../ours.status)
        wait
        diff -r $folder/ours $folder/theirs && cmp $folder/ours.status $folder/theirs.status
        cat $folder/ours.err
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(result.output.contains("Maximum file limit reached: 1"), "\(result.output)")
  }

  @Test func aProgramIsRunOnFinishedFiles() throws {
    let script =
      Self.makesMuch + """
        cd $folder
        printf '#!/bin/sh\\ncksum "$1" > "$1.sum"\\n' > sum.sh && chmod +x sum.sh
        "$headwind" capture -r a.pcap -w x -C 1 -z ./sum.sh 2> err || exit 1
        # Nobody waits for it, so we do: there is a next file after each but the last.
        for name in x x1 x2 x3 x4; do while ! [ -s $name.sum ]; do sleep 0.02; done; cksum $name | cmp - $name.sum; done
        ls x*.sum | wc -l
        "$headwind" capture -r a.pcap -w y -C 1 -z ./nosuchprogram 2>&1 | grep -c 'cannot run it'
        """
    let result = try Shell.run(script, tools: Self.tools)
    #expect(result.lines == ["5", "5"], "\(result.output) \(result.errors)")
  }

  /// The program that runs on a finished file has no socket of the capture, or packets would queue in it for ever.
  @Test func theProgramOnAFinishedFileHasNoSocketOfTheCapture() throws {
    let script = """
      export headwind
      cd $folder
      printf '#!/bin/sh\\nls -l /proc/self/fd > list; mv list "$1.fds"\\n' > fds.sh && chmod +x fds.sh
      unshare --user --map-root-user --net bash -c '
        ip link set lo up
        # Those that the shell itself was started with.
        ./fds.sh before
        "$headwind" capture -i lo -w x -G 1 -z ./fds.sh 2> err & capture=$!
        while ! [ -s x.fds ]; do echo > /dev/udp/127.0.0.1/9; sleep 0.1; done
        kill -INT $capture; wait $capture
      '
      sockets() { grep -o 'socket:.*' "$1" | sort; }
      cmp <(sockets before.fds) <(sockets x.fds) && echo equal
      """
    let result = try Shell.run(script, tools: ["unshare": "util-linux"])
    #expect(result.lines == ["equal"], "\(result.output) \(result.errors)")
  }

  /// Every file of a series is a capture by itself, of all interfaces, with the names that its packets' addresses have.
  @Test func everyFileOfASeriesIsWhole() throws {
    let script =
      Self.makesMuch + """
        cd $folder
        "$headwind" capture -r a.pcap -w all.pcapng && "$headwind" capture -r all.pcapng -w x.pcapng -C 2 -W 3 || exit 1
        for name in x.pcapng?; do capinfos -M -c -I $name | grep -E 'Number of packets|Encapsulation =' ; done
        mergecap -a -w merged.pcapng x.pcapng? && tcpdump -r merged.pcapng -w - | cmp - a.pcap
        """
    let result = try Shell.run(script, tools: ["mergecap": "wireshark-common"].merging(Self.tools) { $1 })
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.lines.filter { $0.contains("Ethernet") }.count == 3, "\(result.output)")
  }

  @Test func aFullDiskEndsASeriesWithWholeFiles() throws {
    let script =
      Self.makesMuch + """
        mkdir $folder/small && mount -t tmpfs -o size=2500k small $folder/small
        "$headwind" capture -r $folder/a.pcap -w $folder/small/x -C 1 2> $folder/err; echo $?
        for name in $folder/small/x*; do capinfos -M -c $name > /dev/null || echo "$name is not whole"; done
        ls $folder/small
        grep -c 'the file has [0-9]* complete packet' $folder/err
        """
    let result = try Shell.run(script, tools: Self.tools, isolated: true)
    #expect(result.lines == ["4", "x", "x1", "x2", "1"], "\(result.output) \(result.errors)")
  }

  @Test(arguments: [
    ("-C 0 -w x", "-C 0"), ("-G 0 -w x", "-G 0"), ("-W 0 -w x -C 1", "-W 0"), ("-C 1", "need -w"), ("-G 1", "need -w"),
    ("-C 99999999999999999 -w x", "-C 9"), ("--format pcapng", "need -w"), ("-w x --format tar", "--format"),
    ("-w x --nano --micro", "--nano"), ("-w x -Z nosuchuserhere", "nosuchuserhere"),
  ])
  func whatCannotBeMeantIsSaid(words: String, expected: String) throws {
    let result = try Shell.run("cd $folder; \"$headwind\" capture -r a.pcap \(words)")
    // An ordinary user has nothing to give up: then the file that is not there is the trouble.
    #expect(result.status == 2 || result.status == 4, "\(result.errors)")
    #expect(result.errors.contains(expected) || words.contains("-Z"), "\(result.errors)")
  }
}
