import TestSupport
import Testing

/// What is captured on a link is decrypted while the link is in use: by tshark at the other end of a pipe, and by Headwind.
@Suite(.serialized, .waiting) struct LiveSecretsTests {
  private static let tools = ["curl": "curl", "tshark": "tshark"]

  /// `seen FILE WORDS`: waits until a file has a line that ends with these words.
  private static let functions = """
    cd $folder
    seen() { for i in $(seq 600); do grep -q "$2\\$" $1 2>/dev/null && return; sleep 0.05; done; echo "not in $1: $2"; cat $1; exit 5; }
    trap '"$headwind" link down live$$ >/dev/null 2>&1' EXIT
    """

  private func run(_ script: String) throws -> ToolResult {
    try Shell.run(Self.functions + "\n" + script, tools: Self.tools)
  }

  /// The second request is not sent before tshark has shown the first.
  @Test(arguments: ["1.2", "1.3"]) func tsharkFollowsTheCaptureOfARun(version: String) throws {
    let result = try run(
      """
      mkfifo pipe
      tshark -l -r - -Y http.request -T fields -e http.request.uri <pipe >shown 2>said & reader=$!
      cat >client <<'END'
      \(Self.functions.replacing("trap", with: ": trap"))
      for n in 1 2; do
        curl -sS --http1.1 --tls-max \(version) -o /dev/null "https://search.example/search.json?n=$n"
        seen shown "n=$n"
      done
      END
      export folder headwind
      "$headwind" run -q --capture pipe -- bash client || exit 1
      wait $reader
      cat shown
      """)
    #expect(result.status == 0 && result.output == "/search.json?n=1\n/search.json?n=2\n", "\(result.everything)")
  }

  @Test(arguments: ["1.2", "1.3"]) func whoeverCapturesALinkSeesInsideTLS(version: String) throws {
    let result = try run(
      """
      "$headwind" link up live$$ >/dev/null || exit 1
      "$headwind" capture -i live$$ -w - --format pcapng 2>said | tshark -l -r - -Y http.request -T fields -e http.request.uri >theirs 2>/dev/null &
      "$headwind" capture -i live$$ -l -Y http.request -T fields -e http.request.uri >ours 2>said2 &
      "$headwind" http -i live$$ --fields http.request.uri >exchanges 2>said3 &
      for file in said said2 said3; do seen $file ".*listening on.*"; done
      for n in 1 2; do
        "$headwind" link exec live$$ -- curl -sS --http1.1 --tls-max \(version) -o /dev/null "https://search.example/search.json?n=$n"
        for file in theirs ours exchanges; do seen $file "n=$n"; done
      done
      kill -TERM $(jobs -p) 2>/dev/null; wait; "$headwind" link down live$$
      cat theirs ours; grep '^headwind: the' said said2
      """)
    #expect(
      result.output == """
        /search.json?n=1
        /search.json?n=2
        /search.json?n=1
        /search.json?n=2
        said:headwind: the capture holds the secrets of its TLS connections

        """, "\(result.everything)")
  }

  /// Nobody who asked for a file without secrets gets one with them, and neither does a format that has no place for them.
  @Test func secretsAreLeftOut() throws {
    let result = try run(
      """
      "$headwind" link up live$$ >/dev/null || exit 1
      "$headwind" capture -i live$$ -w stripped.pcapng --strip-keys 2>said & one=$!
      "$headwind" capture -i live$$ -w old.pcap 2>said2 & two=$!
      for file in said said2; do seen $file ".*listening on.*"; done
      "$headwind" link exec live$$ -- curl -sS -o /dev/null https://search.example/
      kill -TERM $one $two; wait $one $two
      grep -c 'holds the secrets' said said2
      grep -l SECRET stripped.pcapng old.pcap
      "$headwind" http -r stripped.pcapng 2>&1 | grep -c 'no secrets are known'
      """)
    #expect(result.output == "said:0\nsaid2:0\n1\n", "\(result.everything)")
  }

  /// The program does not log its secrets: its packets are held back for a while only, and the end says so.
  @Test func secretsThatDoNotCome() throws {
    let result = try Shell.run(
      """
      cd $folder
      ip link set lo up
      ip link add far type veth peer name near
      unshare --net sleep 300 & far=$!
      until [ "$(readlink /proc/$far/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.02; done
      ip link set far netns $far; ip address add 192.0.2.9/24 dev near; ip link set near up; ip route add default via 192.0.2.1
      nsenter --net=/proc/$far/ns/net sh -c 'ip address add 192.0.2.1/24 dev far; ip link set far up; ip link set lo up'
      openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 2 -subj /CN=localhost 2>/dev/null
      nsenter --net=/proc/$far/ns/net openssl s_server -accept 443 -key k.pem -cert c.pem -www -quiet >/dev/null 2>&1 &
      cat >client <<'END'
      for i in $(seq 200); do (exec 3<>/dev/tcp/192.0.2.1/443) 2>/dev/null && break; sleep 0.05; done
      printf 'GET /quiet HTTP/1.0\\r\\n\\r\\n' | openssl s_client -quiet -connect 192.0.2.1:443 >/dev/null 2>&1
      END
      "$headwind" run -q --connected --capture silent.pcapng -- bash client
      "$headwind" run --connected --capture silent.pcapng -- bash client 2>&1 | grep 'secrets of'
      "$headwind" run --connected --keys preload --capture said.pcapng -- bash client 2>&1 | grep 'secrets of'
      "$headwind" http -r said.pcapng --fields http.request.uri,http.response.code
      tshark -r said.pcapng -Y http.request -T fields -e http.request.uri 2>/dev/null
      kill $(jobs -p)
      """,
      tools: ["tshark": "tshark", "openssl": "openssl", "ip": "iproute2", "nft": "nftables"],
      isolated: true)
    #expect(
      result.output == """
        headwind: the secrets of 1 TLS connection are not known, or came too late for Wireshark
        headwind: the capture holds the secrets of its TLS connections
        /quiet\t200
        /quiet

        """, "\(result.everything)")
  }
}
