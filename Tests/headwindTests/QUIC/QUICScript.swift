import TestSupport

/// Runs a script with a client and a server of HTTP/3 (aioquic, which scripts/setup installs) and a "host" between them, as ``RelayScript`` has it.
///
/// `server` starts the server at the far end of the host, `client PATH [WAIT PATH]...` asks for paths over one connection and prints their statuses and
/// lengths; between two paths it waits for so many seconds. Both write qlog to `$folder/qlog.server` and `$folder/qlog.client`, and the client its secrets
/// to `$folder/keys`.
enum QUICScript {
  private static let functions = #"""
    export PYTHONPATH=$aioquic:$folder
    python3 -c 'import aioquic' || fail "aioquic is needed: scripts/setup"
    mkdir -p $folder/qlog.server $folder/qlog.client; chmod 777 $folder/qlog.client
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=quic.test -addext subjectAltName=DNS:quic.test \
      -keyout $folder/key.pem -out $folder/cert.pem 2>/dev/null
    cat >$folder/h3server.py <<'END'
    import asyncio, sys
    from aioquic.asyncio import QuicConnectionProtocol, serve
    from aioquic.h3.connection import H3Connection
    from aioquic.h3.events import HeadersReceived
    from aioquic.quic.configuration import QuicConfiguration
    from aioquic.quic.logger import QuicFileLogger
    folder = sys.argv[1]
    class Server(QuicConnectionProtocol):
      http = None
      def quic_event_received(self, event):
        if self.http is None: self.http = H3Connection(self._quic)
        for e in self.http.handle_event(event):
          if isinstance(e, HeadersReceived):
            size = int(dict(e.headers)[b':path'].rsplit(b'/', 1)[1])
            self.http.send_headers(e.stream_id, [(b':status', b'200'), (b'content-length', str(size).encode())])
            self.http.send_data(e.stream_id, b'x' * size, end_stream=True)
            self.transmit()
    async def main():
      c = QuicConfiguration(is_client=False, alpn_protocols=['h3', 'h3-29'], quic_logger=QuicFileLogger(folder + '/qlog.server'))
      c.load_cert_chain(folder + '/cert.pem', folder + '/key.pem')
      await serve('::', 4433, configuration=c, create_protocol=Server)
      print('ready', flush=True); await asyncio.Future()
    asyncio.run(main())
    END
    cat >$folder/h3client.py <<'END'
    import asyncio, ssl, sys
    from aioquic.asyncio import QuicConnectionProtocol, connect
    from aioquic.h3.connection import H3Connection
    from aioquic.h3.events import DataReceived, HeadersReceived
    from aioquic.quic.configuration import QuicConfiguration
    from aioquic.quic.logger import QuicFileLogger
    folder, address, alpn, steps = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
    class Client(QuicConnectionProtocol):
      http = None; status = None; length = 0; done = None
      def quic_event_received(self, event):
        if self.http is None: return
        for e in self.http.handle_event(event):
          if isinstance(e, HeadersReceived): self.status = dict(e.headers)[b':status'].decode()
          if isinstance(e, DataReceived): self.length += len(e.data)
          if e.stream_ended and not self.done.done(): self.done.set_result(None)
      async def get(self, path):
        if self.http is None: self.http = H3Connection(self._quic)
        self.done, self.status, self.length = asyncio.get_running_loop().create_future(), None, 0
        stream = self._quic.get_next_available_stream_id()
        self.http.send_headers(stream, [(b':method', b'GET'), (b':scheme', b'https'), (b':authority', b'quic.test'), (b':path', path.encode())], end_stream=True)
        self.transmit(); await asyncio.wait_for(self.done, 20); print(self.status, self.length, flush=True)
    async def main():
      c = QuicConfiguration(is_client=True, alpn_protocols=[alpn], server_name='quic.test', verify_mode=ssl.CERT_NONE, idle_timeout=30,
        secrets_log_file=open(folder + '/keys', 'a'), quic_logger=QuicFileLogger(folder + '/qlog.client'))
      async with connect(address, 4433, configuration=c, create_protocol=Client) as client:
        for step in steps:
          if step.startswith('/'): await client.get(step)
          elif step == 'update': client._quic.request_key_update()
          else: await asyncio.sleep(float(step))
    try: asyncio.run(asyncio.wait_for(main(), 40))
    except (ConnectionError, TimeoutError) as error: print('failed', type(error).__name__)
    END
    """#

  /// With the paths of the host between: `$link` stands before a client on a link by the relay, `$server` before what runs at the server.
  static func run(
    _ script: String, as who: FaultScript.Who = .root, tools: [String: String] = [:]
  ) throws -> ToolResult {
    try RelayScript.run(
      "aioquic=\(Repository.root)/.build/aioquic\n\(functions)\nserve $server python3 $folder/h3server.py $folder\n"
        + "client=\"python3 $folder/h3client.py $folder 192.0.2.1\"\n" + script, as: who,
      tools: ["openssl": "openssl", "jq": "jq"].merging(tools) { one, _ in one })
  }
}
