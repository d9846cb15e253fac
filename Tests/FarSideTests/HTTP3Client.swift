import TestSupport

/// Asks a far side by HTTP/3 with aioquic, which scripts/setup installs and which shares nothing with ours.
struct HTTP3Client {
  /// `ask.py` takes the port, and steps: `/PATH` asks and prints status, fields of interest and length; `POST:BYTES/PATH` sends a body;
  /// a number waits so many seconds; `new` begins a new connection, with 0-RTT if a ticket came; `port` goes on from another port.
  private static let program = #"""
    import asyncio, ssl, sys
    from aioquic.asyncio import QuicConnectionProtocol, connect
    from aioquic.h3.connection import H3Connection
    from aioquic.h3.events import DataReceived, HeadersReceived
    from aioquic.quic import events
    from aioquic.quic.configuration import QuicConfiguration
    port, ca, keys, steps = int(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]
    tickets = []
    class Client(QuicConnectionProtocol):
      http = None; done = None; told = ''
      def quic_event_received(self, event):
        if isinstance(event, events.ConnectionTerminated): self.end(f'closed {event.error_code:#x}')
        if isinstance(event, events.StreamReset): self.end(f'reset {event.error_code:#x}')
        if isinstance(event, events.HandshakeCompleted): print('early', event.early_data_accepted, flush=True) if event.session_resumed else None
        if self.http is None: return
        for e in self.http.handle_event(event):
          if isinstance(e, HeadersReceived):
            fields = {n.decode(): v.decode() for n, v in e.headers}
            self.told += ' '.join([fields.get(':status', '')] + [f'{n}={v}' for n, v in fields.items() if n.startswith('x-')]) + ' '
          if isinstance(e, DataReceived): self.length += len(e.data)
          if e.stream_ended: self.end(f'{self.length}')
      def datagram_received(self, data, addr):
        # The library does not look for stateless resets.
        if data[-16:] == self._quic._peer_cid.stateless_reset_token: self.end('forgotten')
        super().datagram_received(data, addr)
      def end(self, words):
        if self.done is not None and not self.done.done(): self.done.set_result(self.told + words)
      def send(self, method, path, body=b''):
        if self.http is None: self.http = H3Connection(self._quic)
        self.done, self.told, self.length = asyncio.get_running_loop().create_future(), '', 0
        stream = self._quic.get_next_available_stream_id()
        fields = [(b':method', method.encode()), (b':scheme', b'https'), (b':authority', b'api.test'), (b':path', path.encode()), (b'accept-encoding', b'identity')]
        self.http.send_headers(stream, fields, end_stream=not body)
        if body: self.http.send_data(stream, body, end_stream=True)
        self.transmit()
      async def answer(self):
        print(await asyncio.wait_for(self.done, 20), flush=True)
    async def go(steps):
      c = QuicConfiguration(is_client=True, alpn_protocols=['h3'], server_name='api.test', secrets_log_file=open(keys, 'a'), idle_timeout=10)
      c.load_verify_locations(ca)
      if tickets: c.session_ticket = tickets[-1]
      early = bool(tickets) and steps and steps[0].startswith('/')
      async with connect('127.0.0.1', port, configuration=c, create_protocol=Client, session_ticket_handler=tickets.append, wait_connected=not early) as client:
        while steps and steps[0] != 'new':
          step = steps.pop(0)
          if step.startswith('/'): client.send('GET', step); await client.answer()
          elif step.startswith('POST:'):
            count, path = step[5:].split('/', 1)
            client.send('POST', '/' + path, b'b' * int(count)); await client.answer()
          elif step == 'port':
            loop = asyncio.get_running_loop()
            old = client._transport
            client._transport, _ = await loop.create_datagram_endpoint(lambda: client, local_addr=('::', 0))
          else: await asyncio.sleep(float(step))
      if steps: await go(steps[1:])
    try: asyncio.run(asyncio.wait_for(go(steps), 40))
    except (ConnectionError, TimeoutError, asyncio.TimeoutError) as error: print('failed', type(error).__name__, error)
    """#

  /// What it prints.
  static func ask(_ far: LoopbackFarSide, _ steps: String) throws -> String {
    try Shell.run(
      """
      cat >$folder/ask.py <<'END'
      \(program)
      END
      PYTHONPATH='\(Repository.root)/.build/aioquic' python3 $folder/ask.py \(far.quicPort) '\(far.authority)' $folder/keys \(steps) 2>&1
      """
    ).output
  }
}
