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
    space() { until [ "$(readlink /proc/$1/ns/net)" != "$(readlink /proc/$2/ns/net)" ]; do sleep 0.02; done; }
    container() {
      if [ -z "$run" ]; then unshare --net sleep 1000 & else $run unshare --user --map-root-user --net sleep 1000 & fi
      # Not by its parent's number: there are shells and programs between.
      until bridge=$(pgrep -xf 'sleep 1000'); do sleep 0.02; done; space $bridge self
      user=; [ -z "$run" ] || user="--user --preserve-credentials"
      outside unshare --net sleep 1001 &
      until target=$(pgrep -xf 'sleep 1001'); do sleep 0.02; done; space $target $bridge
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

  static func run(_ script: String, as who: LinkUser = .ourselves, tools others: [String: String] = [:]) throws
    -> ToolResult
  {
    // Without root, the root of the script is an ordinary user already.
    try LinkScript.run(
      functions + "\n" + script, as: geteuid() == 0 ? who : .ourselves, tools: tools.merging(others) { one, _ in one })
  }
}
