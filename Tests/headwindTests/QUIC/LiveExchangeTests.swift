import TestSupport
import Testing

/// Requests of HTTP/3 on a link, seen while it is up and in its capture: what the client was answered, and nothing else.
@Suite(.serialized, .waiting) struct LiveExchangeTests {
  private func check(_ script: String) throws {
    // The client writes its secrets to the file that the link asks for.
    let prepared = #"""
      sed "s|open(folder + '/keys', 'a')|open(__import__('os').environ['SSLKEYLOGFILE'], 'a')|" $folder/h3client.py > $folder/asked.py
      client="python3 $folder/asked.py $folder 192.0.2.1"

      """#
    let result = try QUICScript.run(prepared + script)
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test func theCaptureOfARunHoldsTheSecretsOfQUIC() throws {
    try check(
      #"""
      $link --profile '{ delay: 10 ms, loss: 3 % }' --capture $folder/x.pcapng -- $client h3 /a/1000 /b/50000 /c/0 > $folder/out 2>$folder/said ||
        fail "$(cat $folder/said)"
      $headwind http -r $folder/x.pcapng --fields http.request.uri,http.response.code,decoded,protocol > $folder/seen 2>$folder/said || fail "$(cat $folder/said)"
      printf '/a/1000\t200\t1000\th3 #0\n/b/50000\t200\t50000\th3 #4\n/c/0\t200\t0\th3 #8\n' | diff - $folder/seen || fail "$(cat $folder/out)"
      $headwind export jsonl -r $folder/x.pcapng | jq -e 'select(.transport != "quic" or .outcome != "complete")' && fail "an exchange is not complete"
      # Where no secrets are, nothing is invented.
      $headwind capture -r $folder/x.pcapng -w $folder/y.pcapng --strip-keys 2>$folder/said || fail "$(cat $folder/said)"
      $headwind http -r $folder/y.pcapng > $folder/seen 2>$folder/said
      grep -q '1 QUIC connection to quic.test: no secrets are known' $folder/said && ! grep -q /a/ $folder/seen || fail "$(cat $folder/said $folder/seen)"
      """#)
  }

  /// What `link.exchanges` of tests asks for.
  @Test func theLinkAnswersWithExchangesOfQUIC() throws {
    try check(
      #"""
      cat > $folder/ask.py <<'END'
      import json, os, socket, subprocess, sys
      s = socket.socket(socket.AF_UNIX); s.connect('\0' + os.environ['HEADWIND_CONTROL'][1:]); f = s.makefile('rw')
      def ask(request):
        f.write(request + '\n'); f.flush()
        while (line := f.readline().rstrip('\n')) != 'ok':
          if line.startswith('error:') or not line: raise SystemExit(line)
          yield line.partition(': ')[2]
      list(ask('mark begin'))
      subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
      for one in map(json.loads, ask('exchanges')):
        print(one['version'], one['http3_stream'], one['target'], one['status'], one['response_bytes'], one['outcome'])
      END
      $link -- python3 $folder/ask.py $client h3 /a/1000 /b/50000 > $folder/out 2>$folder/said || fail "$(cat $folder/said)"
      printf 'HTTP/3 0 /a/1000 200 1000 complete\nHTTP/3 4 /b/50000 200 50000 complete\n' | diff - $folder/out || fail "$(cat $folder/said)"
      """#)
  }
}
