import TestSupport
import Testing

/// The API of the console says what the commands say.
@Suite(.waiting) struct ConsoleAPITests {
  private static let capture = Repository.file("captures/recorded/slow-net.pcapng")

  private func run(_ script: String, isolated: Bool = false) throws {
    let result = try ConsoleScript.run("capture=\(Self.capture)\n" + script, isolated: isolated)
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test(arguments: ["", "gzip -c $capture > $folder/file.gz; capture=$folder/file.gz"])
  func packetsAreThoseOfCapture(_ preparation: String) throws {
    try run(
      """
      \(preparation)
      start $capture; settled
      ask 'packets?count=1000' | python3 -c 'import json, sys
      for row in json.load(sys.stdin)["rows"]: print(row["line"])' > $folder/lines
      $headwind capture -r $capture -n -t 2>/dev/null | cmp - $folder/lines || fail lines
      for number in 9 4 1; do
        ask packets/$number | python3 -c 'import json, sys
      for node in json.load(sys.stdin)["nodes"]: print("    " * node["depth"] + node["text"])' > $folder/tree
        $headwind capture -r $capture -V 2>/dev/null | awk -v RS= -v number=$number 'NR == number' | cmp - $folder/tree || fail tree $number
      done
      ask 'packets?count=1000' | python3 -c 'import json, sys
      for row in json.load(sys.stdin)["rows"]: print(row["source"], row["destination"], row["protocol"], row["length"], row["info"])' > $folder/rows
      $headwind capture -r $capture --summary -t 2>/dev/null | sed -E 's/^ *[0-9]+ +//; s/ +→ / /; s/ {2,}/ /; s/ {2,}/ /' | cmp - $folder/rows || fail rows
      ask 'packets?count=1000&wait=false' | grep '"complete":true' > $folder/known || fail known
      stop
      """)
  }

  @Test func filtersAreThoseOfCapture() throws {
    try run(
      """
      start $capture; settled
      for filter in http 'tcp.len > 0' 'dns or tcp.flags.fin == 1' 'frame.number in {2..5}' tcp.analysis.flags; do
        id=$(ask filters --data-urlencode "filter=$filter" | python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])')
        for i in $(seq 200); do ask filters/$id | grep -q '"complete":true' && break; sleep 0.02; done
        ask "packets?filter=$id&count=1000" | python3 -c 'import json, sys
      for row in json.load(sys.stdin)["rows"]: print(row["number"])' > $folder/numbers
        $headwind capture -r $capture -Y "$filter" -T fields -e frame.number 2>/dev/null | cmp - $folder/numbers || fail "$filter"
      done
      ask filters/check?filter=htp | grep -q '"start":0,"end":3,"suggestions":.*"http"' || fail "$(ask filters/check?filter=htp)"
      stop
      """)
  }

  @Test func exchangesAreThoseOfHTTP() throws {
    try run(
      """
      start $capture; settled
      ask exchanges/1 > $folder/one
      $headwind http -r $capture --show 1 --json 2>/dev/null | cmp - $folder/one || fail exchange
      ask exchanges.har > $folder/har
      $headwind export har -r $capture 2>/dev/null | cmp - $folder/har || fail har
      ask exchanges > /dev/null
      for i in $(seq 200); do ask exchanges | grep -q '"complete":true' && break; sleep 0.02; done
      ask exchanges | python3 -c 'import json, sys
      for row in json.load(sys.stdin)["rows"]: print(row["number"], row["url"], row["status"], row["outcome"])' > $folder/rows
      $headwind http -r $capture --json | python3 -c 'import json, sys
      for row in map(json.loads, sys.stdin): print(row["number"], row["url"], row["status"], row["outcome"])' | cmp - $folder/rows || fail rows
      stop
      """)
  }

  @Test func bodiesAreThoseOfTheServer() throws {
    try run(
      """
      start $capture; settled
      ask 'exchanges/1/body?of=response' > $folder/body
      $headwind http -r $capture --show 1 --json 2>/dev/null | python3 -c 'import json, sys
      assert json.load(sys.stdin)["response_json"] == json.load(open(sys.argv[1]))' $folder/body || fail body
      [ $(ask 'exchanges/1/body?of=request' | wc -c) = 0 ] || fail request
      ask 'exchanges/99/body?of=response' | grep -q 'there is no exchange 99' || fail missing
      ask 'exchanges/1/body?of=nobody' | grep -q 'of=response' || fail nobody
      stop
      """)
  }

  @Test(arguments: ["tcp", "http"])
  func conversationsAreFollowed(layer: String) throws {
    try run(
      """
      start $capture; settled
      ask 'streams/0/follow?layer=\(layer)' | python3 -c 'import json, sys
      answer = json.load(sys.stdin)
      assert answer["complete"]
      for row in answer["rows"]: print(json.dumps(row))' > $folder/rows
      $headwind capture -r $capture --follow \(layer),0,json 2>/dev/null | python3 -c 'import json, sys
      for line in sys.stdin: print(json.dumps(json.loads(line)))' | cmp - $folder/rows || fail rows
      $headwind capture -r $capture --follow \(layer),0,raw 2>/dev/null | grep -E '^[[:space:]]*[0-9a-f]+$' | tr -d '[:space:]' > $folder/raw
      python3 -c 'import base64, json, sys
      for line in sys.stdin: sys.stdout.write(base64.b64decode(json.loads(line).get("base64", "")).hex())' < $folder/rows | cmp - $folder/raw || fail bytes
      ask 'streams/9/follow' | grep -q 'there is no conversation 9' || fail missing
      ask 'streams/0/follow?layer=quic' | grep -q 'layer must be' || fail layer
      ask 'streams/0/follow?bytes=2000' | grep -q '"complete":false' || fail bound
      stop
      """)
  }

  /// What "decode as" changes in the page is what it changes in the command.
  @Test func packetsAreDecodedAsOneSays() throws {
    try run(
      """
      start $capture; settled
      ask decoding | grep -q '"words":\\[\\]' || fail "$(ask decoding)"
      ask exchanges > /dev/null
      ask decoding -d words=tcp.port==80,data | grep -q '"words":\\["tcp.port==80,data"' || fail "$(ask decoding)"
      ask packets/6 | grep '"field":"http' > /dev/null && fail "still HTTP"
      for i in $(seq 200); do ask exchanges | grep -q '"complete":true' && break; sleep 0.02; done
      ask exchanges | grep -q '"url"' && fail "still an exchange"
      ask decoding -d words=tcp.port==80,htp | grep -q 'cannot be decoded as' || fail wrong
      ask decoding -d words= > /dev/null
      ask packets/6 | grep '"field":"http' > /dev/null || fail "no HTTP again"
      stop
      start --decode-as tcp.port==80,data $capture; settled
      ask packets/6 | grep '"field":"http' > /dev/null && fail "HTTP in spite of the option"
      stop
      """)
  }

  @Test func plotsCountWhatIsThere() throws {
    try run(
      """
      start $capture; settled
      ask plots?bins=7 | python3 -c 'import json, subprocess, sys
      series = json.load(sys.stdin)["series"]
      assert all(len(values) == 7 for values in series.values())
      print(sum(series["packets"]), sum(series["bytes"]))' > $folder/sums
      $headwind capture -r $capture -T fields -e frame.len 2>/dev/null | awk '{ sum += $1 } END { print NR, sum }' | cmp - $folder/sums || fail sums
      stop
      """)
  }

  /// Every refusal comes before anything is read.
  @Test func onlyWhoKnowsTheTokenIsAnswered() throws {
    try run(
      """
      start $capture; settled
      status() { curl -sS -o /dev/null -w '%{http_code}' "$@"; }
      right="Authorization: Bearer $token"
      expect() { found=$(status "${@:2}"); [ $found = $1 ] || fail "$found instead of $1: ${*:2}"; }
      expect 200 -H "$right" $base/api/source
      expect 401 $base/api/source
      expect 401 -H "Authorization: Bearer ${token%?}" $base/api/source
      expect 401 "$base/api/source?token=$token"
      expect 403 -H "$right" -H 'Host: evil.example' $base/api/source
      expect 403 -H "$right" -H 'Origin: http://evil.example' $base/api/source
      expect 403 -H 'Host: evil.example' $base/
      expect 404 $base/../console.css/
      expect 404 --path-as-is $base/../../../../etc/passwd
      expect 404 $base/api
      expect 404 -H "$right" $base/api/nothing
      expect 405 -X POST $base/
      head -c 70000 /dev/zero | expect 413 -H "$right" --data-binary @- $base/api/filters
      upgrade=(-H 'Connection: Upgrade' -H 'Upgrade: websocket' -H 'Sec-WebSocket-Version: 13' -H 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==')
      expect 101 --max-time 1 "${upgrade[@]}" -H "Sec-WebSocket-Protocol: headwind, token.$token" $base/api/events
      # A refused WebSocket is closed without a word.
      expect 000 --max-time 1 "${upgrade[@]}" -H "Sec-WebSocket-Protocol: headwind, token.wrong" $base/api/events
      expect 000 --max-time 1 "${upgrade[@]}" -H "Sec-WebSocket-Protocol: headwind, token.$token" -H 'Origin: http://evil.example' $base/api/events
      expect 200 $base/
      curl -sSI $base/ | grep -qi "content-security-policy: default-src 'none'" || fail policy
      ss -Hltn 2>/dev/null | grep -F "${base#http://127.0.0.1}" | grep -v 127.0.0.1: && fail "it listens elsewhere"
      stop
      """)
  }

  @Test func anInterfaceIsFollowed() throws {
    try run(
      """
      ip link set lo up
      start -i lo -w $folder/kept.pcapng
      python3 -c 'import socket, time
      time.sleep(1)
      end = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      for number in range(50): end.sendto(b"x" * number, ("127.0.0.1", 9999)); time.sleep(0.002)'
      id=$(ask filters -d 'filter=udp.port == 9999 and udp' | python3 -c 'import json, sys; print(json.load(sys.stdin)["id"])')
      for i in $(seq 200); do ask filters/$id | grep -q '"hits":100' && break; ask filters/$id | grep -q '"hits":50' && break; sleep 0.05; done
      ask filters/$id | grep -Eq '"hits":(50|100)' || fail "$(ask filters/$id) $(ask source) $(cat $folder/errors)"
      ask source | grep -q '"live":true' || fail live
      stop
      [ $($headwind capture -r $folder/kept.pcapng udp port 9999 2>/dev/null | grep -c 9999) -ge 50 ] || fail "not kept"
      """, isolated: true)
  }
}
