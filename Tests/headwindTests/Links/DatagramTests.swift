import TestSupport
import Testing

/// Large sends of UDP, DSCP and ECN, on every way over which the command leads packets. `EngineDatagramTests` has the engines.
@Suite(.serialized, .waiting) struct DatagramTests {
  /// Through the relay, which receives every datagram with one socket and sends it with another.
  @Test(arguments: FaultScript.Who.allCases) func theRelayCarriesThem(_ who: FaultScript.Who) throws {
    let result = try RelayScript.run(
      DatagramScript.program + "\n" + #"""
        for address in 192.0.2.1 2001:db8::1; do
          serve $server python3 $folder/datagrams.py far $address 4433
          for profile in Clean '{ delay: 5 ms }' '{ bandwidth: 100 Mbps }' '{ select: [{ protocol: udp, delay: 1 ms }] }'; do
            $link --profile "$profile" -- python3 $folder/datagrams.py near $address 4433 >$folder/out 2>$folder/said || fail "$(cat $folder/said)"
            grep -q carried $folder/out || fail "$address $profile: $(cat $folder/out)"
          done
        done
        # What is marked on the link stays marked beyond it.
        cat >$folder/marks.py <<'END'
        import socket
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.setsockopt(0, 13, 1); s.bind(('192.0.2.1', 4434)); print('ready', flush=True)
        while True: _, control, _, peer = s.recvmsg(100, 100); s.sendto(bytes([control[0][2][0]]), peer)
        END
        serve $server python3 $folder/marks.py
        $link --profile '{ uplink: { loss: 100 %, ecn: true } }' -- python3 -c '
        import socket
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.settimeout(30); s.setsockopt(0, 1, 2); s.connect(("192.0.2.1", 4434))
        s.send(b"x"); print(s.recv(1)[0])' >$folder/out
        [ "$(cat $folder/out)" = 3 ] || fail "the mark is lost: $(cat $folder/out)"
        """#, as: who)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// On a link that is attached to a container.
  @Test(arguments: LinkUser.allCases) func anAttachedLinkCarriesThem(_ who: LinkUser) throws {
    let result = try AttachScript.run(
      DatagramScript.program + "\n" + #"""
        container
        for address in 10.9.0.1 fd99::1; do
          outside python3 $folder/datagrams.py far $address 4433 > $folder/far.$address 2>&1 & until_there grep -q ready $folder/far.$address
        done
        for profile in Clean '{ delay: 5 ms }' '{ bandwidth: 100 Mbps }'; do
          attach --pid $target --profile "$profile"
          for address in 10.9.0.1 fd99::1; do
            inside python3 $folder/datagrams.py near $address 4433 > $folder/out 2>&1 || fail "$profile $address: $(cat $folder/out)"
          done
          detach || fail "$(cat $folder/said)"
        done
        """#, as: who)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// From a device of a gateway to a server beyond it.
  @Test func aGatewayCarriesThem() throws {
    let result = try GatewayScript.run(
      DatagramScript.program + "\n" + #"""
        namespace; net=$started; far() { nsenter --target $net --net "$@"; }
        ip link add up0 type veth peer name up1 netns $net
        ip address add 192.0.2.9/24 dev up0; ip link set up0 up; ip route add default via 192.0.2.1
        far ip link set lo up; far ip address add 192.0.2.1/24 dev up1; far ip link set up1 up
        far python3 $folder/datagrams.py far 192.0.2.1 4433 > $folder/far 2>&1 & until_there grep -q ready $folder/far
        gateway --profile '{ delay: 1 ms }'
        phone 1; lease 1 pixel > $folder/lease || fail "no lease"
        on 1 python3 $folder/datagrams.py near 192.0.2.1 4433
        """#)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("carried"), "\(result.everything)")
  }
}
