import TestSupport
import Testing

/// `--connected`, with the command itself. The host is a network namespace of the test, beside a server that is another.
@Suite(.serialized, .waiting) struct ConnectedCommandTests {
  typealias Who = FaultScript.Who

  /// Moves `e1` to a server, which answers datagrams on port 9000 with the same bytes, and writes the client's script: it sends
  /// numbers, each when the one before has come back or is lost, and prints those that come back. What is sent last says that all the others have come.
  private static let server = """
    unshare --net sleep 300 & far=$!
    for i in $(seq 500); do [ "$(readlink /proc/$far/ns/net)" != "$(readlink /proc/self/ns/net)" ] && break; sleep 0.01; done
    ip link set e1 netns $far
    nsenter --net=/proc/$far/ns/net sh -c 'ip link set lo up; ip address add 192.0.2.1/24 dev e1; ip link set e1 up'
    cat >$folder/echo.py <<'END'
    import socket
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(('192.0.2.1', 9000)); print('ready', flush=True)
    while True:
      data, peer = s.recvfrom(100); s.sendto(data, peer)
    END
    cat >$folder/ask.py <<'END'
    import socket, sys, time
    # A router would report its multicast groups within this time.
    time.sleep(float(sys.argv[1]))
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(('192.0.2.1', 9000)); s.settimeout(0.3)
    came = []
    def hear():
      try:
        data = s.recv(100)
        if data != b'last': came.append(int(data))
        return data
      except (TimeoutError, ConnectionRefusedError): return b''
    for number in range(1, 21):
      s.send(b'%d' % number); hear()
    for last in range(100):
      s.send(b'last')
      while data := hear():
        if data == b'last': print(*came); sys.exit(0)
    sys.exit('no answer')
    END
    nsenter --net=/proc/$far/ns/net python3 $folder/echo.py >$folder/ready &
    until_there grep -q ready $folder/ready
    """

  /// Whatever becomes of the links, the host is as it was, and the next link comes up at once.
  @Test func leavesTheHostAsItWas() throws {
    let result = try FaultScript.run(
      """
      look() {
        ip -d address; ip route show table all; ip -6 route show table all; ip rule; ip -6 rule; ip neigh; nft list ruleset
      }
      # Addresses of a new interface change for a second or two.
      until_there sh -c '! ip -6 address | grep -q tentative'
      look >$folder/before
      same() {
        for i in $(seq 500); do look >$folder/after; cmp -s $folder/before $folder/after && return; sleep 0.02; done
        fail "$1: $(diff $folder/before $folder/after)"
      }
      for forwards in 0 1; do
        echo $forwards > /proc/sys/net/ipv6/conf/all/forwarding
        until_there sh -c '! ip -6 address | grep -q tentative'; look >$folder/before
        for round in 1 2 3; do
          $headwind run --connected -- true 2>$folder/said || fail "$round: $(cat $folder/said)"
          grep -q masquerade $folder/said || fail "$(cat $folder/said)"
          same "after $round"
        done
      done
      for round in 1 2 3; do
        $headwind run -q --connected -- sleep 300 & command=$!
        until_there pgrep -x sleep
        kill -9 $command; wait $command
        $headwind run -q --connected -- true 2>$folder/said || fail "after kill -9: $(cat $folder/said)"
      done
      clean; same "after kill -9"
      # What a link that was killed may have left, or one of another version.
      ip -6 route add local fd5b:8e1c:4d78:1::1 dev lo
      ip link add hw1 address 02:00:00:00:00:b0 type veth peer name h0
      ip link set hw1 up; ip address add 10.84.1.1/30 dev hw1; ip route add 10.83.1.0/24 via 10.84.1.2
      $headwind run -q --connected -- cat /etc/resolv.conf >$folder/names 2>$folder/said || fail "left: $(cat $folder/said)"
      grep -qx 'nameserver 10.83.1.1' $folder/names || fail "$(cat $folder/names)"
      same "what was left"
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A number that is a link's, that a stranger has taken, or whose interface or network is the host's own, is passed over.
  @Test(arguments: Who.allCases) func numbersAreUnique(_ who: Who) throws {
    let result = try FaultScript.run(
      """
      $run $headwind run -q --connected -- sh -c 'cat /etc/resolv.conf; exec sleep 300' >$folder/one & first=$!
      until_there grep -q nameserver $folder/one
      python3 -c "import socket, time; s = socket.socket(socket.AF_UNIX); s.bind(chr(0) + 'headwind.number.2'); time.sleep(300)" &
      until_there grep -q headwind.number.2 /proc/net/unix
      ip link add hw3 type veth peer name other; ip route add 10.83.4.0/24 dev e0
      $run $headwind run -q --connected -- cat /etc/resolv.conf >$folder/two 2>$folder/said || fail "$(cat $folder/said)"
      [ "$(cat $folder/one)" = 'nameserver 10.83.1.1' ] || fail "$(cat $folder/one)"
      [ "$(cat $folder/two)" = 'nameserver 10.83.5.1' ] || fail "$(cat $folder/two)"
      ip link show hw3 >/dev/null || fail "somebody else's interface has gone"
      kill -9 $first; wait $first; sleep 0.2
      for i in $(seq 500); do grep -q headwind.number.1 /proc/net/unix || break; sleep 0.01; done
      [ "$($run $headwind run -q --connected -- cat /etc/resolv.conf)" = 'nameserver 10.83.1.1' ] || fail "number 1 is not free"
      """, as: who, tools: ["python3": "python3"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Only the program's packets and their answers have fates: with a seed the same ones each time, and the first is the first.
  @Test(arguments: [(Who.root, 1, "masquerade"), (.root, 0, "relay"), (.ordinaryUser, 0, "relay")])
  func seedsAndNumbersAreTheProgramsOwn(_ who: Who, _ forwards: Int, _ way: String) throws {
    let result = try FaultScript.run(
      """
      echo \(forwards) > /proc/sys/net/ipv4/ip_forward; echo 1 > /proc/sys/net/ipv6/conf/all/forwarding
      \(Self.server)
      ask() { $run $headwind run --connected --seed 7 --profile "$2" -- python3 $folder/ask.py $1 2>>$folder/said || fail "$(cat $folder/said)"; }
      for pause in 0 1.2 0.3; do ask $pause '{ downlink: { loss: 30 % } }'; done >$folder/came
      [ $(sort -u $folder/came | wc -l) = 1 ] || fail "$(cat $folder/came)"
      [ $(wc -w <$folder/came) -lt 58 ] || fail "nothing was lost: $(cat $folder/came)"
      grep -q 'link by \(way)' $folder/said || fail "$(cat $folder/said)"
      ask 1.2 '{ downlink: { drop: [1, 3] } }' >$folder/came
      [ "$(cat $folder/came)" = "$(echo 2 $(seq 4 20))" ] || fail "$(cat $folder/came)"
      ask 1.2 '{ uplink: { drop: [2] } }' >$folder/came
      [ "$(cat $folder/came)" = "$(echo 1 $(seq 3 20))" ] || fail "$(cat $folder/came)"
      """, as: who, tools: ["python3": "python3"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// What the host reaches without a default route, a connected link reaches.
  @Test(arguments: Who.allCases) func needsNoDefaultRoute(_ who: Who) throws {
    let result = try FaultScript.run(
      """
      echo 0 > /proc/sys/net/ipv4/ip_forward
      \(Self.server)
      ip route del default
      $run $headwind run --connected -- python3 $folder/ask.py 0 >$folder/came 2>$folder/said || fail "$(cat $folder/said)"
      [ "$(cat $folder/came)" = "$(echo $(seq 20))" ] || fail "$(cat $folder/came)"
      # Nor any interface that leads somewhere.
      ip link del e0
      $run $headwind run -q --connected -- true 2>$folder/said || fail "$(cat $folder/said)"
      """, as: who, tools: ["python3": "python3"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The root directory of a chroot need not be a mount point, and the host's mounts stay as they are.
  @Test func runsInAChroot() throws {
    let result = try FaultScript.run(
      """
      mount --make-rshared /
      mkdir $folder/root $folder/root/tmp
      for directory in /*; do
        [ -d $directory ] && [ $directory != /tmp ] || continue
        if [ -L $directory ]; then ln -s $(readlink $directory) $folder/root$directory
        else mkdir $folder/root$directory; mount --rbind $directory $folder/root$directory; fi
      done
      cp $headwind $folder/root/tmp/headwind
      cut -d' ' -f5- /proc/self/mountinfo >$folder/before
      chroot $folder/root sh -c 'cd /usr; exec /tmp/headwind run -q -- sh -c "pwd; cat /etc/resolv.conf; ls /proc/1/comm"' \
        >$folder/out 2>$folder/said || fail "$(cat $folder/said)"
      [ "$(echo $(cat $folder/out))" = '/usr nameserver 10.83.0.1 /proc/1/comm' ] || fail "$(cat $folder/out)"
      cut -d' ' -f5- /proc/self/mountinfo | diff $folder/before - || fail 'other mounts'
      umount -l $folder/root/*  2>/dev/null; :
      """)
    #expect(result.status == 0, "\(result.errors)")
  }
}
