"""A server of HTTP/3 on aioquic: `h3-server.py PORT KEYS LOG [hold] [table=N] [retry]`.

It writes a line to LOG for each exchange, as the other peers do. With `hold` it sends what its QPACK encoder says to the encoder
stream only after the field sections that refer to it, so that those have to wait. `table=N` sets the size of both dynamic tables.
"""
import asyncio
import gzip
import hashlib
import json
import sys

from aioquic.asyncio import QuicConnectionProtocol, serve
from aioquic.h3 import connection as h3connection
from aioquic.h3.connection import H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.events import ConnectionTerminated, ProtocolNegotiated, StopSendingReceived, StreamReset

PORT, KEYS, LOG, *OPTIONS = sys.argv[1:]
TABLE = next((int(option[6:]) for option in OPTIONS if option.startswith("table=")), 4096)
LARGE = open("files/large.txt", "rb").read()
SMALL = open("files/small.txt", "rb").read()
PAGE = open("page.html", "rb").read()


def note(line):
    with open(LOG, "a") as log:
        log.write(line + "\n")


def digest(data):
    return hashlib.sha256(data).hexdigest()


class Sized(H3Connection):
    """With dynamic tables of the size that was asked for."""

    _max_table_capacity = property(lambda self: TABLE, lambda self, value: None)


class Holding(Sized):
    """Sends what the encoder says a moment after the field section that needs it."""

    def _encode_headers(self, stream_id, headers):
        encoder, section = self._encoder.encode(stream_id, headers)
        if encoder:
            asyncio.get_running_loop().call_later(0.05, self._release, encoder)
        return section

    def _release(self, encoder):
        self._quic.send_stream_data(self._local_encoder_stream_id, encoder)
        self.owner.transmit()


class Server(QuicConnectionProtocol):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.http = None
        self.requests = {}
        self.gone = set()

    def quic_event_received(self, event):
        if isinstance(event, ProtocolNegotiated):
            self.http = (Holding if "hold" in OPTIONS else Sized)(self._quic)
            self.http.owner = self
        if isinstance(event, (StreamReset, StopSendingReceived)):
            self.gone.add(event.stream_id)
        if isinstance(event, ConnectionTerminated):
            self.gone.update(self.requests)
        if self.http is not None:
            for told in self.http.handle_event(event):
                self.take(told)

    def take(self, event):
        if isinstance(event, HeadersReceived):
            if event.stream_id in self.requests:
                if event.stream_ended:
                    self.finish(event.stream_id)
                return
            self.requests[event.stream_id] = (dict(event.headers), bytearray())
            if self.requests[event.stream_id][0].get(b":protocol") == b"websocket":
                return self.open_socket(event.stream_id)
        elif isinstance(event, DataReceived) and event.stream_id in self.requests:
            self.requests[event.stream_id][1].extend(event.data)
            if self.requests[event.stream_id][0].get(b":protocol") == b"websocket":
                return self.answer_socket(event.stream_id)
        else:
            return
        if event.stream_ended:
            self.finish(event.stream_id)

    def finish(self, stream):
        head, body = self.requests[stream]
        asyncio.ensure_future(self.respond(stream, head, bytes(body)))

    def send_head(self, stream, status, fields=(), end=False):
        self.http.send_headers(stream, [(b":status", str(status).encode()), (b"server", b"h3-server"),
                                        *[(k.encode(), v.encode()) for k, v in fields]], end)
        self.transmit()

    def send(self, stream, data, end):
        self.http.send_data(stream, data, end)
        self.transmit()

    async def respond(self, stream, head, body):
        method, target = head[b":method"].decode(), head[b":path"].decode()
        path = target.split("?")[0]
        status, fields, data = 200, [("content-type", "text/plain")], b""
        if path == "/":
            fields, data = [("content-type", "text/html")], PAGE
        elif path == "/small.txt":
            data = SMALL
        elif path in ("/large.txt", "/late.txt"):
            data = LARGE
        elif path == "/style.css":
            fields, data = [("content-type", "text/css")], b"p { color: red }"
        elif path == "/image.png":
            fields, data = [("content-type", "image/png")], bytes(range(256)) * 20
        elif path == "/data.json":
            fields, data = [("content-type", "application/json")], json.dumps({"results": list(range(300))}).encode()
        elif path == "/zipped.json":
            fields = [("content-type", "application/json"), ("content-encoding", "gzip")]
            data = json.dumps({"zipped": ["é"] * 200}).encode()
        elif path == "/echo":
            fields, data = [("content-type", head.get(b"content-type", b"text/plain").decode())], body
        elif path == "/hints":
            self.send_head(stream, 103, [("link", "</style.css>; rel=preload")])
            await asyncio.sleep(0.02)
            data = b"after hints"
        elif path == "/trailers":
            self.send_head(stream, 200, [("trailer", "x-digest")])
            self.send(stream, SMALL, False)
            self.http.send_headers(stream, [(b"x-digest", digest(SMALL).encode())], True)
            self.transmit()
            return note(f"{method} {target} 200 {digest(SMALL)}")
        elif path == "/many":
            fields += [(f"x-field-{number}", "value " * 3 + str(number)) for number in range(40)]
            data = target.encode()
        elif path == "/events":
            self.send_head(stream, 200, [("content-type", "text/event-stream")])
            data = b""
            for number in range(1, 4):
                event = f"id: {number}\ndata: event {number}\n\n".encode()
                data += event
                self.send(stream, event, number == 3)
                await asyncio.sleep(0.03)
            return note(f"{method} {target} 200 {digest(data)}")
        elif path == "/slow":
            self.send_head(stream, 200, [("content-type", "text/plain"), ("content-length", "1000")])
            self.send(stream, b"slow ", False)
            while stream not in self.gone:
                await asyncio.sleep(0.02)
            return note(f"{method} {target} 200 cancelled")
        elif path == "/broken":
            self.send_head(stream, 200, [("content-length", "1000")])
            self.send(stream, b"broken", False)
            await asyncio.sleep(0.1)
            self._quic.reset_stream(stream, 0x102)
            self.transmit()
            return note(f"{method} {target} 200 {digest(b'broken')}")
        elif path == "/done":
            data = b"done"
        else:
            status, data = 404, b"there is no such thing"
        sent = gzip.compress(data) if ("content-encoding", "gzip") in fields else data
        if method == "HEAD":
            sent, data = b"", b""
        fields.append(("content-length", str(len(sent))))
        self.send_head(stream, status, fields, not sent)
        if sent:
            self.send(stream, sent, True)
        note(f"{method} {target} {status} {digest(data)}")

    def open_socket(self, stream):
        self.send_head(stream, 200)
        note(f"CONNECT /socket 200 -")
        self.read = 0

    def answer_socket(self, stream):
        """Answers each whole frame with its payload, and a close frame with itself (RFC 6455 section 5.2)."""
        data = self.requests[stream][1]
        while len(data) - self.read >= 6:
            start = self.read
            length, offset = data[start + 1] & 0x7F, start + 2
            if length == 126:
                length, offset = int.from_bytes(data[start + 2:start + 4], "big"), start + 4
            if len(data) < offset + 4 + length:
                return
            mask = data[offset:offset + 4]
            payload = bytes(byte ^ mask[i % 4] for i, byte in enumerate(data[offset + 4:offset + 4 + length]))
            self.read = offset + 4 + length
            opcode = data[start] & 15
            word = {1: "text", 2: "binary", 8: "close"}[opcode]
            note(f"client {word} {digest(payload)}")
            note(f"server {word} {digest(payload)}")
            size = bytes([length]) if length < 126 else bytes([126]) + length.to_bytes(2, "big")
            self.send(stream, bytes([0x80 | opcode]) + size + payload, opcode == 8)


async def main():
    made = QuicConfiguration(is_client=False, alpn_protocols=["h3"], secrets_log_file=open(KEYS, "a"),
                             max_datagram_frame_size=65536)
    made.load_cert_chain("chain.pem", "leaf.key")
    await serve("127.0.0.1", int(PORT), configuration=made, create_protocol=Server, retry="retry" in OPTIONS)
    print("ready", flush=True)
    await asyncio.Future()


asyncio.run(main())
