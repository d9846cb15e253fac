"""A client of HTTP/3 on aioquic: `h3-client.py PORT KEYS LOG [hold] [table=N] [fields] [socket] [untrusting]`.

It writes a line to LOG for each exchange, as the other peers do. `hold` and `table=N` are those of h3-server.py; with `fields` it asks
for much with many fields, so that the dynamic tables turn over; with `socket` it opens a WebSocket (RFC 9220), too; with `untrusting` it trusts no authority.
"""
import asyncio
import gzip
import hashlib
import json
import os
import sys

from aioquic.asyncio import QuicConnectionProtocol
from aioquic.asyncio.client import connect
from aioquic.h3.connection import H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import StreamReset

PORT, KEYS, LOG, *OPTIONS = sys.argv[1:]
TABLE = next((int(option[6:]) for option in OPTIONS if option.startswith("table=")), 4096)


def note(line):
    with open(LOG, "a") as log:
        log.write(line + "\n")


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Sized(H3Connection):
    _max_table_capacity = property(lambda self: TABLE, lambda self, value: None)


class Holding(Sized):
    def _encode_headers(self, stream_id, headers):
        encoder, section = self._encoder.encode(stream_id, headers)
        if encoder:
            asyncio.get_running_loop().call_later(0.05, self._release, encoder)
        return section

    def _release(self, encoder):
        self._quic.send_stream_data(self._local_encoder_stream_id, encoder)
        self.owner.transmit()


class Client(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = (Holding if "hold" in OPTIONS else Sized)(self._quic)
        self.http.owner = self
        self.answers, self.waiters = {}, {}

    def quic_event_received(self, event):
        if isinstance(event, StreamReset) and event.stream_id in self.waiters:
            self.over(event.stream_id)
        for told in self.http.handle_event(event):
            if isinstance(told, HeadersReceived):
                head = dict(told.headers)
                if head.get(b":status", b"2")[0:1] != b"1" and b":status" in head:
                    self.answers[told.stream_id] = (head, bytearray())
            elif isinstance(told, DataReceived):
                self.answers[told.stream_id][1].extend(told.data)
                self.wake(told.stream_id)
            if getattr(told, "stream_ended", False):
                self.over(told.stream_id)

    def wake(self, stream):
        if stream in self.woken:
            self.woken[stream].set()

    woken = {}

    def over(self, stream):
        if not self.waiters[stream].done():
            self.waiters[stream].set_result(None)

    def start(self, method, target, fields=(), body=b"", protocol=None):
        stream = self._quic.get_next_available_stream_id()
        self.waiters[stream] = asyncio.get_running_loop().create_future()
        head = [(b":method", method.encode())]
        if protocol:
            head.append((b":protocol", protocol.encode()))
        head += [(b":scheme", b"https"), (b":authority", f"localhost:{PORT}".encode()), (b":path", target.encode()),
                 (b"user-agent", b"h3-client"), *[(k.encode(), v.encode()) for k, v in fields]]
        ends = not body and not protocol
        self.http.send_headers(stream, head, ends)
        if body:
            self.http.send_data(stream, body, True)
        self.transmit()
        return stream

    async def ask(self, method, target, fields=(), body=b""):
        stream = self.start(method, target, fields, body)
        await asyncio.wait_for(self.waiters[stream], 20)
        head, data = self.answers[stream]
        data = bytes(data)
        if head.get(b"content-encoding") == b"gzip":
            data = gzip.decompress(data)
        note(f"{method} {target} {head[b':status'].decode()} {digest(data)}")

    async def cancel(self, target):
        stream = self.start("GET", target)
        self.woken[stream] = asyncio.Event()
        await asyncio.wait_for(self.woken[stream].wait(), 20)
        self._quic.stop_stream(stream, 0x10C)
        self.transmit()
        note(f"GET {target} 200 cancelled")

    async def socket(self, target):
        stream = self.start("CONNECT", target, [("sec-websocket-version", "13")], protocol="websocket")
        while stream not in self.answers:
            await asyncio.sleep(0.01)
        note(f"CONNECT {target} 200 -")
        for opcode, word, payload in [(1, "text", b"hello " * 30), (2, "binary", bytes(range(200))), (8, "close", b"\x03\xe8")]:
            mask = os.urandom(4)
            size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFE]) + len(payload).to_bytes(2, "big")
            masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
            self.http.send_data(stream, bytes([0x80 | opcode]) + size + mask + masked, opcode == 8)
            self.transmit()
            note(f"client {word} {digest(payload)}")
            note(f"server {word} {digest(payload)}")
            await asyncio.sleep(0.02)
        await asyncio.wait_for(self.waiters[stream], 20)


async def main():
    made = QuicConfiguration(is_client=True, alpn_protocols=["h3"], secrets_log_file=open(KEYS, "a"), server_name="localhost",
                             max_datagram_frame_size=65536)
    if "untrusting" not in OPTIONS:
        made.load_verify_locations("authority.pem")
    async with connect("127.0.0.1", int(PORT), configuration=made, create_protocol=Client, wait_connected=True) as client:
        if "fields" in OPTIONS:
            await client.ask("GET", "/small.txt")
            for turn in range(12):
                await asyncio.gather(*(client.ask(
                    "GET", f"/many?turn={turn}&number={number}",
                    [(f"x-ask-{(turn * 7 + number) % 23}", f"value {turn % 5}," * 4), ("cookie", f"session={turn // 4}; " + "c" * 300)])
                    for number in range(6)))
        else:
            await asyncio.gather(*(client.ask("GET", target) for target in ("/small.txt", "/large.txt", "/data.json", "/none")))
            await client.ask("HEAD", "/data.json")
            await client.ask("POST", "/echo", [("content-type", "application/json")], json.dumps({"q": "Zürich"}).encode())
            await client.ask("POST", "/echo", [("content-type", "text/plain")], b"A" * 60_000)
            await asyncio.gather(client.ask("GET", "/zipped.json"), client.ask("GET", "/hints"), client.ask("GET", "/trailers"),
                                 client.ask("GET", "/events"), client.ask("GET", "/broken"))
            await client.cancel("/slow")
            if "socket" in OPTIONS:
                await client.socket("/socket")
        await client.ask("GET", "/done")


asyncio.run(main())
