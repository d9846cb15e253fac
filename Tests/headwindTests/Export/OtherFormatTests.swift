import TestSupport
import Testing

/// What is written for curl, Hurl, Chrome's net-log viewer and OpenTelemetry.
@Suite(.waiting) struct OtherFormatTests {
  private static func run(_ words: String, tools: [String: String] = [:]) throws -> ToolResult {
    try Shell.run(
      """
      failures=\(Repository.file("Tests/headwindTests/Fixtures/failures.pcap"))
      messages=\(Repository.file("Tests/headwindTests/Fixtures/messages.pcap"))
      cd $folder

      """ + words, tools: ["jq": "jq"].merging(tools) { first, _ in first })
  }

  /// A server that writes the request as it came, and requests with what a shell and curl could mistake.
  private static let echo = #"""
    import socket, threading
    server = socket.create_server(('127.0.0.1', 8080)); open('ready', 'w').close()
    while True:
        c, _ = server.accept(); data = b''
        while b'\r\n\r\n' not in data: data += c.recv(65536)
        head, body = data.split(b'\r\n\r\n', 1)
        length = [int(l.split(b':')[1]) for l in head.split(b'\r\n') if l.lower().startswith(b'content-length')]
        while length and len(body) < length[0]: body += c.recv(65536)
        lines = head.split(b'\r\n')
        kept = sorted(l for l in lines[1:] if not l.lower().startswith((b'host', b'content-length', b'connection')))
        open('log', 'ab').write(lines[0] + b'\n' + b'\n'.join(kept) + b'\n' + repr(body).encode() + b'\n')
        c.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok'); c.close()
    """#

  private static let client = #"""
    import socket
    def say(head, body=b''):
        c = socket.create_connection(('127.0.0.1', 8080))
        if body: head += b'\r\nContent-Length: %d' % len(body)
        c.sendall(head + b'\r\nHost: 127.0.0.1:8080\r\n\r\n' + body)
        while c.recv(4096): pass
    say(b"GET /a?b='c'&d=$(id)&e=[1-3]{x} HTTP/1.1\r\nX-Quote: it's \"$HOME\" `id` \\ !x\r\nX-Bytes: \xe9\x1b[31m\xff")
    say(b"POST /text HTTP/1.1\r\nContent-Type: text/plain", b"@file 'quoted'\r\nline\t2 \xc3\xa4")
    say(b"PUT /binary HTTP/1.1\r\nContent-Type: application/octet-stream", bytes(range(256)))
    say(b"DELETE /none HTTP/1.1\r\nX-Empty:")
    say(b"GET /../dots/./x HTTP/1.1\r\nUser-Agent: me")
    """#

  /// The command lines send what was sent.
  @Test func commandLinesOfCurlSendTheSameRequests() throws {
    let result = try Shell.run(
      """
      cd $folder; ip link set lo up
      cat > echo.py <<'END'
      \(Self.echo)
      END
      cat > client.py <<'END'
      \(Self.client)
      END
      python3 echo.py & server=$!
      while [ ! -e ready ]; do sleep 0.05; done
      "$headwind" capture -i lo -w x.pcapng 2>said & capture=$!
      while ! grep -q listening said 2>/dev/null; do sleep 0.05; done; sleep 0.2
      python3 client.py; sleep 0.3; kill -INT $capture; wait $capture
      mv log first
      "$headwind" export curl -r x.pcapng > commands || exit 8
      LC_ALL=C grep -q '[^ -~]' commands && exit 9
      bash commands >/dev/null || exit 10
      kill $server
      diff first log && wc -l < commands
      """, tools: ["curl": "curl", "python3": "python3", "ip": "iproute2"], isolated: true)
    #expect(result.status == 0 && result.lines == ["5"], "\(result.status) \(result.output) \(result.errors)")
  }

  /// The lines of Hurl keep its grammar, by a reader of that grammar, and say the same words.
  @Test func entriesKeepTheGrammarOfHurl() throws {
    let result = try Self.run(
      #"""
      "$headwind" export hurl -r $messages > messages.hurl
      cat > check.py <<'END'
      import re, sys
      escape = r'\\(?:[#\\bfnrt`:]|u\{[0-9a-f]+\})'
      value = rf'(?:[^#\n\\{{]|{escape})*'
      key = rf'(?:[A-Za-z0-9_.-]|{escape})+'
      body = rf'(?:`(?:[^#\n\\`{{]|{escape})*`|base64,[A-Za-z0-9+/=]+;)'
      entry = re.compile(rf'(?:#[^\n]*\n)*[A-Z]+ {value}\n(?:{key}:{value}\n)*(?:{body}\n)?(?:HTTP [0-9]+\n)?\n')
      text, position, count = open(sys.argv[1]).read(), 0, 0
      while position < len(text):
          match = entry.match(text, position)
          if not match: sys.exit('no entry at: ' + repr(text[position:position + 200]))
          position, count = match.end(), count + 1
      print(count)
      END
      python3 check.py messages.hurl
      grep -c '^HTTP 200$' messages.hurl
      grep -F 'a=1&b=c+d%21' messages.hurl
      """#, tools: ["python3": "python3"])
    #expect(result.lines == ["9", "7", "`a=1&b=c+d%21`"], "\(result.output) \(result.errors)")
  }

  /// IDs are hexadecimal, times are strings of nanoseconds, and the phases lie within their exchange one after the other.
  @Test func spansAreThoseOfOTLP() throws {
    let result = try Self.run(
      """
      "$headwind" export otlp -r $failures > spans
      jq -s 'length' spans
      jq -s '[.[].resourceSpans[].scopeSpans[].spans | . as $all | $all[0] as $whole | $all[] |
        select((.traceId | test("^[0-9a-f]{32}$")) and (.spanId | test("^[0-9a-f]{16}$")) and .traceId == $whole.traceId and
        (.startTimeUnixNano | test("^[0-9]{19}$")) and (.endTimeUnixNano >= .startTimeUnixNano) and
        .startTimeUnixNano >= $whole.startTimeUnixNano and .endTimeUnixNano <= $whole.endTimeUnixNano and
        (. == $whole or .parentSpanId == $whole.spanId) | not)] | length' spans
      jq -s '[.[].resourceSpans[].scopeSpans[].spans[].spanId] | length == (unique | length)' spans
      jq -c '.resourceSpans[].scopeSpans[].spans | [.[].name]' spans | sed -n '1p;7p'
      jq -c '.resourceSpans[].scopeSpans[].spans[0].status' spans | sed -n '3p;4p'
      """)
    #expect(
      result.lines == [
        "13", "0", "true", #"["GET","connect","blocked","send","wait","receive"]"#, #"["connect","dns"]"#,
        #"{"code":2}"#,
        #"{"code":2,"message":"connection refused"}"#,
      ], "\(result.output) \(result.errors)")
  }

  @Test func netLogsNameTheirEvents() throws {
    let result = try Self.run(
      """
      "$headwind" export netlog -r $failures > log
      jq '[.events[].source.id] | unique | length' log
      jq '(.constants.logEventTypes | [.[]]) as $known | [.events[] | select(.type as $type | $known | index($type) | not)] | length' log
      jq '[.events | group_by(.source.id)[] | group_by(.type)[] | select(([.[] | select(.phase == 1)] | length) != ([.[] | select(.phase == 2)] | length))] | length' log
      """)
    #expect(result.lines == ["13", "0", "0"], "\(result.output) \(result.errors)")
  }

  @Test func oneExchangeIsExported() throws {
    let result = try Self.run(
      """
      "$headwind" export curl --exchange 3 -r $failures
      "$headwind" export har --exchange 3 -r $failures | jq '.log.entries | length'
      "$headwind" export curl --exchange 99 -r $failures; echo $?
      "$headwind" export curl --exchange 0 -r $failures; echo $?
      """)
    #expect(
      result.lines == [
        "curl --http1.1 --header 'User-Agent: curl/7.88.1' --header 'Accept: */*' 'http://127.0.0.1:8080/none'", "1",
        "1", "2",
      ], "\(result.output) \(result.errors)")
    #expect(result.errors.contains("there is no exchange 99") && result.errors.contains("numbered from 1"))
  }

  /// A copy without its keys cannot be decrypted; with them it can.
  @Test func keysCanBeLeftOut() throws {
    let result = try Shell.run(
      """
      cd $folder
      "$headwind" run -q --capture x.pcapng -- curl -sS -o /dev/null 'https://search.example/search.json?q=apple' || exit 8
      "$headwind" capture -r x.pcapng -w copy.pcapng; "$headwind" capture -r x.pcapng -w clean.pcapng --strip-keys
      for file in x copy clean; do "$headwind" http -r $file.pcapng --fields http.response.code 2>/dev/null | grep -c 200; done
      tshark -r clean.pcapng -Y http 2>/dev/null | wc -l
      "$headwind" capture -r x.pcapng --strip-keys 2>&1 | head -1
      """, tools: ["curl": "curl", "tshark": "tshark"])
    #expect(
      result.lines == ["1", "1", "0", "0", "Error: --strip-keys needs -w FILE."], "\(result.output) \(result.errors)")
  }
}
