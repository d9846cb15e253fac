import TestSupport
import Testing

@testable import FarSide

/// TLS as real clients meet it: curl (OpenSSL), and Python's ssl where the end of a connection matters.
@Suite(.waiting) struct SecureServerTests {
  @Test func theDemoServiceAnswersWithinTLS() throws {
    try LoopbackFarSide.with(FarSidePlan()) { far throws in
      for version in ["--tls-max 1.2", "--tlsv1.3"] {
        let result = try far.secureCurl("\(version) -w ' %{http_code} %{ssl_verify_result}'", "/status/204")
        #expect(result.output == " 204 0", "\(result.output)")
      }
      #expect(try far.secureCurl("", "/bytes/5", name: "another.example").output == "hhhhh")
      #expect(try far.secureCurl("-d abc", "/upload").output == #"{"bytes":3}"#)
    }
  }

  @Test func anAddressIsNamedInTheCertificateToo() throws {
    try LoopbackFarSide.with(FarSidePlan()) { far throws in
      let result = try Shell.run(
        """
        curl -sS --noproxy '*' --cacert '\(far.authority)' --connect-to '10.77.0.2:443:127.0.0.1:\(far.httpsPort)' \
          https://10.77.0.2/bytes/2 2>&1
        """)
      #expect(result.output == "hh", "\(result.output)")
    }
  }

  /// What OpenSSL says of each, and what it tells the server by an alert.
  @Test(arguments: [
    (ServedCertificate.expired, "certificate has expired", "certificate_expired"),
    (.notYetValid, "not yet valid", "bad_certificate"),
    (.unknownAuthority, "unable to get local issuer certificate", "unknown_ca"),
    (.selfSigned, "self-signed certificate", "unknown_ca"),
  ])
  func aBadCertificateIsRefusedBeforeAnyRequest(kind: ServedCertificate, words: String, alert: String) throws {
    try LoopbackFarSide.with(FarSidePlan(https: SecureScript(certificate: kind))) { far throws in
      let result = try far.secureCurl("", "/bytes/5")
      #expect(result.status == 60 && result.output.contains(words), "\(result.output)")
      #expect(far.comeToSee(#"{"event":"accepted"}"#))
      #expect(far.comeToSee(#"{"event":"handshake-failed","reason":"alert \#(alert)"}"#), "\(far.events)")
      #expect(!far.events.contains("request"), "\(far.events)")
    }
  }

  @Test func anotherHostsCertificateIsRefused() throws {
    try LoopbackFarSide.with(FarSidePlan(https: SecureScript(certificate: .otherHost))) { far throws in
      let result = try far.secureCurl("", "/bytes/5")
      #expect(
        result.status == 60 && result.output.contains("no alternative certificate subject name"), "\(result.output)")
      #expect(!far.events.contains("request"), "\(far.events)")
      #expect(try far.secureCurl("-k", "/bytes/5").output == "hhhhh")
      #expect(far.comeToSee(#"{"event":"request","stream":1,"method":"GET","target":"/bytes/5"}"#), "\(far.events)")
      #expect(far.comeToSee(#"{"event":"response","stream":1,"status":200}"#), "\(far.events)")
    }
  }

  /// What the client read last, and how the connection ended for it. The steps follow a second request, which the client
  /// sends once it has read the answer, because a RST discards what was not read yet.
  private func end(of steps: [ServerStep]) throws -> String {
    let head = ServerStep.send(Array("HTTP/1.1 200 OK\r\n\r\nhello".utf8))
    let script = ServerScript(acts: .connections([[.readRequest, head, .readRequest] + steps]))
    var output = ""
    try LoopbackFarSide.with(FarSidePlan(https: SecureScript(script: script))) { far throws in
      output =
        try Shell.run(
          """
          python3 -c '
          import socket, ssl
          raw = socket.create_connection(("127.0.0.1", \(far.httpsPort)), 30)
          context = ssl.create_default_context(cafile="\(far.authority)")
          incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
          tls = context.wrap_bio(incoming, outgoing, server_hostname="api.test")
          def do(step):
              while True:
                  try: return step()
                  except ssl.SSLWantReadError:
                      raw.sendall(outgoing.read())
                      part = raw.recv(65536)
                      incoming.write(part) if part else incoming.write_eof()
                  finally: raw.sendall(outgoing.read())
          do(tls.do_handshake)
          def ask(): do(lambda: tls.write(b"GET / HTTP/1.1\\r\\nHost: api.test\\r\\n\\r\\n"))
          ask()
          got = b""
          try:
              while not got.endswith(b"hello"): got += do(lambda: tls.read(100))
              ask()
              while part := do(lambda: tls.read(100)): got += part
              end = "close_notify"
          except ssl.SSLEOFError: end = "cut"
          except ssl.SSLZeroReturnError: end = "close_notify"
          except (ConnectionResetError, BrokenPipeError): end = "reset"
          except TimeoutError: end = "nothing"
          print(got[-5:].decode(), end)
          ' 2>&1
          """
        ).output
    }
    return output
  }

  @Test func eachEndIsWhatTheScriptSays() throws {
    let ends: [([ServerStep], String)] = [
      ([.close], "close_notify"), ([.halfClose, .stall], "close_notify"), ([.cut], "cut"), ([.reset], "reset"),
    ]
    for (steps, word) in ends {
      let said = try end(of: steps)
      #expect(said == "hello \(word)\n")
    }
  }

  /// What curl meets where there is no TLS yet, or never will be.
  @Test(arguments: [
    ([ServerStep.stall], 28, "timed out"), ([.close], 35, ""), ([.readHello, .close], 35, ""),
    ([.wait(nanoseconds: 100_000_000), .reset], 35, "reset by peer"), ([.readHello, .reset], 35, "reset by peer"),
    ([.readHello, .alert(.handshakeFailure)], 35, "handshake failure"),
    ([.readHello, .send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)), .close], 35, "wrong version number"),
    ([.wait(nanoseconds: 100_000_000)], 0, "hh"), ([.readHello, .wait(nanoseconds: 100_000_000)], 0, "hh"),
  ])
  func whatComesBeforeTLSIsPlayed(opening: [ServerStep], status: CInt, words: String) throws {
    try LoopbackFarSide.with(FarSidePlan(https: SecureScript(opening: [opening]))) { far throws in
      let result = try far.secureCurl("--max-time 1", "/bytes/2")
      #expect(result.status == status && result.output.contains(words), "\(result.status) \(result.output)")
    }
  }

  @Test func bodiesBreakOffWithinTLSToo() throws {
    let response = ScriptedResponse(body: .filler(count: 40_000), stopsAfter: 10_001)
    let script = ServerScript(acts: .connections([[.readRequest, .respond(response), .cut]]))
    try LoopbackFarSide.with(FarSidePlan(https: SecureScript(script: script))) { far throws in
      let result = try far.secureCurl("-o /dev/null -w '%{size_download} '", "/item")
      #expect(result.output.hasPrefix("10001 ") || result.output.contains("10001 "), "\(result.output)")
      #expect([18, 56].contains(result.status), "\(result.status) \(result.output)")
    }
  }

  @Test(arguments: [
    (
      "sslError([Error: 268436496 error:10000410:SSL routines:OPENSSL_internal:SSLV3_ALERT_HANDSHAKE_FAILURE at x.cc:1])",
      "alert handshake_failure"
    ),
    ("sslError([Error: 1 error:10000418:SSL routines:OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA])", "alert unknown_ca"),
    ("sslError([Error: 1 error:1000009c:SSL routines:OPENSSL_internal:HTTP_REQUEST])", "http_request"),
    ("eof", "eof"),
  ])
  func reasonsAreGivenInShort(text: String, words: String) {
    #expect(TLSWitness.words(text) == words)
  }
}
