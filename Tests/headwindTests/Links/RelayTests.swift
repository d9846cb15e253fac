import TestSupport
import Testing

/// A connected link by the relay, with real clients, as root and as an ordinary user: what a connection looks like on the link is
/// what it looks like on the host.
@Suite(.serialized, .waiting) struct RelayTests {
  typealias Who = FaultScript.Who

  private func check(_ script: String, as who: Who, tools: [String: String] = [:]) throws {
    let result = try RelayScript.run(script, as: who, tools: tools)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The server sends back what it gets once the client has said that there is no more, so that both ends are half-closed in turn.
  @Test(arguments: Who.allCases) func bytesAndEndsAreCarriedBothWays(_ who: Who) throws {
    try check(
      """
      cat >$folder/server.py <<'END'
      from lib import *
      def serve(s):
        while True:
          c, _ = s.accept(); data = read_all(c); c.sendall(hashlib.sha256(data).digest() + data); c.close()
      for address in ('192.0.2.1', '2001:db8::1'): threading.Thread(target=serve, args=(listener(address, 8000),)).start()
      print('ready', flush=True)
      END
      cat >$folder/client.py <<'END'
      from lib import *
      sent = bytes(i * 7 % 251 for i in range(3000000))
      for address in ('192.0.2.1', '2001:db8::1'):
        c = connect(address, 8000); c.sendall(sent); c.shutdown(socket.SHUT_WR)
        assert c.getpeername()[0] == address
        got = read_all(c)
        assert got[:32] == hashlib.sha256(sent).digest() and got[32:] == sent, (address, len(got))
      print('done')
      END
      serve $server python3 $folder/server.py
      $run $headwind run --connected -- python3 $folder/client.py >$folder/out 2>$folder/said || fail "$(cat $folder/said)"
      grep -q done $folder/out; grep -q 'link by relay' $folder/said || fail "$(cat $folder/said)"
      $link --profile '{ downlink: { bandwidth: 20 Mbps, delay: 10 ms, loss: 1 % }, uplink: { loss: 1 % } }' -- \\
        python3 $folder/client.py >$folder/out || fail "lossy"
      clean_links() { ! pgrep -x headwind; }; until_there clean_links
      """, as: who)
  }

  /// A reset of either end is a reset for the other.
  @Test(arguments: Who.allCases) func resetsArePassedOn(_ who: Who) throws {
    try check(
      """
      cat >$folder/server.py <<'END'
      from lib import *
      s = listener('192.0.2.1', 8000); print('ready', flush=True)
      c, _ = s.accept(); c.recv(1); reset(c)
      c, _ = s.accept()
      try: print('end', read_all(c), flush=True)
      except ConnectionResetError: print('was reset', flush=True)
      END
      cat >$folder/client.py <<'END'
      from lib import *
      c = connect('192.0.2.1', 8000); c.sendall(b'x')
      try: sys.exit('an end instead of a reset: %r' % read_all(c))
      except ConnectionResetError: pass
      c = connect('192.0.2.1', 8000); time.sleep(0.1); reset(c); time.sleep(0.5)
      END
      serve $server python3 $folder/server.py
      $link -- python3 $folder/client.py 2>$folder/said || fail "$(cat $folder/said)"
      until_there grep -q 'was reset' $folder/serving.1
      """, as: who)
  }

  /// Nobody listens, there is no route, and silence: each looks as it does on the host.
  @Test(arguments: Who.allCases) func failuresLookAsTheyDoOnTheHost(_ who: Who) throws {
    try check(
      """
      cat >$folder/client.py <<'END'
      import errno
      from lib import *
      for address, port, expected in (
        ('192.0.2.1', 81, 'ECONNREFUSED'), ('2001:db8::1', 81, 'ECONNREFUSED'), ('203.0.113.5', 80, 'EHOSTUNREACH'),
        ('2001:db8:5::1', 80, 'EHOSTUNREACH ENETUNREACH'), ('203.0.113.9', 80, 'timeout'), ('10.83.1.77', 80, 'EHOSTUNREACH')):
        start = time.time()
        try: connect(address, port, 1.5); found = 'connected'
        except TimeoutError: found = 'timeout'
        except OSError as e: found = errno.errorcode[e.errno]
        took = time.time() - start
        assert found in expected.split(), (address, found)
        assert (took > 1.4) == (found == 'timeout'), (address, took)
      END
      $link -- python3 $folder/client.py 2>$folder/said || fail "$(cat $folder/said)"
      # On the wire: a SYN, and the answer a delay later.
      $link --profile '{ downlink: { delay: 200 ms } }' -- python3 -c '
      from lib import *
      start = time.time()
      try: connect("192.0.2.1", 81)
      except ConnectionRefusedError: pass
      assert 0.2 < time.time() - start < 1, time.time() - start' 2>$folder/said || fail "$(cat $folder/said)"
      """, as: who)
  }

  /// A handshake is complete only when the server's is: the client's SYN waits for it, and no second connection is made for a
  /// retransmission.
  @Test(arguments: Who.allCases) func aConnectionIsThereWhenTheServersIs(_ who: Who) throws {
    try check(
      """
      cat >$folder/server.py <<'END'
      from lib import *
      s = listener('192.0.2.1', 8000); print('ready', flush=True)
      while True: c, _ = s.accept(); print('connection', flush=True); c.sendall(b'hello'); c.close()
      END
      serve $server python3 $folder/server.py
      # The host's SYN arrives only when the route is there.
      $server ip route add blackhole 192.0.2.9
      (until_there test -e $folder/started; sleep 1.5; $server ip route del blackhole 192.0.2.9) &
      $link -- python3 -c '
      from lib import *
      import os
      start = time.time(); open(os.environ["folder"] + "/started", "w"); c = connect("192.0.2.1", 8000, 30)
      took = time.time() - start
      assert read_all(c) == b"hello" and took > 1.4, took' 2>$folder/said || fail "$(cat $folder/said)"
      [ $(grep -c connection $folder/serving.1) = 1 ] || fail "$(cat $folder/serving.1)"
      """, as: who)
  }

  @Test(arguments: Who.allCases) func datagramsAndPingsAreCarried(_ who: Who) throws {
    try check(
      """
      cat >$folder/server.py <<'END'
      from lib import *
      def echo(address):
        s = socket.socket(socket.AF_INET6 if ':' in address else socket.AF_INET, socket.SOCK_DGRAM); s.bind((address, 53))
        while True: data, peer = s.recvfrom(65536); s.sendto(data, peer)
      for address in ('192.0.2.1', '2001:db8::1'): threading.Thread(target=echo, args=(address,)).start()
      time.sleep(0.1); print('ready', flush=True)
      END
      cat >$folder/client.py <<'END'
      from lib import *
      for address in ('192.0.2.1', '2001:db8::1'):
        family = socket.AF_INET6 if ':' in address else socket.AF_INET
        s = socket.socket(family, socket.SOCK_DGRAM); s.settimeout(5)
        # One socket, several destinations; a long datagram is fragmented.
        for size in (10, 1400, 20000):
          s.sendto(b'a' * size, (address, 53)); data, peer = s.recvfrom(65536)
          assert len(data) == size and peer[:2] == (address, 53), (size, peer)
        c = socket.socket(family, socket.SOCK_DGRAM); c.settimeout(5); c.connect((address, 54))
        c.send(b'x')
        try: sys.exit('an answer: %r' % c.recv(10))
        except ConnectionRefusedError: pass
      END
      serve $server python3 $folder/server.py
      $link -- python3 $folder/client.py 2>$folder/said || fail "$(cat $folder/said)"
      # Where the host's user may not ping, as in a new namespace, the client is told.
      $link -- ping -n -c 1 -W 5 192.0.2.1 >$folder/out && fail "an answer"
      grep -qi filtered $folder/out || fail "$(cat $folder/out)"
      echo '0 0' > /proc/sys/net/ipv4/ping_group_range
      for address in 192.0.2.1 2001:db8::1 host.headwind.test; do
        $link -- ping -n -c 2 -i 0.2 -W 5 $address >$folder/out || fail "$(cat $folder/out)"
        grep -q ' 0% packet loss' $folder/out || fail "$(cat $folder/out)"
      done
      $link -- ping -n -c 1 -W 5 203.0.113.5 >$folder/out && fail "an answer"
      grep -q Unreachable $folder/out || fail "$(cat $folder/out)"
      """, as: who, tools: ["ping": "iputils-ping"])
  }

  /// 10,000 connection requests that nobody completes are a bounded number of sockets, and the next client gets through.
  @Test func aFloodOfRequestsIsBounded() throws {
    try check(
      """
      serve $server python3 -u -c 'from lib import *; s = listener("192.0.2.1", 8000); print("ready")
      while True: c, _ = s.accept(); c.close()'
      cat >$folder/flood.py <<'END'
      from lib import *
      s = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
      source, target = socket.inet_aton('10.83.1.77'), socket.inet_aton('192.0.2.1')
      def checksum(data):
        total = sum(struct.unpack('!%dH' % (len(data) // 2), data))
        while total >> 16: total = (total & 0xFFFF) + (total >> 16)
        return ~total & 0xFFFF
      for port in range(10000, 20000):
        tcp = struct.pack('!HHIIBBHHH', port, 8000, 1, 0, 0x50, 2, 1000, 0, 0)
        pseudo = source + target + struct.pack('!HH', 6, len(tcp))
        tcp = tcp[:16] + struct.pack('!H', checksum(pseudo + tcp)) + tcp[18:]
        s.sendto(struct.pack('!BBHHHBBH', 0x45, 0, 40, 0, 0, 64, 6, 0) + source + target + tcp, ('192.0.2.1', 0))
        if port % 100 == 0: time.sleep(0.005)
      END
      $headwind link up flood -q --connected || fail up
      holder=$(pgrep -x headwind | head -n 1)
      before=$(ls /proc/$holder/fd | wc -l)
      $headwind link exec flood -- python3 $folder/flood.py || fail flood
      after=$(ls /proc/$holder/fd | wc -l)
      [ $after -gt $((before + 500)) ] || fail "$before and $after descriptors: nothing was held"
      [ $after -lt $((before + 4200)) ] || fail "$before and $after descriptors"
      $headwind link exec flood -- python3 -c 'from lib import *; connect("192.0.2.1", 8000, 60)' || fail "nobody gets through"
      $headwind link down flood
      """, as: .root)
  }

  /// What does not fit is said at the end, and what is open goes on.
  @Test(arguments: Who.allCases) func theLimitOfDescriptorsIsSaid(_ who: Who) throws {
    try check(
      """
      serve $server python3 -u -c 'from lib import *; s = listener("192.0.2.1", 8000); print("ready"); all = []
      while True: c, _ = s.accept(); all.append(c); c.sendall(b"x")'
      cat >$folder/client.py <<'END'
      from lib import *
      open = []
      for number in range(100):
        try: c = connect('192.0.2.1', 8000, 0.5); c.recv(1); open.append(c)
        except OSError: pass
      assert 20 < len(open) < 80, len(open)
      END
      ulimit -n 160
      $run $headwind run --connected -- python3 $folder/client.py 2>$folder/said || fail "$(cat $folder/said)"
      grep -q 'connections of the link failed because Headwind was out of descriptors' $folder/said || fail "$(cat $folder/said)"
      """, as: who)
  }

  /// A connection has two descriptors, so a thousand of them fit into a common limit with room to spare.
  @Test(arguments: Who.allCases) func aThousandConnectionsAreCarried(_ who: Who) throws {
    try check(
      """
      serve $server python3 -u -c 'from lib import *; s = listener("192.0.2.1", 8000); print("ready"); all = []
      while True: c, _ = s.accept(); all.append(c); c.sendall(b"x")'
      cat >$folder/client.py <<'END'
      from lib import *
      all = [connect('192.0.2.1', 8000, 60) for number in range(1000)]
      for c in all: assert c.recv(1) == b'x'
      END
      ulimit -n 2400
      $run $headwind run --connected -- python3 $folder/client.py 2>$folder/said || fail "$(cat $folder/said)"
      ! grep -q 'out of descriptors' $folder/said || fail "$(cat $folder/said)"
      """, as: who)
  }

  /// A server that listens on ::1 only; and one that comes back by the other version of IP. The octet of DSCP crosses both ways.
  @Test(arguments: Who.allCases) func datagramsReachEitherLoopbackAddress(_ who: Who) throws {
    try check(
      """
      cat >$folder/server.py <<'END'
      from lib import *
      family, address = (socket.AF_INET6, '::1') if sys.argv[1] == '6' else (socket.AF_INET, '127.0.0.1')
      s = socket.socket(family, socket.SOCK_DGRAM); s.bind((address, 5555)); s.settimeout(60)
      if family == socket.AF_INET6:
        s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_RECVTCLASS, 1); s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_TCLASS, 0x48)
      else:
        s.setsockopt(socket.IPPROTO_IP, socket.IP_RECVTOS, 1); s.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, 0x48)
      print('ready', flush=True)
      data, more, _, sender = s.recvmsg(100, 100)
      s.sendto(b'%s %s %02x' % (sys.argv[1].encode(), data, more[0][2][0]), sender)
      END
      cat >$folder/client.py <<'END'
      from lib import *
      host = socket.gethostbyname('host.headwind.test')
      s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(20)
      s.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, 0xb8); s.setsockopt(socket.IPPROTO_IP, socket.IP_RECVTOS, 1); s.connect((host, 5555))
      for version in sys.stdin:
        while True:
          # Who was there before may be gone; then the first datagram is refused.
          try: s.send(b'hello'); data, more, _, _ = s.recvmsg(100, 100); break
          except ConnectionRefusedError: pass
        print(data.decode(), '%02x' % more[0][2][0], flush=True)
      s.send(b'nobody')
      try: print(s.recv(100), 'of nobody')
      except ConnectionRefusedError: print('refused', flush=True)
      END
      mkfifo $folder/turns
      $link -- python3 $folder/client.py <$folder/turns >$folder/answers 2>$folder/said & command=$!
      exec 9>$folder/turns
      for version in 6 6 4; do
        python3 $folder/server.py $version >$folder/listening & 
        until_there grep -q ready $folder/listening
        echo $version >&9; wait $!
        until_there grep -q "^$version hello b8 48$" $folder/answers
        : >$folder/listening; : >$folder/answers
      done
      exec 9>&-; wait $command || fail "$(cat $folder/said)"
      """, as: who)
  }

  /// The host's loopback interface, by name and by `--localhost`, across the link, by the relay and by root's masquerade.
  @Test(arguments: [(Who.root, 0), (.root, 1), (.ordinaryUser, 0)])
  func theHostsLoopbackIsReached(_ who: Who, _ forwards: Int) throws {
    try check(
      """
      echo \(forwards) > /proc/sys/net/ipv4/ip_forward
      cat >$folder/server.py <<'END'
      from lib import *
      def serve(address, port):
        s = listener(address, port)
        while True: c, _ = s.accept(); c.sendall(('%s %d' % (address, port)).encode()); c.close()
      for end in (('127.0.0.1', 8080), ('::1', 8081), ('127.0.0.1', 8082)): threading.Thread(target=serve, args=end).start()
      time.sleep(0.1); print('ready', flush=True)
      END
      serve python3 $folder/server.py
      cat >$folder/ask.py <<'END'
      from lib import *
      print(read_all(connect(sys.argv[1], int(sys.argv[2]))).decode())
      END
      ask() { words=$1; shift; $link $words -- python3 $folder/ask.py "$@" 2>$folder/said; }
      is() { [ "$1" = "$2" ] || fail "$1, not $2: $(cat $folder/said)"; }
      is "$(ask '' host.headwind.test 8080)" '127.0.0.1 8080'
      is "$(ask '' host.headwind.test 8081)" '::1 8081'
      is "$(ask '--localhost 8080' localhost 8080)" '127.0.0.1 8080'
      is "$(ask '--localhost 8080-8081' ::1 8081)" '::1 8081'
      is "$(ask '--localhost all' 127.0.0.1 8082)" '127.0.0.1 8082'
      is "$(ask '--localhost all' ::1 8082)" '127.0.0.1 8082'
      # What is not named stays the link's own, and the way is said.
      $run $headwind run --connected --localhost 8080 -- python3 $folder/ask.py localhost 8082 2>$folder/said && fail 'no error'
      grep -q 'nothing listens on 127.0.0.1:8082 inside the link; the host does: use --localhost 8082' $folder/said ||
        fail "$(cat $folder/said)"
      # The link's conditions hold, and its capture has the packets.
      $link --localhost 8080 --capture $folder/seen.pcapng --profile '{ downlink: { delay: 150 ms } }' -- python3 -c '
      from lib import *
      start = time.time(); connect("127.0.0.1", 8080)
      assert time.time() - start > 0.15' 2>$folder/said || fail "$(cat $folder/said)"
      $headwind capture -n -r $folder/seen.pcapng 'tcp[13] = 2' 2>&1 | grep -q '10.83.1.2.*> 10.83.1.3.8080: Flags \\[S\\]' ||
        fail "$($headwind capture -n -r $folder/seen.pcapng 2>&1)"
      # A private link has no host.
      $run $headwind run --localhost 8080 -- true 2>$folder/said && fail 'private'
      grep -q 'needs --connected' $folder/said || fail "$(cat $folder/said)"
      """, as: who)
  }

  /// The process that holds the link is killed while connections are open.
  @Test(arguments: Who.allCases) func nothingIsLeftOfAKilledRelay(_ who: Who) throws {
    try check(
      """
      serve $server python3 -u -c 'from lib import *; s = listener("192.0.2.1", 8000); print("ready"); c, _ = s.accept(); c.recv(1)
      try: c.recv(1)
      except OSError: pass
      print("over")'
      $link -- python3 -c 'from lib import *; c = connect("192.0.2.1", 8000); c.sendall(b"x"); time.sleep(300)' & command=$!
      until_there sh -c "$server ss -Htn state established | grep -q :8000"
      kill -9 $command; wait $command
      until_there grep -q over $folder/serving.1
      kill $far; wait $far 2>/dev/null
      clean
      """, as: who)
  }
}
