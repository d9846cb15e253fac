import TestSupport
import Testing

/// What `headwind http` says of connections that could have been HTTP/3, of clients that were told so by a server.
@Suite(.serialized, .waiting) struct UnusedHTTP3CommandTests {
  /// The first connection learns of the offer. The next one was made without a try, with UDP lost, or after a try that has worked.
  @Test(arguments: [
    ("Clean", "true", "never tried"),
    ("{ select: [{ protocol: udp, loss: 100 % }] }", "timeout 3 $client h3 /r/1", "no answer to"),
    ("Clean", "$client h3 /r/1", ""), ("Clean", "$client wrong /r/1", "closed: CRYPTO_ERROR"),
  ])
  func theReasonIsSaid(_ profile: String, _ attempt: String, _ words: String) throws {
    let result = try QUICScript.run(
      #"""
      cat >$folder/web.py <<'END'
      import http.server
      class H(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
          self.send_response(200); self.send_header('Alt-Svc', 'h3=":4433"; ma=3600'); self.send_header('Content-Length', '0'); self.end_headers()
        def log_message(self, *a): pass
      s = http.server.ThreadingHTTPServer(('192.0.2.1', 8000), H); print('ready', flush=True); s.serve_forever()
      END
      serve $server python3 $folder/web.py
      get="curl -sS -m 10 -o /dev/null --resolve quic.test:8000:192.0.2.1 http://quic.test:8000/page"
      $link --profile '\#(profile)' --capture $folder/x.pcapng -- sh -c "$get; \#(attempt); $get" >$folder/out 2>&1 || fail "$(cat $folder/out)"
      keys=; [ ! -s $folder/keys ] || keys="--keys $folder/keys"
      $headwind http -r $folder/x.pcapng $keys --json > $folder/lines
      jq -r 'select(.server_port == 8000) | "\(.http3_offered) \(.http3_unused)"' $folder/lines | xargs -d '\n' printf '%s;' && echo
      $headwind http -r $folder/x.pcapng $keys | grep 8000/page
      """#)
    #expect(result.status == 0, "\(result.everything)")
    let reasons = result.lines.first?.split(separator: ";") ?? []
    #expect(reasons.first == "null null", "\(result.everything)")
    #expect(reasons.count == 2, "\(result.everything)")
    if words.isEmpty {
      #expect(reasons.last == "null null", "\(result.everything)")
      #expect(!result.output.contains("h3 offered"), "\(result.everything)")
    } else {
      #expect(reasons.last?.hasPrefix("Alt-Svc \(words)") == true, "\(result.everything)")
      #expect(result.output.contains("h3 offered (Alt-Svc), but not used: \(words)"), "\(result.everything)")
    }
  }
}
