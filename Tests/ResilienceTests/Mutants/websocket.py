"""A WebSocket client (RFC 6455) on client.py, for the family ws. It pings, comes back with growing and random pauses, and meets every
demand.

Mutations are described where they are looked up, with mutated("..."), as in client.py.
"""

import base64
import client
import hashlib
import os
import struct
import time
from client import Failure, mutated
from messages import SILENCE, Lines, Lost, come_back, drop, open_connection
from urllib.parse import urlsplit

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
# The codes after which it is worth to come back (IANA's registry).
TEMPORARY = {1001, 1006, 1011, 1012, 1013, 1014}
PATIENCE = 1.2 if mutated("impatient-upgrade") else client.DEADLINE


class Broken(Failure):
    """The server breaks the protocol: the code tells it how."""

    def __init__(self, words, code):
        super().__init__(words)
        self.code = code


class WebSocket:
    def __init__(self, url):
        scheme, _, rest = url.partition(":")
        self.parts = urlsplit({"ws": "http", "wss": "https"}[scheme] + ":" + rest)
        self.connection = open_connection(self.parts)
        self.heard = self.pinged = time.monotonic()
        try:
            self.shake_hands()
        except BaseException:
            drop(self.connection)
            raise

    def shake_hands(self):
        key = base64.b64encode(os.urandom(16)).decode()
        target = (self.parts.path or "/") + (f"?{self.parts.query}" if self.parts.query else "")
        self.connection.send(
            (f"GET {target} HTTP/1.1\r\nHost: {self.parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        limit = min(client.LIMIT, time.monotonic() + PATIENCE)
        status, fields = client.read_head(self.connection, limit)
        if status in (500, 502, 503, 504):
            raise Lost(f"status {status}")
        if status != 101:
            raise Failure(f"the handshake is refused with status {status}")
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        # The bug: any value is good enough.
        if fields.get("sec-websocket-accept") != accept and not mutated("accept-any-key"):
            raise Failure("Sec-WebSocket-Accept is wrong")

    def send(self, opcode, payload=b""):
        key = os.urandom(4)
        masked = bytes(byte ^ key[place % 4] for place, byte in enumerate(payload))
        self.connection.send(bytes([0x80 | opcode, 0x80 | len(payload)]) + key + masked)

    def close(self, code):
        # The bug: the code says something else.
        if mutated("close-with-another-code"):
            code = 1001
        try:
            self.send(CLOSE, struct.pack(">H", code))
        except Failure:
            pass

    def fill(self, count):
        """Waits for bytes, and pings a server that says nothing."""
        while len(self.connection.buffer) < count:
            now = time.monotonic()
            # The bug: silence means nothing.
            if now - self.heard > SILENCE and not mutated("never-ping"):
                raise Lost("the server answers no ping")
            if now - self.pinged > SILENCE / 3 and not mutated("never-ping"):
                self.pinged = now
                self.send(PING, b"still there")
            if not client.wait_for("a message", [self.connection], until=min(client.LIMIT, now + 0.2)):
                continue
            try:
                data = self.connection.receive("a message")
            except Failure as error:
                raise Lost(str(error))
            if not data:
                raise Lost("the connection ended without a close frame (1006)")
            self.heard = time.monotonic()
            self.connection.buffer += data

    def take(self, count):
        self.fill(count)
        data, self.connection.buffer = self.connection.buffer[:count], self.connection.buffer[count:]
        return data

    def frame(self, lines):
        first, second = self.take(2)
        if second & 0x80 and not mutated("accept-masked"):
            raise Broken("the server masks its frames", 1002)
        if first & 0x70:
            raise Broken("a reserved bit is set", 1002)
        length = second & 0x7F
        if length == 126:
            length = struct.unpack(">H", self.take(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", self.take(8))[0]
        # The bug: the mask is undone, as if a server might use one.
        key = self.take(4) if second & 0x80 else None
        try:
            payload = self.take(length)
        except Failure:
            lines.add_partial(self.connection.buffer)
            raise
        if key:
            payload = bytes(byte ^ key[place % 4] for place, byte in enumerate(payload))
        return bool(first & 0x80), first & 0x0F, payload

    def messages(self, lines):
        """The messages, until the server closes with 1000."""
        kind, parts = None, []
        while True:
            is_final, opcode, payload = self.frame(lines)
            if opcode == PING:
                # The bug: no answer.
                if not mutated("ignore-ping"):
                    self.send(PONG, payload)
            elif opcode == PONG:
                # The bug: only answers are expected.
                if mutated("refuse-pong") and payload != b"still there":
                    raise Failure("a pong came that answers no ping")
            elif opcode == CLOSE:
                return self.closed(payload)
            elif opcode in (TEXT, BINARY, CONTINUATION):
                if (opcode == CONTINUATION) != (kind is not None):
                    raise Broken("a fragment is out of place", 1002)
                kind = opcode if kind is None else kind
                parts.append(payload)
                # The bug: each fragment is a message.
                if not is_final and mutated("deliver-fragments"):
                    yield kind, b"".join(parts)
                    parts = []
                if is_final:
                    yield kind, self.whole(kind, b"".join(parts))
                    kind, parts = None, []
            else:
                raise Broken("the opcode is unknown", 1002)

    @staticmethod
    def whole(kind, data):
        if kind == TEXT:
            try:
                data.decode()
            except UnicodeDecodeError:
                # The bug: what is wrong is replaced.
                if not mutated("replace-bytes"):
                    raise Broken("a text is not UTF-8", 1007)
                return data.decode(errors="replace").encode()
        return data

    def closed(self, payload):
        code = struct.unpack(">H", payload[:2])[0] if payload else 1005
        # The bug: the close frame is not answered.
        if not mutated("ignore-close"):
            self.send(CLOSE, payload[:2])
            self.wait_for_end()
        if code in TEMPORARY:
            raise Lost(f"the server closed with {code}")
        if code not in (1000, 1005):
            raise Failure(f"the server closed with {code}")

    def wait_for_end(self):
        """The server closes the connection first; a client waits for that, and not for ever (RFC 6455 section 7.1.1)."""
        limit = time.monotonic() + 2
        while time.monotonic() < limit:
            if client.wait_for("the end", [self.connection], until=limit):
                try:
                    if not self.connection.receive("the end", limit):
                        return
                except Failure:
                    return

    def finish(self):
        """The client ends the WebSocket, because it has all that it wants."""
        self.close(1000)
        self.wait_for_end()


def perform(request):
    lines = Lines(request)

    def attempt(turn):
        socket = WebSocket(request["url"])
        try:
            for kind, data in socket.messages(lines):
                lines.add(data)
                if kind == TEXT and data == b"end":
                    return socket.finish()
        except Broken as error:
            socket.close(error.code)
            raise
        except Lost as error:
            # The bug: the end of a connection is the end of all messages.
            if mutated("accept-cut") and "1006" in str(error):
                return
            raise
        finally:
            drop(socket.connection)

    come_back(attempt)


client.perform = perform


def repeat_requests(requests):
    """The bug: what was sent once is sent again and again, whatever came of it."""
    for request in requests:
        for _ in range(14):
            try:
                socket = WebSocket(request["url"])
                time.sleep(0.05)
                drop(socket.connection)
            except (Failure, OSError):
                pass


client.repeat_requests = repeat_requests
