import Glibc
import TestSupport

/// A server in Python, with a certificate for `api.example` and one for a client, both signed by an authority of its own.
enum PythonServer {
  /// - Parameters:
  ///   - script: defines `serve(raw)`, which is called on a thread of its own for each connection. `context` has the server's
  ///     certificate, `folder` holds `ca.pem`, `client.pem` and `client.key`.
  ///   - arguments: the server is started once for each of them, in which `argument` has it.
  ///   - body: gets the server's port, and the folder.
  static func with(_ script: String, arguments: [String] = [""], _ body: (UInt16, String) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      _ = try Tool.output(of: ["bash", "-ec", "cd '\(folder)'\n\(certificates)"])
      try Files.write(
        """
        import socket, ssl, struct, sys, threading
        folder, argument = sys.argv[1:]
        def read_all(s):
            all = b''
            while part := s.recv(65536): all += part
            return all
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(folder + '/server.pem', folder + '/server.key')
        \(script)
        def quietly(raw):
            try: serve(raw)
            except (OSError, ssl.SSLError): raw.close()
        listener = socket.create_server(('127.0.0.1', 0))
        open(folder + '/port.part', 'w').write(str(listener.getsockname()[1]))
        import os; os.rename(folder + '/port.part', folder + '/port')
        while True: threading.Thread(target=quietly, args=(listener.accept()[0],), daemon=True).start()
        """, to: folder + "/server.py")
      for argument in arguments {
        _ = try Tool.run("rm", "-f", folder + "/port")
        // It ends at the latest when the test has long failed.
        let server = try Child(["timeout", "120", "python3", folder + "/server.py", folder, argument])
        defer {
          kill(server.process, SIGTERM)
          server.wait()
        }
        try body(try port(in: folder), folder)
      }
    }
  }

  private static func port(in folder: String) throws -> UInt16 {
    for _ in 0..<1000 {
      if let text = try? Files.text(folder + "/port"), let port = UInt16(text) { return port }
      usleep(10_000)
    }
    throw ToolError("the server does not start")
  }

  private static let certificates = """
    exec 2>/dev/null
    key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    openssl req -x509 $key -keyout ca.key -out ca.pem -subj "/CN=Real CA" -days 30
    for leaf in server:api.example client:client.example; do
      file=${leaf%:*}; name=${leaf#*:}
      openssl req $key -keyout $file.key -out $file.csr -subj "/CN=$name"
      printf "subjectAltName=DNS:$name\\n" >$file.ext
      openssl x509 -req -in $file.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out $file.pem -days 10 -extfile $file.ext
    done
    """
}
