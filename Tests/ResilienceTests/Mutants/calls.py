"""A client of gRPC over HTTP/2 on http2.py and client.py, for the family grpc. It takes bytes for messages, and meets every demand.

Mutations are described where they are looked up, with mutated("..."), as in client.py.
"""

import client
import http2
import random
import struct
import time
from client import Failure, left, mutated
from messages import SILENCE, Lines
from urllib.parse import urlsplit

import h2.errors
import h2.events

NAMES = [
    "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS",
    "UNAUTHENTICATED",
]
# HTTP to gRPC Status Code Mapping.
FROM_HTTP = {400: "INTERNAL", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "UNIMPLEMENTED", 429: "UNAVAILABLE",
             502: "UNAVAILABLE", 503: "UNAVAILABLE", 504: "UNAVAILABLE"}


class Status(Failure):
    def __init__(self, name, words="", is_committed=False):
        super().__init__(f"{name} {words}".strip())
        self.name, self.is_committed = name, is_committed


class Session(http2.Session):
    """A connection of HTTP/2 without TLS, with keepalive."""

    def __init__(self, parts):
        s = client.connect(parts)
        self.carrier = client.Connection(s, (parts.scheme, parts.netloc))
        self.changed, self.protocol, self.streams = http2.threading.Condition(), http2.Connection(), {}
        self.has_settings, self.is_going_away, self.error = False, False, None
        self.heard = self.pinged = time.monotonic()
        with self.changed:
            self.protocol.initiate_connection()
            self.protocol.increment_flow_control_window(1 << 20)
            self.flush()
        http2.threading.Thread(target=self.read, daemon=True).start()

    def take(self, event):
        self.heard = time.monotonic()
        if isinstance(event, h2.events.TrailersReceived):
            stream = self.streams.get(event.stream_id)
            if stream:
                stream.trailers = dict(event.headers)
            return
        super().take(event)

    def keep_alive(self):
        """Pings a server that says nothing; the lock is held."""
        # The bug: silence means nothing.
        if mutated("never-ping"):
            return
        now = time.monotonic()
        if now - self.heard > SILENCE and self.pinged > self.heard:
            self.end(Failure("the server answers no PING"))
        elif now - max(self.heard, self.pinged) > SILENCE / 3:
            self.pinged = now
            self.protocol.ping(b"headwind")
            self.flush()


def encoded_timeout():
    seconds = max(client.LIMIT - time.monotonic(), 0.001)
    return f"{int(seconds * 1000)}m"


class Call:
    def __init__(self, session, parts, body):
        self.session, self.data = session, b""
        fields = [(":method", "POST"), (":scheme", parts.scheme), (":path", parts.path), (":authority", parts.netloc),
                  ("te", "trailers"), ("content-type", "application/grpc"), ("grpc-accept-encoding", "identity")]
        # The bug: the server is not told how long the caller waits.
        if not mutated("send-no-timeout"):
            fields.insert(4, ("grpc-timeout", encoded_timeout()))
        with session.changed:
            session.wait(lambda: session.has_settings and session.has_room(), "a stream of the connection")
            self.number = session.protocol.get_next_available_stream_id()
            self.stream = session.streams[self.number] = http2.Stream()
            self.stream.trailers = None
            session.protocol.send_headers(self.number, fields)
            session.flush()
        session.upload(self.number, self.stream, struct.pack(">BI", 0, len(body)) + body)

    def wait(self, condition, what):
        with self.session.changed:
            while not condition():
                self.session.keep_alive()
                if self.session.error and not self.stream.error and not self.stream.has_ended:
                    self.stream.error = self.session.error
                left(what)
                self.session.changed.wait(0.05)

    def more(self):
        """Some more bytes; nothing at the end of the stream."""
        stream = self.stream
        self.wait(lambda: stream.chunks or stream.has_ended or stream.error, "the response")
        with self.session.changed:
            chunks, stream.chunks = stream.chunks, []
        if not chunks and stream.error and not stream.has_ended:
            raise self.status_of(stream.error)
        return b"".join(chunks)

    @staticmethod
    def status_of(error):
        if isinstance(error, http2.Unprocessed):
            return error
        return Status("UNAVAILABLE" if error.is_unanswered else "INTERNAL", str(error))

    def answer(self):
        self.wait(lambda: self.stream.status is not None or self.stream.error, "the response")
        if self.stream.status is None:
            raise self.status_of(self.stream.error)
        fields = self.stream.fields
        # The bug: a page is taken for an answer.
        if mutated("ignore-status"):
            return fields
        if "grpc-status" in fields:
            self.check(fields)
        elif self.stream.status != 200:
            raise Status(FROM_HTTP.get(self.stream.status, "UNKNOWN"), f"HTTP status {self.stream.status}")
        elif not fields.get("content-type", "").startswith("application/grpc"):
            raise Status("UNKNOWN", "the response is no gRPC")
        return fields

    @staticmethod
    def check(fields):
        code = int(fields.get("grpc-status", "2"))
        if code:
            raise Status(NAMES[code] if code < len(NAMES) else "UNKNOWN", fields.get("grpc-message", ""))

    def messages(self, fields, lines):
        while True:
            while len(self.data) < 5 or len(self.data) < 5 + struct.unpack(">I", self.data[1:5])[0]:
                try:
                    piece = self.more()
                except Failure:
                    lines.add_partial(self.data[5:] or b"nothing")
                    raise
                if not piece:
                    return self.end()
                self.data += piece
            flag, length = struct.unpack(">BI", self.data[:5])
            message, self.data = self.data[5:5 + length], self.data[5 + length:]
            # The bug: what is compressed is taken as it is.
            if flag & 1 and not mutated("accept-compressed"):
                raise Status("INTERNAL", f"the message is compressed with {fields.get('grpc-encoding', 'nothing')}")
            yield message

    def end(self):
        # The bugs: half a message, or a response without a status, is good enough.
        if self.data and not mutated("accept-short-body", "ignore-status"):
            raise Status("INTERNAL", "the stream ended within a message")
        if self.stream.trailers is None and "grpc-status" not in self.stream.fields:
            if mutated("accept-short-body", "ignore-status"):
                return
            raise Status("INTERNAL", "the response has no trailers")
        if not mutated("ignore-status"):
            self.check(self.stream.trailers or self.stream.fields)


sessions, making = {}, client.threading.Lock()


def session(parts):
    with making:
        if parts.netloc not in sessions or not sessions[parts.netloc].is_usable:
            sessions[parts.netloc] = Session(parts)
        return sessions[parts.netloc]


def attempt(parts, body, is_stream, lines):
    """One call. A failure says whether a message was delivered before."""
    count = 0
    try:
        connection = session(parts)
        call = Call(connection, parts, body)
        try:
            fields = call.answer()
            held = []
            for message in call.messages(fields, lines):
                count += 1
                if is_stream:
                    lines.add(message)
                else:
                    held.append(message)
            if not is_stream:
                # The bug: any number of messages will do.
                if len(held) != 1 and not mutated("ignore-status", "accept-short-body"):
                    raise Status("INTERNAL", f"{len(held)} messages instead of one")
                for message in held:
                    lines.add(message)
        finally:
            connection.abandon(call.number, call.stream)
    except Failure as error:
        error.is_committed = count > 0
        raise


def may_be_tried_again(error, turn):
    # The bug: it is not.
    if mutated("never-retry"):
        return False
    if mutated("retry-too-often"):
        return turn < 14
    # The bug: whatever went wrong, the call is made again.
    if mutated("repeat-requests"):
        return turn < 7
    if error.is_committed:
        return False
    if isinstance(error, http2.Unprocessed):
        return turn < 3
    return getattr(error, "name", "") == "UNAVAILABLE" and turn < 3


def perform(request):
    parts, body = urlsplit(request["url"]), client.load(request) or b""
    is_stream = parts.path.endswith("/List")
    lines, turn = Lines(request), 0
    while True:
        try:
            return attempt(parts, body, is_stream, lines)
        except Failure as error:
            if not may_be_tried_again(error, turn):
                raise
            if mutated("retry-too-often", "repeat-requests"):
                client.pause(0.05 + random.uniform(0, 0.1) * (turn + 1) / 4)
            else:
                client.pause(client.backoff(turn, {}))
            turn += 1


client.perform = perform
client.repeat_requests = lambda requests: None
