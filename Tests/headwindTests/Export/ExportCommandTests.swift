import TestSupport
import Testing

/// `headwind export`, `stats` and `capture --follow` as people use them, beside tshark.
@Suite(.waiting) struct ExportCommandTests {
  private static let tools = ["tshark": "tshark", "jq": "jq", "python3": "python3"]
  private static let captures = Repository.file("captures/recorded")

  private static func run(_ script: String) throws -> ToolResult {
    try Shell.run("set -e; captures=\(captures); cd $folder\n" + script, tools: tools)
  }

  @Test func objectsAreTsharks() throws {
    let script = """
      mkdir theirs
      for name in clean slow-net; do
        tshark -r $captures/$name.pcapng -q --export-objects http,theirs >/dev/null 2>&1
        "$headwind" export objects -r $captures/$name.pcapng ours > lines 2>/dev/null
      done
      diff -r ours theirs
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  /// What is in the folder stays as it is, links included.
  @Test func objectsTouchNothing() throws {
    let script = """
      mkdir ours; echo kept > outside; ln -s ../outside 'ours/search.json%3frpp=100&q=apple'
      "$headwind" export objects -r $captures/clean.pcapng ours 2>/dev/null | grep -F 'search(1).json%3frpp=100&q=apple'
      test "$(cat outside)" = kept
      "$headwind" export objects -r $captures/black-hole.pcapng empty 2> words
      grep 'omitted' words; test -z "$(ls empty)"
      "$headwind" export objects --partial -r $captures/black-hole.pcapng some | grep 'incomplete'
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  /// Bodies hold passwords and tokens.
  @Test func objectsAreTheOwners() throws {
    let script = """
      umask 0
      "$headwind" export objects -r $captures/clean.pcapng ours >/dev/null 2>&1
      test "$(stat -c %a ours)" = 700
      test "$(stat -c %a ours/* | sort -u)" = 600
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  /// With several cores, a second thread formats and writes in batches.
  @Test(arguments: ["har", "jsonl", "netlog", "otlp", "curl", "hurl"])
  func oneCoreAndSeveralWriteTheSame(format: String) throws {
    let script = """
      for file in $captures/*.pcapng; do
        "$headwind" export \(format) -r $file > several 2>/dev/null
        taskset -c 0 "$headwind" export \(format) -r $file > one 2>/dev/null
        cmp one several
      done
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  @Test(arguments: ["tcp,ascii,0", "tcp,hex,0", "tcp,raw,0", "udp,ascii,0", "udp,hex,0", "http,ascii,0", "http,hex,0"])
  func followingIsTsharks(words: String) throws {
    let names = words.hasPrefix("http") ? "clean slow-net" : "clean slow-net black-hole cancel"
    let script = """
      for name in \(names); do
        # A carriage return that ends no line would let text overwrite text on a terminal: ours is a dot.
        tshark -r $captures/$name.pcapng -q -z follow,\(words) 2>/dev/null | perl -0pe 's/\\r(?!\\n)/./g' > theirs
        "$headwind" capture -r $captures/$name.pcapng --follow \(words) > ours 2>/dev/null
        cmp ours theirs
      done
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(words) \(result.output) \(result.errors)")
  }

  @Test func endsByASignalAreEnds() throws {
    let script = """
      mkfifo pipe
      (cat $captures/slow-net.pcapng; sleep 60) > pipe & feeder=$!
      "$headwind" export har -r - < pipe > archive & reader=$!
      while [ ! -s archive ]; do sleep 0.05; done
      kill -INT $reader; wait $reader || true; kill $feeder
      test "$(jq '.log.entries | length' archive)" = 1
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  @Test func linesOfOneExchange() throws {
    let script = """
      "$headwind" http -r $captures/cancel.pcapng --json --show 2 | jq -r '[.number, .stream, .response_json.results[0].id] | @tsv'
      "$headwind" http -r $captures/cancel.pcapng --json | jq -s length
      "$headwind" export jsonl --body-limit 0 -r $captures/cancel.pcapng | jq -c .response_text
      """
    let result = try Self.run(script)
    #expect(
      result.lines.count == 4 && result.lines[0].hasPrefix("2\t1\t") && result.lines[1] == "2", "\(result.output)")
  }

  /// Packets and bytes of endpoints, and packets and times of conversations, in tshark's order.
  @Test(arguments: ["tcp", "udp", "ip"]) func trafficIsTsharks(kind: String) throws {
    let ports = kind == "ip" ? 0 : 1
    let script = """
      for name in clean slow-net black-hole cancel; do
        tshark -r $captures/$name.pcapng -q -z endpoints,\(kind) 2>/dev/null | grep '^[0-9]' | awk '{$1=$1; print}' > theirs
        "$headwind" stats endpoints \(kind) -r $captures/$name.pcapng | tail -n +2 | awk '{$1=$1; print}' > ours
        diff ours theirs
        tshark -r $captures/$name.pcapng -q -z conv,\(kind) 2>/dev/null | grep '<->' | sed 's/ kB/000/g; s/ bytes//g' |
          awk '{print $1, $3, $8, $6, $4, $10, $11}' > theirs
        "$headwind" stats conversations \(kind) --json -r $captures/$name.pcapng |
          jq -r '[if \(ports) == 1 then "\\(.address_a):\\(.port_a)", "\\(.address_b):\\(.port_b)" else .address_a, .address_b end,
            .packets, .packets_a_b, .packets_b_a, .start, .duration] | @tsv' |
          awk '{printf "%s %s %s %s %s %.9f %.4f\\n", $1, $2, $3, $4, $5, $6, $7}' > ours
        diff ours theirs
      done
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(kind) \(result.output) \(result.errors)")
  }

  @Test func intervalsAreTsharks() throws {
    let script = """
      for interval in 1 0.5 3; do
        tshark -r $captures/black-hole.pcapng -q -z io,stat,$interval 2>/dev/null |
          awk -F'|' '/<>/ {print $3 + 0, $4 + 0}' > theirs
        "$headwind" stats io --interval $interval --json -r $captures/black-hole.pcapng | jq -r '"\\(.packets) \\(.bytes)"' > ours
        diff ours theirs
      done
      "$headwind" stats io --interval 0 --json -r $captures/black-hole.pcapng -Y 'tcp.port == 80' | jq .packets
      """
    let result = try Self.run(script)
    #expect(result.status == 0 && result.lines.last == "26", "\(result.output) \(result.errors)")
  }

  /// Wireshark counts its list of reassembled segments as a protocol; it is none.
  @Test func protocolsAreTsharks() throws {
    let script = """
      for name in clean slow-net black-hole cancel; do
        tshark -r $captures/$name.pcapng -q -z io,phs 2>/dev/null | grep frames: | grep -v tcp.segments | sed 's/frames://; s/bytes://' |
          awk '{print $1, $2, $3}' > theirs
        "$headwind" stats protocols -r $captures/$name.pcapng | tail -n +2 | awk '{print $1, $2, $3}' > ours
        diff ours theirs
      done
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  @Test func countsOfDNSAndHTTPAreTsharks() throws {
    let script = """
      for name in clean slow-net cancel; do
        tshark -r $captures/$name.pcapng -q -z dns,tree 2>/dev/null > theirs
        "$headwind" stats dns -r $captures/$name.pcapng > ours
        for item in 'Query' 'Response' 'No error' 'A (Host Address)' 'IN' 'Standard query'; do
          a=$(grep -F "  $item  " theirs | head -1 | sed 's/.*[a-z)YN]  *\\([0-9][0-9]*\\) .*/\\1/')
          case $item in
            Query) item=queries;; Response) item=responses;; 'No error') item=NoError;; A*) item=A;; Standard*) item=Query;;
          esac
          b=$(grep -F "  $item  " ours | head -1 | sed 's/^ *[^0-9]*  *\\([0-9]*\\) .*/\\1/')
          test "$a" = "$b" || { echo "$name $item: $b, tshark $a"; exit 1; }
        done
        tshark -r $captures/$name.pcapng -q -z http,tree 2>/dev/null > theirs
        "$headwind" stats http --json -r $captures/$name.pcapng > ours
        test "$(awk '/HTTP Request Packets/ {print $4}' theirs)" = "$(jq 'select(.item == "requests").count' ours)"
        test "$(awk '/ GET/ {print $2}' theirs)" = "$(jq 'select(.item == "GET").count' ours)"
        test "$(awk '/200 OK/ {print $3}' theirs)" = "$(jq 'select(.item == "200").count' ours)"
      done
      """
    let result = try Self.run(script)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }
}
