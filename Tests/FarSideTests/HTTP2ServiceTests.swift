import TestSupport
import Testing

@testable import FarSide

/// The demo service over HTTP/2, asked by clients of others.
@Suite(.waiting) struct HTTP2ServiceTests {
  private static let format = "-o /dev/null -w '%{http_version} %{response_code} %{size_download}\\n'"

  @Test func curlSpeaksHTTP2ByPriorKnowledgeAndByUpgrade() throws {
    try LoopbackFarSide.with { far throws in
      // Two requests on a connection: curl 7.88 cannot do that with prior knowledge, with no server.
      let upgraded = try far.curl("--http2 \(Self.format)", "/bytes/200000?[1-2]").output
      #expect(upgraded == "2 200 200000\n2 200 200000\n")
      #expect(try far.curl("--http2-prior-knowledge \(Self.format)", "/bytes/200000").output == "2 200 200000\n")
      #expect(try far.curl(Self.format, "/bytes/5").output == "1.1 200 5\n")
    }
  }

  /// More than a window of flow control, so that the server has to open it.
  @Test(arguments: ["--http2-prior-knowledge", "--http1.1"]) func anUploadIsCounted(words: String) throws {
    try LoopbackFarSide.with { far throws in
      let result = try Shell.run(
        """
        head -c 400000 /dev/zero >$folder/body
        curl -sS --noproxy '*' --max-time 20 \(words) --data-binary @$folder/body http://127.0.0.1:\(far.httpPort)/upload
        """, tools: ["curl": "curl"])
      #expect(result.output == "{\"bytes\":400000}", "\(result.everything)")
    }
  }

  /// A request with a body is not upgraded, and its connection is not used again.
  @Test func anUploadThatAsksForAnUpgradeIsAnsweredInHTTP1() throws {
    try LoopbackFarSide.with { far throws in
      let url = "http://127.0.0.1:\(far.httpPort)/upload"
      let result = try far.curl("--http2 -d abcd -w ' %{http_version} %{num_connects}\\n' \(url)", "/upload")
      #expect(result.output == "{\"bytes\":4} 1.1 1\n{\"bytes\":4} 1.1 1\n")
    }
  }

  @Test func whoSpeaksHTTP2IsToldByALPN() throws {
    try LoopbackFarSide.with { far throws in
      #expect(try far.protocols() == ["h2", "http/1.1"])
      let result = try far.secureCurl(Self.format, "/search.json?q=apple")
      #expect(result.output.hasPrefix("2 200 "), "\(result.output)")
      #expect(try far.secureCurl("--http1.1 \(Self.format)", "/status/404").output.hasPrefix("1.1 404 "))
    }
  }

  /// A script says what HTTP/1.1 does, byte for byte.
  @Test func aScriptedServerOffersOnlyHTTP1() throws {
    let script = ServerScript(acts: .connections([[.readRequest, .respond(ScriptedResponse(body: .bytes([65])))]]))
    try LoopbackFarSide.with(FarSidePlan(http: script, https: SecureScript(script: script))) { far throws in
      #expect(try far.protocols() == ["none", "http/1.1"])
      #expect(try far.secureCurl(Self.format, "/").output == "1.1 200 1\n")
      #expect(try far.curl("--http2 \(Self.format)", "/").output == "1.1 200 1\n")
    }
  }

  @Test func theToolsOfNghttp2AreServed() throws {
    try LoopbackFarSide.with { far throws in
      let http = "http://127.0.0.1:\(far.httpPort)"
      let result = try Shell.run(
        """
        nghttp -v \(http)/status/200 \(http)/search.json?q=a | grep -c ':status: 200'
        nghttp -vu \(http)/status/418 | grep -Ec ':status: 418|101 Switching'
        h2load -n 300 -c 3 -m 10 \(http)/bytes/3000 | grep -o '300 succeeded'
        h2load -n 300 -c 3 -m 10 https://127.0.0.1:\(far.httpsPort)/bytes/3000 | grep -Eo '300 succeeded|protocol: h2$'
        """, tools: ["nghttp": "nghttp", "h2load": "h2load"])
      #expect(result.output == "2\n2\n300 succeeded\nprotocol: h2\n300 succeeded\n", "\(result.everything)")
      #expect(far.events.contains(#""event":"request","#) && far.events.contains(#""stream":"#))
    }
  }

  @Test func httpxIsServed() throws {
    try LoopbackFarSide.with { far throws in
      let result = try Shell.run(
        """
        cat >$folder/ask.py <<'END'
        import asyncio, httpx, ssl
        async def main():
          trusted = ssl.create_default_context(cafile="\(far.authority)")
          trusted.check_hostname = False
          async with httpx.AsyncClient(http2=True, verify=trusted, trust_env=False) as client:
            url = "https://127.0.0.1:\(far.httpsPort)/bytes/"
            answers = await asyncio.gather(*(client.get(url + str(number * 1000)) for number in range(20)))
            print({a.http_version for a in answers}, sum(len(a.content) for a in answers))
        asyncio.run(main())
        END
        /usr/bin/python3 $folder/ask.py
        """)
      #expect(result.output == "{'HTTP/2'} 190000\n", "\(result.everything)")
    }
  }

  /// Bytes that are nearly the preface, and an upgrade that is not followed by HTTP/2.
  @Test func nonsenseIsRefused() throws {
    try LoopbackFarSide.with { far throws in
      let result = try Shell.run(
        """
        cat >$folder/ask.py <<'END'
        import socket
        def ask(*pieces):
          with socket.create_connection(("127.0.0.1", \(far.httpPort)), timeout=20) as connection:
            said = b""
            for piece in pieces:
              connection.sendall(piece)
              if piece is not pieces[-1]: said += connection.recv(65536)
            try:
              while data := connection.recv(65536): said += data
            except ConnectionResetError: pass
            return said
        upgrade = (b"GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: Upgrade, HTTP2-Settings\\r\\nUpgrade: h2c\\r\\n"
          b"HTTP2-Settings: AAMAAABkAAQAAP__\\r\\n\\r\\n")
        print(ask(b"PRI * HTTP/2.0\\r\\n\\r\\nXX\\r\\n\\r\\n")[:12])
        print(ask(b"PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n" + b"x" * 100)[3:4])
        print(ask(upgrade, b"GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n" + b"x" * 20000)[:12])
        END
        python3 $folder/ask.py
        """)
      #expect(result.lines == ["b'HTTP/1.1 400'", "b'\\x04'", "b'HTTP/1.1 101'"], "\(result.everything)")
    }
  }
}

extension LoopbackFarSide {
  /// What the server of TLS selects of h2 alone, and of http/1.1 alone.
  func protocols() throws -> [String] {
    let result = try Shell.run(
      """
      for protocol in h2 http/1.1; do
        openssl s_client -connect 127.0.0.1:\(httpsPort) -alpn $protocol </dev/null 2>/dev/null \\
          | sed -n 's/^ALPN protocol: //p; s/^No ALPN negotiated/none/p' | head -n 1
      done
      """, tools: ["openssl": "openssl"])
    return result.lines
  }
}
