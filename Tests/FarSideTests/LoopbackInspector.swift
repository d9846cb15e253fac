import Glibc
import TestSupport
import Testing

@testable import FarSide

/// An inspector behind a port of the loopback interface. Each connection to it is one to a real server on another port.
struct LoopbackInspector {
  let port: UInt16
  /// Files with the certificates of the inspector's authority, and of the authority that signs for good servers.
  let authority: String
  let realAuthority: String
  let inspector: TLSInspector
  let secrets: NotedSecrets

  /// - Parameters:
  ///   - server: the port of the real server.
  ///   - realAuthority: a file with the certificates that the inspector trusts.
  static func with(
    server: UInt16, trusting realAuthority: String, _ body: (LoopbackInspector) throws -> Void
  ) throws {
    let listener = try ListeningPort(port: 0)
    let authority = try CertificateAuthority(name: "Inspection CA")
    let secrets = NotedSecrets()
    let inspector = try TLSInspector(
      authority: authority, trusting: Array(try Files.text(realAuthority).utf8), noteSecrets: secrets.note)
    defer { inspector.stop() }
    try TemporaryFolder.with { folder in
      try Files.write(authority.pem, to: folder + "/inspection.pem")
      try listener.forward { client in
        guard let upstream = try? ListeningPort.connect(to: server) else { return _ = close(client) }
        inspector.take(client: client, server: upstream, destination: "127.0.0.1:\(server)")
      } while: {
        try body(
          LoopbackInspector(
            port: listener.port, authority: folder + "/inspection.pem", realAuthority: realAuthority,
            inspector: inspector, secrets: secrets))
      }
    }
  }

  /// Before a demo service with a certificate of some kind.
  static func with(
    _ certificate: ServedCertificate, _ body: (LoopbackInspector) throws -> Void
  ) throws {
    try LoopbackFarSide.with(FarSidePlan(https: SecureScript(certificate: certificate))) { far throws in
      try with(server: far.httpsPort, trusting: far.authority, body)
    }
  }

  /// curl to a name that leads to the inspector, and that trusts both authorities.
  func curl(_ words: String = "", _ path: String, name: String = "api.example", trusting: String? = nil) throws
    -> ToolResult
  {
    try Shell.run(
      """
      cat '\(authority)' '\(realAuthority)' >$folder/both.pem
      curl -sS --noproxy '*' --max-time 20 --cacert \(trusting ?? "$folder/both.pem") \
        --connect-to '\(name):443:127.0.0.1:\(port)' \(words) 'https://\(name)\(path)' 2>&1
      """, tools: ["curl": "curl"])
  }

  /// Runs a script of Python in which `port` is the inspector's, and `trusted()` makes a context that trusts it.
  func python(_ script: String) throws -> ToolResult {
    try Shell.run(
      """
      cat >$folder/script.py <<'END'
      import socket, ssl, struct, sys, time
      port = \(port)
      def trusted(): return ssl.create_default_context(cafile='\(authority)')
      def connect(): return socket.create_connection(('127.0.0.1', port), 10)
      def read_all(s):
          all = b''
          while part := s.recv(65536): all += part
          return all
      \(script)
      END
      timeout 30 python3 $folder/script.py 2>&1
      """, tools: ["python3": "python3"])
  }

  /// What the inspector says in the end. A connection's own end may be a moment away.
  func comesToSay(_ line: String) -> Bool {
    for _ in 0..<500 {
      if inspector.lines.contains(line) { return true }
      usleep(10_000)
    }
    return false
  }
}
