import TestSupport
import Testing

/// Selections and timelines for QUIC, with a client and a server of HTTP/3 that Headwind knows nothing of.
@Suite(.serialized, .waiting) struct QUICConditionTests {
  private func check(_ script: String, as who: FaultScript.Who = .root) throws {
    let result = try QUICScript.run(script, as: who, tools: ["tshark": "tshark"])
    #expect(result.status == 0, "\(result.everything)")
  }

  /// What matches is lost, what does not is untouched: by QUIC on any port, by what the client offers, and by the server's name.
  @Test func connectionsAreSelectedByHowTheyBegin() throws {
    try check(
      #"""
      cat >$folder/tcp.py <<'END'
      import socket, ssl, sys
      c = ssl.create_default_context(); c.check_hostname = False; c.verify_mode = ssl.CERT_NONE; c.set_alpn_protocols(sys.argv[2].split(','))
      s = socket.create_connection(('192.0.2.1', 8443), 10); s.settimeout(4)
      try: s = c.wrap_socket(s, server_hostname=sys.argv[1]); s.sendall(b'x'); print('answered', s.recv(1))
      except OSError as error: print('lost', type(error).__name__)
      END
      cat >$folder/tcpserver.py <<'END'
      import socket, ssl, sys, threading
      c = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); c.load_cert_chain(sys.argv[1] + '/cert.pem', sys.argv[1] + '/key.pem'); c.set_alpn_protocols(['h2', 'http/1.1'])
      s = socket.create_server(('192.0.2.1', 8443)); print('ready', flush=True)
      def answer(a):
        try: b = c.wrap_socket(a, server_side=True); b.recv(1); b.sendall(b'y')
        except OSError: pass
      while True: threading.Thread(target=answer, args=(s.accept()[0],)).start()
      END
      serve $server python3 $folder/tcpserver.py $folder
      # What each of the clients meets under a selection.
      meet() {
        for ask in "$client h3 /r/100" "$client h3-29 /r/100" "python3 $folder/tcp.py shop.test h2" "python3 $folder/tcp.py other.test http/1.1"; do
          $link --profile "{ select: [{ $1, loss: 100 % }] }" -- timeout 8 $ask 2>/dev/null | cut -d' ' -f1 | head -1 > $folder/met
          [ -s $folder/met ] && cat $folder/met || echo lost
        done | xargs
      }
      [ "$(meet 'alpn: nothing')" = '200 200 answered answered' ] || fail "nothing: $(meet 'alpn: nothing')"
      for pair in 'quic: true=lost lost answered answered' 'alpn: h3=lost 200 answered answered' 'alpn: h2=200 200 lost answered' \
        'server-name: "*.test"=lost lost lost lost' 'server-name: shop.test=200 200 lost answered' 'quic: true, alpn: h3-29=200 lost answered answered'; do
        met=$(meet "${pair%%=*}" | sed 's/failed/lost/g'); [ "$met" = "${pair#*=}" ] || fail "${pair%%=*}: $met"
      done
      """#)
  }

  /// A phase begins with the first packet, with the end of the handshake, and with a request: from then on, nothing comes back.
  @Test(arguments: [("quic-initial", "null"), ("quic-handshake", "number"), ("h3-request", "number")])
  func phasesBeginWithQUIC(_ trigger: String, _ handshake: String) throws {
    try check(
      #"""
      $link --profile Clean --then '{ name: Dead, select: [{ quic: true, downlink: { loss: 100 % } }] } when \#(trigger)' --capture $folder/x.pcapng -- \
        timeout 4 $client h3 /r/100 1 /r/200 > $folder/out 2>/dev/null
      tshark -r $folder/x.pcapng -T fields -e frame.comment 2>/dev/null | grep -q 'profile: Dead, when \#(trigger)' || fail "the phase has not begun"
      [ -s $folder/out ] && fail "answered after the phase: $(cat $folder/out)"
      # A client whose handshake does not begin has no secrets.
      keys=; [ ! -s $folder/keys ] || keys="--keys $folder/keys"
      found=$($headwind stats quic -r $folder/x.pcapng $keys --json | jq -r '.handshake | type')
      [ "$found" = \#(handshake) ] || fail "the handshake is $found"
      """#)
  }

  /// A rebind is a migration for the server: the connection goes on over another path, which the statistics of that end show.
  @Test func aRebindIsAMigration() throws {
    try check(
      #"""
      $link --profile '{ delay: 5 ms }' --then '{ delay: 5 ms } when quic-handshake' --then 'rebind after 1 s' --capture $folder/x.pcapng --capture-side both -- \
        $client h3 /r/1000 2.5 /r/2000 0.3 /r/3000 > $folder/out 2>$folder/said || fail "$(cat $folder/said)"
      [ "$(cat $folder/out | xargs)" = '200 1000 200 2000 200 3000' ] || fail "the connection did not survive: $(cat $folder/out)"
      stats() { $headwind stats quic -r $folder/x.pcapng --keys $folder/keys --json "$@"; }
      stats --side server > $folder/server.json; stats --side client > $folder/client.json
      [ "$(jq -s 'length' $folder/server.json)" = 1 ] || fail "not one connection: $(cat $folder/server.json)"
      [ "$(jq .migrations $folder/server.json)" = 1 ] || fail "server's end: $(cat $folder/server.json)"
      [ "$(jq .migrations $folder/client.json)" = 0 ] || fail "client's end: $(cat $folder/client.json)"
      $headwind export qlog -r $folder/x.pcapng --side server --keys $folder/keys > $folder/x.qlog
      jq -e '[.traces[].events[] | select(.name == "connectivity:path_assigned")] | length == 1' $folder/x.qlog >/dev/null || fail "qlog has no new path"
      jq -e '[.traces[].events[].data.frames[]? | .frame_type] | (index("path_challenge") and index("path_response"))' $folder/x.qlog >/dev/null || fail "no path validation"
      """#)
  }

  /// The selection follows the connection over a rebind.
  @Test func aRebindLeavesTheSelection() throws {
    try check(
      #"""
      $link --profile Clean --then 'Clean when quic-handshake' --then 'rebind after 700 ms' --then '{ select: [{ alpn: h3, loss: 100 % }] } after 1 s' -- \
        timeout 8 $client h3 /r/100 1.5 /r/200 1.5 /r/300 > $folder/out 2>/dev/null
      [ "$(grep -c 200 $folder/out)" -ge 1 ] || fail "$(cat $folder/out)"
      grep -q '200 200' $folder/out || fail "not answered after the rebind: $(cat $folder/out)"
      grep -q '200 300' $folder/out && fail "answered although it is selected: $(cat $folder/out)"
      true
      """#)
  }
}
