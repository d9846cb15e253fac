import TestSupport
import Testing

@testable import FarSide

/// The inspector between real clients and real servers.
@Suite(.waiting) struct InspectionTests {
  @Test func whatTheServerSpeaksIsMirrored() throws {
    try LoopbackInspector.with(.good) { inspector throws in
      for (version, secret) in [("--tls-max 1.2", "CLIENT_RANDOM"), ("--tlsv1.3", "CLIENT_TRAFFIC_SECRET_0")] {
        for (offer, spoken) in [("--http2", "2"), ("--http1.1", "1.1"), ("--no-alpn", "1.1")] {
          let result = try inspector.curl(
            "\(version) \(offer) -w ' %{http_version} %{ssl_verify_result}'", "/bytes/5",
            trusting: "'\(inspector.authority)'")
          #expect(result.output == "hhhhh \(spoken) 0", "\(version) \(offer): \(result.output)")
        }
        #expect(inspector.secrets.text.split(separator: "\n").filter { $0.hasPrefix(secret + " ") }.count == 3)
      }
      #expect(inspector.inspector.lines == ["inspected 6 connections: api.example (6)"])
    }
  }

  /// What OpenSSL says of each when it meets the server itself.
  @Test(arguments: [
    (ServedCertificate.expired, "certificate has expired", "expired"),
    (.notYetValid, "not yet valid", "not yet valid"),
    (.unknownAuthority, "unable to get local issuer certificate", "signed by an unknown authority"),
    (.selfSigned, "self-signed certificate", "self-signed"),
    (.otherHost, "no alternative certificate subject name", "for another name"),
  ])
  func theClientMeetsTheServersFlaw(kind: ServedCertificate, words: String, line: String) throws {
    try LoopbackInspector.with(kind) { inspector throws in
      #expect(try inspector.curl("-k", "/bytes/5").output == "hhhhh")
      #expect(inspector.inspector.lines.first == "inspected 1 connection: api.example (1)")
      let result = try inspector.curl("", "/bytes/5")
      #expect(result.status == 60 && result.output.contains(words), "\(result.output)")
      #expect(inspector.comesToSay("passed on as it is: the certificate of api.example, which is \(line)"))
      // From now on, the client meets the server's own certificate.
      let second = try inspector.curl("", "/bytes/5")
      #expect(second.status == 60 && second.output.contains(words), "\(second.output)")
      #expect(!inspector.inspector.lines.contains { $0.hasPrefix("pins") })
    }
  }

  @Test func aClientThatDoesNotTrustTheInspectorIsLeftAlone() throws {
    try LoopbackInspector.with(.good) { inspector throws in
      let real = "'\(inspector.realAuthority)'"
      #expect(try inspector.curl("", "/bytes/5", trusting: real).status == 60)
      #expect(
        inspector.comesToSay(
          "refused Headwind's certificate: api.example (alert unknown_ca): the program pins the server's, or has CAs of its own (curl --cacert); passed through untouched from its next connection on"
        ))
      #expect(try inspector.curl("", "/bytes/5", trusting: real).output == "hhhhh")
      // Another name is inspected still.
      #expect(try inspector.curl("", "/bytes/5", name: "other.example").output == "hhhhh")
      #expect(inspector.inspector.lines.first == "inspected 1 connection: other.example (1)")
    }
  }

  /// A client that was killed looks the same as one that closes its connection in silence, once.
  @Test func aClientThatClosesInSilenceIsLeftAloneAfterTheSecondTime() throws {
    try LoopbackInspector.with(.good) { inspector throws in
      let line = "it closed two connections during the handshake"
      func closeDuringHandshake() throws {
        let result = try inspector.python(
          """
          incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
          tls = trusted().wrap_bio(incoming, outgoing, server_hostname='api.example')
          try: tls.do_handshake()
          except ssl.SSLWantReadError: pass
          s = connect(); s.sendall(outgoing.read()); s.recv(65536); s.close()
          """)
        #expect(result.output == "")
      }
      try closeDuringHandshake()
      #expect(try inspector.curl("", "/bytes/5").output == "hhhhh")
      try closeDuringHandshake()
      #expect(try inspector.curl("", "/bytes/5").output == "hhhhh")
      #expect(inspector.inspector.lines == ["inspected 2 connections: api.example (2)"])
      try closeDuringHandshake()
      try closeDuringHandshake()
      #expect(
        inspector.comesToSay(
          "refused Headwind's certificate: api.example (\(line)): the program pins the server's, or has CAs of its own (curl --cacert); passed through untouched from its next connection on"
        ))
    }
  }

  @Test func aPinnedKeyIsLeftAlone() throws {
    try LoopbackInspector.with(.good) { inspector throws in
      for version in ["--tls-max 1.2", "--tlsv1.3"] {
        let name = version == "--tlsv1.3" ? "new.example" : "old.example"
        let first = try inspector.curl("\(version) --pinnedpubkey sha256//AAAA", "/bytes/5", name: name)
        #expect(first.status == 90, "\(first.output)")
        #expect(
          inspector.comesToSay(
            "refused Headwind's certificate: \(name) (it closed its connection after the handshake): the program pins the server's, or has CAs of its own (curl --cacert); passed through untouched from its next connection on"
          ), "\(inspector.inspector.lines)")
        let second = try inspector.curl("\(version) -w ' %{certs}'", "/bytes/5", name: name)
        #expect(second.output.contains("Headwind Test CA"), "\(second.output)")
      }
    }
  }

  @Test func aClientCertificateIsTheClientsOwn() throws {
    try PythonServer.with(
      """
      context.verify_mode = ssl.CERT_REQUIRED
      context.load_verify_locations(folder + '/ca.pem')
      context.maximum_version = ssl.TLSVersion.TLSv1_2 if argument == '1.2' else ssl.TLSVersion.TLSv1_3
      def serve(raw):
          with context.wrap_socket(raw, server_side=True) as s:
              s.recv(65536)
              subject = dict(part[0] for part in s.getpeercert()['subject'])['commonName']
              s.sendall(b'HTTP/1.1 200 OK\\r\\nConnection: close\\r\\n\\r\\n' + subject.encode())
      """, arguments: ["1.2", "1.3"]
    ) { server, folder throws in
      try LoopbackInspector.with(server: server, trusting: folder + "/ca.pem") { inspector throws in
        let words = "--http1.1 --cert '\(folder)/client.pem' --key '\(folder)/client.key'"
        #expect(try inspector.curl(words, "/").output == "client.example")
        #expect(
          inspector.inspector.lines == [
            "passed through untouched: api.example, the server asks for a client certificate (1 connection)"
          ])
        #expect(try inspector.curl("--http1.1", "/").status != 0)
      }
    }
  }

  @Test func whatIsNotTLSIsPassedThrough() throws {
    try PythonServer.with(
      """
      def serve(raw):
          raw.sendall(b'220 hello\\r\\n') if argument == 'first' else None
          raw.sendall(raw.recv(10)[::-1]); read_all(raw); raw.sendall(b'end'); raw.close()
      """, arguments: ["first", "second"]
    ) { server, folder throws in
      try LoopbackInspector.with(server: server, trusting: folder + "/ca.pem") { inspector throws in
        let result = try inspector.python(
          """
          for first in (b'hello', b'\\x16', b'\\x16\\x03\\x01', b'\\x16\\x03\\x01\\x00\\x05hello', b'\\x16\\x03\\x01\\xff\\xff', b'\\x16\\x03\\x01\\x00\\x04\\x01\\x00\\x00\\x00'):
              s = connect()
              s.sendall(first); s.shutdown(socket.SHUT_WR)
              got = read_all(s)
              assert got in (first[::-1] + b'end', b'220 hello\\r\\n' + first[::-1] + b'end'), got
          s = connect(); s.shutdown(socket.SHUT_WR); assert read_all(s) in (b'end', b'220 hello\\r\\nend')
          print('done')
          """)
        #expect(result.output == "done\n", "\(result.output)")
        #expect(!inspector.inspector.lines.isEmpty)
        #expect(
          inspector.inspector.lines.allSatisfy { $0.hasPrefix("passed through untouched: 127.0.0.1:\(server), ") })
      }
    }
  }

  @Test func whatCannotBeMirroredIsPassedThrough() throws {
    try LoopbackInspector.with(.good) { inspector throws in
      let result = try inspector.python(
        """
        def issuer(name, *protocols):
            context = ssl.create_default_context(cafile='\(inspector.realAuthority)')
            context.check_hostname = name is not None
            if protocols: context.set_alpn_protocols(protocols)
            with context.wrap_socket(connect(), server_hostname=name) as s:
                return dict(part[0] for part in s.getpeercert()['issuer'])['commonName']
        print(issuer(None), issuer('mail.example', 'imap'), sep='\\n')
        """)
      #expect(result.output == "Headwind Test CA\nHeadwind Test CA\n", "\(result.output)")
      let passed = inspector.inspector.lines.map { $0.split(separator: ", ", maxSplits: 1).last ?? "" }
      #expect(
        passed.sorted() == [
          "it speaks neither HTTP/2 nor HTTP/1.1, but imap (1 connection)",
          "the ClientHello names no server (SNI) (1 connection)",
        ])
    }
  }

  /// Both directions at once, past every buffer, with ends that TLS says and ends that it does not.
  @Test func bytesAndEndsAreCarriedBothWays() throws {
    try PythonServer.with(
      """
      def serve(raw):
          s = context.wrap_socket(raw, server_side=True)
          wish = s.recv(5)
          if wish == b'reset':
              s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0)); s.close(); return
          while part := s.recv(65536): s.sendall(part)
          if wish == b'clean': s.unwrap()
          else: socket.socket.shutdown(s, socket.SHUT_WR)
          s.close()
      """
    ) { server, folder throws in
      try LoopbackInspector.with(server: server, trusting: folder + "/ca.pem") { inspector throws in
        let result = try inspector.python(
          """
          import os, select
          # One thread: an SSL object is not to be read and written by two at once.
          def run(wish, count):
              s = trusted().wrap_socket(connect(), server_hostname='api.example', suppress_ragged_eofs=False)
              s.sendall(wish); s.setblocking(False)
              sent = bytes(i * 7 % 251 for i in range(count)); got = b''; written = 0
              while len(got) < count:
                  try:
                      if written < count: written += s.send(sent[written:written + 100000])
                  except (ssl.SSLWantReadError, ssl.SSLWantWriteError): pass
                  try: got += s.recv(65536)
                  except (ssl.SSLWantReadError, ssl.SSLWantWriteError): select.select([s], [s] if written < count else [], [], 10)
              s.setblocking(True)
              assert got == sent, len(got)
              return s
          s = run(b'clean', 3000000); s.unwrap(); print('clean')
          s = run(b'short', 1000); socket.socket.shutdown(s, socket.SHUT_WR)
          try: print('a clean end', s.recv(1))
          except ssl.SSLEOFError: print('unclean')
          s = connect(); s = trusted().wrap_socket(s, server_hostname='api.example'); s.sendall(b'reset')
          # Python's ssl says the same of a reset as of an end.
          select.select([s], [], [], 10)
          try: print('an end', os.read(s.fileno(), 1))
          except ConnectionResetError: print('reset')
          """)
        #expect(result.output == "clean\nunclean\nreset\n", "\(result.output)")
        #expect(inspector.inspector.lines == ["inspected 3 connections: api.example (3)"])
      }
    }
  }

  @Test func aServerThatHangsUpIsNoPin() throws {
    try PythonServer.with(
      """
      def serve(raw):
          context.wrap_socket(raw, server_side=True).unwrap().close()
      """
    ) { server, folder throws in
      try LoopbackInspector.with(server: server, trusting: folder + "/ca.pem") { inspector throws in
        let result = try inspector.python(
          """
          for _ in range(3):
              s = trusted().wrap_socket(connect(), server_hostname='api.example')
              print(s.recv(1), s.getpeercert()['issuer'][0][0][1]); s.close()
          """)
        #expect(result.output == String(repeating: "b'' Inspection CA\n", count: 3), "\(result.output)")
        #expect(inspector.inspector.lines.isEmpty, "\(inspector.inspector.lines)")
      }
    }
  }

  /// A server that speaks only what the inspector does not. The client meets its answer itself.
  @Test func aFailureOfTheServerIsTheClientsToMeet() throws {
    try PythonServer.with(
      """
      def serve(raw):
          raw.recv(65536); raw.sendall(bytes([21, 3, 3, 0, 2, 2, 112])); raw.close()
      """
    ) { server, folder throws in
      try LoopbackInspector.with(server: server, trusting: folder + "/ca.pem") { inspector throws in
        let result = try inspector.curl("", "/")
        #expect(result.status == 35 && result.output.contains("unrecognized name"), "\(result.output)")
        #expect(
          inspector.inspector.lines == [
            "passed through untouched: api.example, TLS with the server failed: alert unrecognized_name (1 connection)"
          ])
      }
    }
  }
}
