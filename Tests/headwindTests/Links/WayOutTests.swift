import TestSupport
import Testing

/// Where a connected link does not lead, by the masquerade and by the relay.
@Suite(.serialized, .waiting) struct WayOutTests {
  private static let functions = """
    ip -6 address add 2001:db8::9/64 dev e0 nodad
    # What a link reaches, and a cloud's metadata.
    ip address add 169.254.169.254/32 dev e0; ip -6 address add fd00:ec2::254/128 dev e0 nodad
    cat >$folder/server.py <<'END'
    import http.server, socket, sys
    class Server(http.server.ThreadingHTTPServer):
      address_family = socket.AF_INET6
      def server_bind(self):
        self.socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0); super().server_bind()
    server = Server(("::", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler)
    print("ready", flush=True); server.serve_forever()
    END
    cat >$folder/ask <<'END'
    for place in "${@:2}"; do printf '%s %s\\n' $place $(curl -s -o /dev/null -w '%{http_code} %{errormsg}' --noproxy '*' --max-time 20 http://$place:$1/ | sed 's/ .*No route.*\\| .*[Cc]ould.*/ refused/'); done
    END
    is() { [ "$1" = "$2" ] || fail "$1, not $2"; }
    """

  private func check(_ script: String, forwards: Bool) throws {
    let result = try FaultScript.run(
      """
      \(Self.functions)
      echo \(forwards ? 1 : 0) >/proc/sys/net/ipv4/ip_forward; echo \(forwards ? 1 : 0) >/proc/sys/net/ipv6/conf/all/forwarding
      \(script)
      """, tools: ["curl": "curl", "python3": "python3"])
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test(arguments: [true, false]) func theMetadataOfACloudIsReachedOnRequest(forwards: Bool) throws {
    try check(
      """
      (cd $folder; exec python3 server.py 8000 >$folder/serving 2>/dev/null) & server=$!
      until_there grep -q ready $folder/serving
      ask() { $headwind run -q --connected $1 -- bash $folder/ask 8000 192.0.2.9 169.254.169.254 '[fd00:ec2::254]' '[2001:db8::9]' | xargs; }
      is "$(ask '')" '192.0.2.9 200 169.254.169.254 000 refused [fd00:ec2::254] 000 refused [2001:db8::9] 200'
      is "$(ask --reach-link-local)" '192.0.2.9 200 169.254.169.254 200 [fd00:ec2::254] 200 [2001:db8::9] 200'
      $headwind run -q --reach-link-local -- true 2>$folder/said && fail 'private'
      grep -q 'needs --connected' $folder/said || fail "$(cat $folder/said)"
      kill $server; wait $server 2>/dev/null
      clean
      """, forwards: forwards)
  }

  /// The one link is reached from the host, which has made it, and not from the other link, whichever way out that has.
  @Test(arguments: [true, false]) func aLinkIsNotReachedFromAnother(forwards: Bool) throws {
    try check(
      """
      echo 1 >/proc/sys/net/ipv4/ip_forward; echo 1 >/proc/sys/net/ipv6/conf/all/forwarding
      $headwind link up one -q --connected
      $headwind link exec --detach one -- python3 $folder/server.py 8000
      until_there curl -sf -o /dev/null --noproxy '*' http://10.83.1.2:8000/
      echo \(forwards ? 1 : 0) >/proc/sys/net/ipv4/ip_forward; echo \(forwards ? 1 : 0) >/proc/sys/net/ipv6/conf/all/forwarding
      got=$($headwind run -q --connected -- bash $folder/ask 8000 10.83.1.2 10.84.1.2 '[fd5b:8e1c:4d77:1::2]' | xargs)
      is "$got" '10.83.1.2 000 refused 10.84.1.2 000 refused [fd5b:8e1c:4d77:1::2] 000 refused'
      $headwind link down one
      clean
      """, forwards: forwards)
  }
}
