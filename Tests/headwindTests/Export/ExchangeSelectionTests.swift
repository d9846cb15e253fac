import TestSupport
import Testing

/// Which exchanges and packets `http`, `export` and `stats` take: filters, ports with another meaning, other namespaces.
@Suite(.waiting) struct ExchangeSelectionTests {
  private static let tools = ["tshark": "tshark", "jq": "jq", "python3": "python3", "ip": "iproute2"]
  private static let captures = Repository.file("captures/recorded")

  private static func run(_ script: String, isolated: Bool = false) throws -> ToolResult {
    try Shell.run("set -e; captures=\(captures); cd $folder\n" + script, tools: tools, isolated: isolated)
  }

  @Test func exportsAreFiltered() throws {
    let script = """
      F="-r $captures/cancel.pcapng"
      "$headwind" export jsonl $F | jq -c 'select(.url | endswith("pear"))' > wanted
      "$headwind" export jsonl $F -Y 'http.request.uri contains "pear"' | jq -c . > got; cmp got wanted
      # The body is looked into further than it is written.
      "$headwind" export jsonl $F --body-limit 3 -Y 'json.path == "/results/[]/created_at"' | jq -r '.response_text'
      "$headwind" export har $F -Y 'exchange.outcome == "complete"' | jq -r '.log.entries[].request.url'
      "$headwind" export objects $F -Y 'http.response.code != 200' none 2> words; ls none | wc -l
      "$headwind" stats http $F --json -Y 'exchange.outcome != "complete"' | jq -r 'select(.item == "GET").count'
      """
    let result = try Self.run(script)
    #expect(
      result.status == 0
        && result.lines == ["{\"r", "{\"r", "http://search.example/search.json?rpp=100&q=pear", "0", "1"],
      "\(result.output) \(result.errors)")
  }

  @Test func badFiltersAreUsageErrors() throws {
    let script = """
      for command in 'http' 'export jsonl' 'export har' 'stats http' 'stats io'; do
        "$headwind" $command -r $captures/cancel.pcapng -Y 'http.reqest' 2> words && exit 1 || test $? = 2
        grep -q 'Did you mean http.request' words
      done
      for words in 'http --decode-as udp.port==1,dns' 'stats http --decode-as ip.proto==1,tcp' 'http --pid 1'; do
        "$headwind" $words -r $captures/cancel.pcapng 2> words && exit 1 || test $? = 2
      done
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  /// Packets that do not count still tell when the capture began, which query an answer is for, and so on.
  @Test func countsOfFilteredPacketsAreTsharks() throws {
    let script = """
      for name in clean cancel; do
        F="-r $captures/$name.pcapng"
        for filter in 'tcp.len > 0' 'frame.number > 12 && frame.number < 30' 'tcp.srcport == 80'; do
          tshark $F -q -z "io,stat,1,$filter" -z "io,phs,$filter" -z "conv,tcp,$filter" -z "endpoints,tcp,$filter" \
            > all 2>/dev/null
          awk -F'|' '/<>.*[|]/ {print $3 + 0, $4 + 0}' all > theirs
          "$headwind" stats io --json $F -Y "$filter" | jq -r '"\\(.packets) \\(.bytes)"' > ours
          diff ours theirs
          grep frames: all | sed '/tcp.segments/d; /^frame /d; s/frames://; s/bytes://' | awk '{print $1, $2, $3}' > theirs
          "$headwind" stats protocols $F -Y "$filter" | tail -n +2 | awk '{print $1, $2, $3}' > ours
          diff ours theirs
          grep '<->' all | awk '{gsub(":", " "); print $1, $2, $4, $5}' > theirs
          "$headwind" stats conversations $F -Y "$filter" | tail -n +2 | awk '{print $1, $2, $3, $4}' > ours
          diff ours theirs
          grep '^[0-9][0-9.]*  *[0-9]* ' all | awk '{$1=$1; print}' > theirs
          "$headwind" stats endpoints $F -Y "$filter" | tail -n +2 | awk '{$1=$1; print}' > ours
          diff ours theirs
        done
        tshark $F -q -z "dns,tree,dns.flags.response == 1" 2>/dev/null > theirs
        "$headwind" stats dns --json $F -Y 'dns.flags.response == 1' > ours
        test "$(awk '/request-response time/ {printf "%d %.2f", $4, $5}' theirs)" = \
          "$(jq -r 'select(.item | startswith("response time")) | "\\(.count) \\(.average)"' ours | awk '{printf "%d %.2f", $1, $2}')"
        grep -q 'unsolicited responses","count":0' ours
      done
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  /// A server in another namespace, behind a line that is no HTTP: found with the user's word, and only then.
  @Test func anotherNamespaceAndAnotherMeaning() throws {
    let script = """
      cat > talk.py <<'END'
      import socket, threading
      listener = socket.create_server(('127.0.0.1', 9000))
      def serve():
        peer, _ = listener.accept(); got = b''
        while b'GET' not in got or not got.endswith(b'\\r\\n\\r\\n'): got += peer.recv(4096)
        peer.sendall(b'HTTP/1.1 204 No Content\\r\\n\\r\\n'); peer.recv(1); peer.close()
      server = threading.Thread(target=serve); server.start()
      client = socket.create_connection(('127.0.0.1', 9000))
      client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
      client.sendall(b'\\x00\\xff\\x01no protocol that is known\\x0a!')
      import time; time.sleep(0.05)
      client.sendall(b'GET /behind HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n'); client.recv(4096); client.close(); server.join()
      END
      unshare --net sleep 60 & inside=$!
      for i in $(seq 500); do [ "$(readlink /proc/$inside/ns/net)" != "$(readlink /proc/self/ns/net)" ] && break; sleep 0.02; done
      nsenter --net=/proc/$inside/ns/net ip link set lo up
      "$headwind" http -i lo --pid $inside --decode-as tcp.port==9000,http --fields http.request.full_uri,http.response.code > rows 2> rows.err & one=$!
      "$headwind" export jsonl -i lo --netns /proc/$inside/ns/net > lines 2> lines.err & two=$!
      "$headwind" capture -i lo --pid $inside -w all.pcap 2> all.err & three=$!
      for i in $(seq 500); do [ $(cat *.err | grep -c listening) = 3 ] && break; sleep 0.02; done
      nsenter --net=/proc/$inside/ns/net python3 talk.py
      sleep 0.3; kill -INT $one $two $three; wait $one $two $three; kill $inside
      cat rows; jq .method lines
      "$headwind" stats http --json -r all.pcap --decode-as tcp.port==9000,http | jq 'select(.item == "requests").count'
      "$headwind" capture -r all.pcap --follow http,0 --decode-as tcp.port==9000,http 2> /dev/null | grep -c '^GET /behind'
      "$headwind" export jsonl -r all.pcap --decode-as tcp.port==9000,http -Y 'http.response.code == 204' | jq -r .path
      """
    let result = try Self.run(script, isolated: true)
    #expect(
      result.lines == ["http://a/behind\t204", "null", "1", "1", "/behind"], "\(result.output) \(result.errors)")
  }
}
