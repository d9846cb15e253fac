import TestSupport
import Testing

/// Where packets may come from.
@Suite(.waiting) struct SourceTests {
  private static let tools = ["ip": "iproute2", "tcpdump": "tcpdump"]

  @Test(arguments: ["-D", "-i lo -L", "-i lo -J", "-i any -L", "-i lo -d udp", "-y EN10MB -ddd arp"])
  func listsAreTcpdumps(words: String) throws {
    let script = """
      ip link set lo up
      ip link add name dummy0 type veth peer name dummy1 && ip link set dummy0 up
      # This version of tcpdump lists some on standard output and some on standard error.
      tcpdump \(words) > $folder/theirs 2>&1 && "$headwind" capture \(words) > $folder/ours && diff $folder/ours $folder/theirs
      """
    let result = try Shell.run(script, tools: Self.tools, isolated: true)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  @Test func linksAreListedAndHaveNumbersToo() throws {
    let script = """
      name=listed$$
      "$headwind" link up -q $name --profile "Slow Net" || exit 1
      line=$("$headwind" capture -D | grep "$name "); echo "${line#*.}"
      "$headwind" capture -i ${line%%.*} -L
      "$headwind" link down $name
      """
    let result = try Shell.run(script)
    #expect(result.lines.first?.hasSuffix("(Headwind link: Slow Net) [up]") == true, "\(result.output)")
    #expect(result.lines.contains("  EN10MB (Ethernet)"), "\(result.output) \(result.errors)")
  }

  /// Traffic in another namespace, seen from this one by the process's number and by the namespace's name.
  @Test(arguments: ["--pid $inside", "--netns /proc/$inside/ns/net", "--netns test"])
  func anotherNamespace(words: String) throws {
    let script = """
      unshare --net sleep 60 & inside=$!
      for i in $(seq 500); do [ "$(readlink /proc/$inside/ns/net)" != "$(readlink /proc/self/ns/net)" ] && break; sleep 0.02; done
      nsenter --net=/proc/$inside/ns/net ip link set lo up
      mkdir -p /run/netns 2> /dev/null; mount -t tmpfs names /run && mkdir /run/netns && touch /run/netns/test
      mount --bind /proc/$inside/ns/net /run/netns/test
      "$headwind" capture -n -t -q -i lo \(words) -c 2 udp dst port 9 > $folder/out 2> $folder/err & capture=$!
      for i in $(seq 500); do grep -q listening $folder/err && break; sleep 0.02; done
      nsenter --net=/proc/$inside/ns/net bash -c 'for i in 1 2; do echo > /dev/udp/127.0.0.1/9; done 2> /dev/null'
      wait $capture; echo $?
      kill $inside
      cut -d' ' -f 1,4- $folder/out
      cat $folder/err >&2
      """
    let result = try Shell.run(script, tools: Self.tools, isolated: true)
    let line = "IP 127.0.0.1.9: UDP, length 1"
    #expect(result.lines == ["0", line, line], "\(result.output) \(result.errors)")
  }

  /// The owner of a rootless container's namespace may look into it without being root.
  @Test func aNamespaceOfOnesOwnNeedsNoRoot() throws {
    let script = """
      as=; [ $(id -u) = 0 ] && as='setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all --bounding-set=-all'
      cp "$headwind" $folder/headwind && chmod 755 $folder $folder/headwind
      $as unshare --user --map-root-user --net sh -c "ip link set lo up; echo up; exec sleep 60" > $folder/up & inside=$!
      for i in $(seq 500); do [ -s $folder/up ] && break; sleep 0.02; done
      $as $folder/headwind capture -D --pid $inside | grep -c ' *lo '
      $as $folder/headwind capture -i lo -L --pid $inside | tail -n 1
      kill $inside
      """
    let result = try Shell.run(script)
    #expect(result.output.contains("EN10MB (Ethernet)"), "\(result.output) \(result.errors)")
  }

  @Test(arguments: [
    ("-D --netns nosuch", 4, "nosuch"), ("-D --pid 2147483647", 4, "no such process"),
    ("-D --netns /etc/passwd", 4, "not a network"),
    ("-i lo --pid 0", 2, "--pid 0"), ("-i lo --pid 1 --netns x", 2, "either"), ("-r x --pid 1", 2, "need -i"),
    ("-i lo -r x", 2, "only one"), ("-r x -L", 2, "-L"), ("-r x -Q sideways", 2, "sideways"),
    ("-r x -y NOSUCH", 2, "NOSUCH"),
    ("--file-list /dev/null", 3, "the list is empty"),
  ])
  func troubleIsNamed(words: String, status: Int32, expected: String) throws {
    let result = try Shell.run("\"$headwind\" capture \(words)")
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(expected), "\(result.errors)")
  }

  @Test func onlyOneWay() throws {
    let script = """
      ip link set lo up
      ip link add a0 type veth peer name a1
      ip address add 10.9.9.1/24 dev a0; ip link set a0 up; ip link set a1 up
      ip neighbour add 10.9.9.2 lladdr 2:0:0:0:0:1 dev a0
      for way in in out inout; do
        "$headwind" capture -i any -w $folder/$way.pcapng -Q $way udp dst port 9 2> $folder/$way.err & eval $way=$!
        while ! grep -q listening $folder/$way.err; do sleep 0.02; done
      done
      for i in 1 2 3; do echo > /dev/udp/10.9.9.2/9; done 2> /dev/null
      sleep 0.3; kill -INT $in $out $inout; wait $in $out $inout
      for way in in out inout; do
        "$headwind" capture -r $folder/$way.pcapng -T fields -e sll.pkttype 2> /dev/null | sort | uniq -c | tr -s ' '
      done
      # A file knows as well.
      for way in in out; do "$headwind" capture -r $folder/inout.pcapng -Q $way --count 2> /dev/null; done
      """
    let result = try Shell.run(script, tools: Self.tools, isolated: true)
    #expect(result.lines.suffix(2) == ["3 packets", "3 packets"], "\(result.output) \(result.errors)")
    #expect(result.lines.prefix(2) == [" 3 3", " 3 4"], "\(result.output)")
  }

  /// Several files are read in turn, each by its own kind, and numbered on.
  @Test func aListOfFiles() throws {
    let script = """
      cd $folder
      printf '\\xd4\\xc3\\xb2\\xa1\\2\\0\\4\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\4\\0\\1\\0\\0\\0' > a
      for i in 1 2 3; do printf '\\1\\0\\0\\0\\2\\0\\0\\0\\16\\0\\0\\0\\16\\0\\0\\0\\2\\0\\0\\0\\0\\2\\2\\0\\0\\0\\0\\1\\x88\\xb5' >> a; done
      "$headwind" capture -r a -w b.pcapng
      printf 'a\\nb.pcapng\\na\\n' > list
      "$headwind" capture --file-list list --count 2> err; grep -c 'reading from' err
      "$headwind" capture -# -t --file-list - -q < list 2> /dev/null | cut -c 1-5 | tr -d '\\n '; echo
      "$headwind" capture --file-list list -w c.pcapng; "$headwind" capture -r c.pcapng --count
      "$headwind" capture -r c.pcapng -T fields -e frame.number -e frame.section_number | tail -n 1
      tshark -r c.pcapng -T fields -e frame.number -e frame.section_number 2> /dev/null | tail -n 1
      """
    let result = try Shell.run(script, tools: ["tshark": "tshark"])
    #expect(
      result.lines == ["9 packets", "3", "123456789", "9 packets", "9\t3", "9\t3"], "\(result.output) \(result.errors)")
  }

  /// A copy of one end of a link's capture is read as that end; whoever does not ask for it is told why there is nothing.
  @Test(arguments: ["capture", "http"])
  func aCopyOfTheOtherEnd(command: String) throws {
    let script = """
      "$headwind" run -q --capture $folder/both.pcapng --capture-side both -- curl -4 -sS -o /dev/null http://search.example/search.json
      "$headwind" capture -r $folder/both.pcapng --side server -w $folder/far.pcapng
      "$headwind" \(command) -r $folder/far.pcapng; echo shown
      "$headwind" \(command) -r $folder/far.pcapng --side server 2> /dev/null | wc -l
      """
    let result = try Shell.run(script, tools: ["curl": "curl"])
    #expect(result.errors.contains("the file has no packets of the client's end of the link; --side server shows"))
    #expect(result.lines.firstIndex(of: "shown").map { $0 < 2 } == true, "\(result.output)")
    #expect(result.lines.last.flatMap { Int($0) }.map { $0 > 1 } == true, "\(result.output)")
  }
}
