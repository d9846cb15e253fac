import Glibc
import TestSupport

/// Runs a script about something that already runs: a network namespace as a container has it, with `eth0` at a bridge.
///
/// `container` starts it, `$target` is its process. `inside` runs something there, and `outside` at the bridge, which has
/// 10.9.0.1, 10.9.0.3 and fd99::1. An ordinary user's container is in a user namespace of that user's. `attach OPTIONS` puts a link between them,
/// `detach` ends it, `state` prints what must be as it was.
enum AttachScript {
  private static let tools = [
    "ping": "iputils-ping", "nft": "nftables", "python3": "python3", "ethtool": "ethtool", "sysctl": "procps",
  ]

  private static let functions = #"""
    is_apart() { [ "$(readlink /proc/$1/ns/net)" != "$(readlink /proc/$2/ns/net)" ]; }
    container() {
      if [ -z "$run" ]; then unshare --net sleep 1000 & else $run unshare --user --map-root-user --net sleep 1000 & fi
      # Not by its parent's number: there are shells and programs between.
      until_there pgrep -xf 'sleep 1000'; bridge=$(pgrep -xf 'sleep 1000'); until_there is_apart $bridge self
      user=; [ -z "$run" ] || user="--user --preserve-credentials"
      outside unshare --net sleep 1001 &
      until_there pgrep -xf 'sleep 1001'; target=$(pgrep -xf 'sleep 1001'); until_there is_apart $target $bridge
      outside ip link add br0 type bridge mcast_snooping 0
      outside ip link set br0 up; outside ip link set lo up
      outside ip link add v0 type veth peer name eth0 netns /proc/$target/ns/net
      outside ip link set v0 master br0 up
      for address in 10.9.0.1/24 10.9.0.3/24 "fd99::1/64 nodad"; do outside ip address add dev br0 $address; done
      inside ip link set lo up; inside ip link set eth0 up
      for address in 10.9.0.2/24 "fd99::2/64 nodad"; do inside ip address add dev eth0 $address; done
      inside ip route add default via 10.9.0.1
      for address in 10.9.0.1 10.9.0.3 fd99::1; do until_there inside ping -c 1 -W 1 $address; done
      no_doubt() { ! inside ip address | grep -q tentative; }; until_there no_doubt
    }
    outside() { $run nsenter --target $bridge $user --net "$@"; }
    inside() { $run nsenter --target $target $user --net "$@"; }
    attach() {
      $run $headwind attach --name web "$@" 2> $folder/said & attached=$!
      until_there grep -qs ': attached to' $folder/said
    }
    # The first process of the command, not the shell before it, and not those that undo what it has done.
    detach() { pkill ${1:--INT} -o -f 'headwind attach'; wait $attached; }
    # The round trip in ms, rounded down.
    trip() { inside ping -c 2 -i 0.2 -q $1 | sed -n 's/^r[a-z]* .* = \([0-9]*\).*/\1/p'; }
    state() {
      inside ip -d -o link show dev eth0; inside ip -o address; inside ip route show table all; inside ip -6 route show table all; inside ip rule
      inside ip neigh | grep -v '^fe80' | sed 's/ REACHABLE\| STALE\| DELAY\| PROBE//' | sort
      inside ethtool -k eth0; inside tc qdisc show; inside nft list ruleset; inside ip -o link | wc -l
      inside sysctl -a 2>/dev/null | grep -E '^net.ipv[46].conf.(all|default|eth0)'
    }
    cat > $folder/echo.py <<'END'
    import socket, sys, threading
    def answer(c):
      while data := c.recv(65536): c.sendall(data)
    def serve(port):
      s = socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)
      while True: threading.Thread(target=answer, args=(s.accept()[0],), daemon=True).start()
    for port in (7, 8): threading.Thread(target=serve, args=(port,), daemon=True).start()
    u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.bind(("", 9)); print("ready", flush=True)
    while True:
      data, peer = u.recvfrom(2000); u.sendto(data, peer)
    END
    # A connection, and datagrams, that go on until the file `stop` is there: prints how many datagrams are lost.
    cat > $folder/busy.py <<'END'
    import os, socket, sys, time
    t = socket.create_connection(("10.9.0.1", 7)); t.settimeout(30)
    u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); u.connect(("10.9.0.1", 9)); u.setblocking(False)
    sent = got = 0; print("ready", file=sys.stderr, flush=True)
    def take():
      global got
      try:
        while u.recv(100): got += 1
      except BlockingIOError: pass
    def echo():
      t.sendall(b"x" * 1000); left = 1000
      while left: left -= len(t.recv(left))
    while not os.path.exists(sys.argv[1]):
      for _ in range(10):
        u.send(b"datagram"); sent += 1; take(); time.sleep(0.001)
      echo(); take()
    echo()
    for _ in range(100): take(); time.sleep(0.02)
    print(sent - got, "lost")
    END
    echo_server() { outside python3 $folder/echo.py > $folder/serving 2>&1 & until_there grep -q ready $folder/serving; }
    busy() { inside python3 $folder/busy.py $folder/stop > $folder/busy 2> $folder/begun & at_work=$!; until_there grep -q ready $folder/begun; }
    calm() { touch $folder/stop; wait $at_work || fail "$(cat $folder/begun)"; }
    nothing_left() { ! pgrep -x headwind && ! grep headwind /proc/net/unix && [ -z "$(files_left)" ]; }
    """#

  static let slow = "'{ uplink: { delay: 20 ms }, downlink: { delay: 30 ms } }'"

  /// A connection lives, and no datagram is lost, as the link comes, is switched, and goes. Afterwards everything is as it was.
  static func nothingIsLost(_ options: String = "") -> String {
    """
    container; echo_server; state > $folder/before
    busy
    attach --pid $target --profile \(slow) \(options)
    for address in 10.9.0.1 10.9.0.3 fd99::1; do [ "$(trip $address)" -ge 50 ] || fail "$address is not slow"; done
    [ "$($run $headwind link list | awk '$1 == "web" { print }' | grep -c 'attached.*10.9.0.2')" = 1 ] || fail "$($run $headwind link list)"
    $run $headwind link switch web '{ uplink: { delay: 100 ms } }' > $folder/switched; [ "$(trip 10.9.0.1)" -ge 100 ] || fail "not switched"
    # Frames that are on the link when it ends arrive.
    detach || fail "$(cat $folder/said)"
    grep -q 'eth0 of process .* is as it was' $folder/said || fail "$(cat $folder/said)"
    calm; [ "$(cat $folder/busy)" = "0 lost" ] || fail "$(cat $folder/busy $folder/begun)"
    as_before
    until_there nothing_left
    """
  }

  /// The kernel takes everything away with the process, and the connection goes on.
  static func killed(_ options: String = "") -> String {
    """
    container; echo_server; state > $folder/before
    attach --pid $target --profile \(slow) \(options)
    busy
    sleep 0.3; detach -KILL
    as_before
    [ "$(trip 10.9.0.1)" -lt 20 ] || fail "still slow"
    # What was on the link is lost, and sent again.
    calm
    until_there nothing_left
    """
  }

  /// Only what goes to a peer, or to a port, takes the link.
  static func onlyAPeer(_ options: String = "") -> String {
    """
    container; echo_server
    cat > $folder/trip.py <<'END'
    import socket, sys, time
    c = socket.create_connection((sys.argv[1], int(sys.argv[2]))); c.sendall(b"x"); c.recv(1); began = time.monotonic(); c.sendall(b"x"); c.recv(1)
    print("slow" if time.monotonic() - began >= 0.8 else "fast")
    END
    reach() { for to in "10.9.0.1 7" "10.9.0.1 8" "10.9.0.3 7" "fd99::1 7"; do inside python3 $folder/trip.py $to; done | xargs; }
    slow='{ uplink: { delay: 400 ms }, downlink: { delay: 400 ms } }'
    for only in 10.9.0.3 10.9.0.1:8 fd99::/16 "tcp port 7"; do
      attach --pid $target --profile "$slow" --only "$only" \(options); echo "$only: $(reach)"; detach || fail "$(cat $folder/said)"
    done > $folder/out
    diff - $folder/out <<'END' || fail "another selection"
    10.9.0.3: fast fast slow fast
    10.9.0.1:8: fast slow fast fast
    fd99::/16: fast fast fast slow
    tcp port 7: slow fast slow slow
    END
    attach --pid $target --profile "$slow" --only 10.9.0.3:7 --only udp \(options); [ "$(reach)" = "fast fast slow fast" ] || fail "two selections"; detach
    """
  }

  /// Segments of 64 KB, and frames as long as the interface takes, cross unharmed in both directions.
  static func bytes(mtu: Int, _ options: String = "") -> String {
    """
    container; outside ip link set v0 mtu \(mtu); outside ip link set br0 mtu \(mtu); inside ip link set eth0 mtu \(mtu)
    cat > $folder/far.py <<'END'
    import hashlib, socket
    s = socket.create_server(("", 7)); print("ready", flush=True); c, _ = s.accept(); data = b""
    while part := c.recv(1 << 20): data += part
    c.sendall(hashlib.sha256(data).digest() + data)
    END
    cat > $folder/near.py <<'END'
    import hashlib, random, socket
    data = random.Random(7).randbytes(20_000_000); c = socket.create_connection(("10.9.0.1", 7)); c.settimeout(60)
    c.sendall(data); c.shutdown(socket.SHUT_WR); got = b""
    while part := c.recv(1 << 20): got += part
    assert got == hashlib.sha256(data).digest() + data, len(got)
    END
    outside python3 $folder/far.py > $folder/serving 2>&1 & until_there grep -q ready $folder/serving
    attach --pid $target --profile Clean \(options)
    inside python3 $folder/near.py || fail "$(cat $folder/serving)"
    inside ping -c 1 -M do -s \(mtu - 28) 10.9.0.1 | grep -q ' 0% packet loss' || fail "MTU"
    $headwind link list | awk '$1 == "web"' | grep -q ' [0-9]\\{3,\\} up, [0-9]\\{3,\\} down' || fail "$($headwind link list)"
    detach
    """
  }

  static func run(_ script: String, as who: LinkUser = .ourselves, tools others: [String: String] = [:]) throws
    -> ToolResult
  {
    // Without root, the root of the script is an ordinary user already.
    try LinkScript.run(
      functions + "\n" + script, as: geteuid() == 0 ? who : .ourselves, tools: tools.merging(others) { one, _ in one })
  }
}
