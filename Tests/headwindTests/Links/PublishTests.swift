import TestSupport
import Testing

/// `--publish`: clients of the host reach a server on a link, across its wire.
@Suite(.serialized, .waiting) struct PublishTests {
  typealias Who = FaultScript.Who

  private func check(_ script: String, as who: Who = .root) throws {
    let result = try RelayScript.run(script, as: who)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// By 127.0.0.1 and by ::1, 3 MB there and back, half-closed in turn, and in both kinds of link.
  @Test(arguments: Who.allCases, ["--private", "--connected"]) func bytesAreCarriedBothWays(_ who: Who, _ kind: String)
    throws
  {
    try check(
      """
      cat >$folder/server.py <<'END'
      from lib import *
      s = listener('0.0.0.0', 8000); print('ready', flush=True)
      for _ in range(2):
        c, _ = s.accept(); data = read_all(c); c.sendall(hashlib.sha256(data).digest() + data); c.close()
      END
      cat >$folder/client.py <<'END'
      from lib import *
      sent = bytes(i * 7 % 251 for i in range(3000000))
      for address in ('127.0.0.1', '::1'):
        c = connect(address, 8080); c.sendall(sent); c.shutdown(socket.SHUT_WR); got = read_all(c)
        assert got[:32] == hashlib.sha256(sent).digest() and got[32:] == sent, (address, len(got))
      END
      $run $headwind run \(kind) --publish 8080:8000 -- python3 $folder/server.py >$folder/out 2>$folder/said & served=$!
      until_there grep -q ready $folder/out
      grep -q 'leads to port 8000' $folder/said || fail "$(cat $folder/said)"
      python3 $folder/client.py || fail "client: $(cat $folder/said)"
      ended $served server || fail "server: $(cat $folder/said)"
      clean_links() { ! pgrep -x headwind; }; until_there clean_links
      """, as: who)
  }

  /// What crosses is conditioned and captured: the request is the downlink, because the server is the one on the link.
  @Test func theWireIsConditioned() throws {
    try check(
      """
      echo hello > $folder/index.html
      $headwind link up shop --publish 8080 --profile '{ downlink: { delay: 300 ms }, uplink: { delay: 400 ms } }' 2>$folder/said || fail "$(cat $folder/said)"
      $headwind link exec shop --detach -- python3 -m http.server 8080 --directory $folder > $folder/server.log 2>&1
      $headwind http -i shop > $folder/http 2> $folder/listening & http=$!
      until_there grep -q listening $folder/listening
      listens() { $headwind link exec shop -- curl -sS http://127.0.0.1:8080/; }; until_there listens
      out=$(curl -sS -w ' %{time_connect} %{time_starttransfer}' http://localhost:8080/) || fail curl
      set -- $out
      [ "$1" = hello ] || fail "$out"
      # The host accepts at once; behind it, the handshake and the request take two round trips.
      python3 -c "import sys; sys.exit(not (float('$3') >= 1.4))" || fail "not delayed: $out"
      kill -INT $http; wait $http; grep -q 'http://localhost:8080/' $folder/http || fail "unseen: $(cat $folder/http)"
      $headwind link switch shop Clean; curl -sS http://localhost:8080/ | grep -q hello || fail clean
      $headwind link down shop; curl -sS -m 5 http://localhost:8080/ 2>/dev/null && fail "still published"
      clean_links() { ! pgrep -x headwind; }; until_there clean_links
      """)
  }

  /// Nobody listens: a reset. A server that listens only on its own loopback interface: a reset, and a hint at the end.
  @Test(arguments: Who.allCases) func refusals(_ who: Who) throws {
    try check(
      """
      cat >$folder/server.py <<'END'
      from lib import *
      s = listener('127.0.0.1', 8000); print('ready', flush=True); sys.stdin.read()
      END
      mkfifo $folder/stay
      $run $headwind run --publish 8000 --publish 8001 -- python3 $folder/server.py <$folder/stay >$folder/out 2>$folder/said & served=$!
      exec 9>$folder/stay
      until_there grep -q ready $folder/out
      cat >$folder/client.py <<'END'
      from lib import *
      for port in (8000, 8001):
        c = connect('127.0.0.1', port)
        try: sys.exit('no reset: %r' % c.recv(1))
        except ConnectionResetError: pass
      END
      python3 $folder/client.py || fail client
      exec 9>&-
      ended $served server || fail "server: $(cat $folder/said)"
      grep -q 'port 8000 is published, but inside the link only 127.0.0.1:8000 listens' $folder/said || fail "$(cat $folder/said)"
      ! grep -q 'port 8001 is published, but' $folder/said || fail "$(cat $folder/said)"
      """, as: who)
  }

  /// The command does not begin if a port cannot be had, and says what to do.
  @Test func troublesAreNamed() throws {
    try check(
      """
      cat >$folder/server.py <<'END'
      from lib import *
      s = listener('127.0.0.1', 8000); print('ready', flush=True); time.sleep(100)
      END
      serve python3 $folder/server.py
      said() { $run $headwind run --publish $1 -- touch $folder/ran 2>$folder/said; status=$?; [ $status = $2 ] && grep -q "$3" $folder/said && ! [ -e $folder/ran ] || fail "$1: $status $(cat $folder/said)"; }
      said 8000 125 'listen at 127.0.0.1:8000: Address already in use'
      said 192.0.2.77:8001:80 125 'this host has no such address'
      said 0 125 'write PORT, HOST-PORT:PORT'; said 70000 125 'write PORT, HOST-PORT:PORT'; said a:80 125 'write PORT, HOST-PORT:PORT'; said ::1:80:80 125 'write PORT, HOST-PORT:PORT'
      run=$rootless; echo 1024 > /proc/sys/net/ipv4/ip_unprivileged_port_start
      said 80 125 'ports below 1024 need root'
      """)
  }

  /// A program on another link reaches the server too, across both wires.
  @Test func anotherLinkReachesIt() throws {
    try check(
      """
      echo hello > $folder/index.html
      $headwind link up shop --publish 8080 2>/dev/null || fail up
      $headwind link exec shop --detach -- python3 -m http.server 8080 --directory $folder > $folder/server.log 2>&1
      until_there curl -sS http://127.0.0.1:8080/
      $headwind run -q --connected -- curl -sS http://host.headwind.test:8080/ | grep -q hello || fail "not reached"
      $headwind link down shop
      clean_links() { ! pgrep -x headwind; }; until_there clean_links
      """)
  }
}
