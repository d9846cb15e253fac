"""A client of event streams (WHATWG HTML section 9.2) on client.py, for the family sse. It comes back with Last-Event-ID, and meets every
demand.

Mutations are described where they are looked up, with mutated("..."), as in client.py.
"""

import client
from client import Failure, mutated
from messages import Lines, Lost, come_back, drop, open_connection
from urllib.parse import urlsplit


class Stream:
    """What the lines of an event stream say."""

    def __init__(self):
        self.kept, self.is_first = b"", True
        self.id, self.retry = "", 0
        self.begin()

    def begin(self):
        self.type, self.data = "", []

    def events(self, piece):
        """The events that are complete with these bytes."""
        self.kept += piece
        while True:
            ends = [place for place in (self.kept.find(b"\n"), self.kept.find(b"\r")) if place >= 0]
            # What follows a CR tells whether it ends the line alone.
            if not ends or self.kept[min(ends):] == b"\r":
                return
            end = min(ends)
            line, rest = self.kept[:end], self.kept[end:]
            self.kept = rest[2:] if rest.startswith(b"\r\n") else rest[1:]
            if self.is_first:
                self.is_first, line = False, line.removeprefix(b"\xef\xbb\xbf")
            if not line:
                if self.data:
                    yield self.type or "message", "\n".join(self.data)
                self.begin()
            else:
                yield from self.take(line.decode(errors="replace"))

    def take(self, line):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self.data.append(value)
        elif name == "event":
            self.type = value
        elif name == "id":
            self.id = value
        elif name == "retry" and value.isdigit():
            self.retry = int(value) / 1000
        # The bug: a comment is taken for an event.
        elif name == "" and mutated("deliver-comments"):
            yield "comment", value

    def rest(self):
        """What came of an event that is not over."""
        return "\n".join(self.data).encode() or self.kept


def pieces(connection, fields):
    """The parts of the body, while the server says something now and then."""
    parts = client.body_parts(connection, fields)
    while True:
        try:
            yield next(parts)
        except StopIteration:
            return
        except Failure as error:
            raise Lost(str(error))


def decoded(piece):
    # The bug: each piece is decoded by itself.
    return piece.decode(errors="replace").encode() if mutated("decode-pieces") else piece


def perform(request):
    lines, held = Lines(request), {"id": "", "retry": 0}
    parts = urlsplit(request["url"])

    def ask(connection):
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        fields = [f"GET {target} HTTP/1.1", f"Host: {parts.netloc}", "Accept: text/event-stream", "Cache-Control: no-store"]
        # The bug: the server is not told where the stream broke.
        if held["id"] and not mutated("forget-event-id"):
            fields.append(f"Last-Event-ID: {held['id']}")
        connection.send(("\r\n".join(fields) + "\r\n\r\n").encode())

    def attempt(turn):
        connection = open_connection(parts)
        try:
            ask(connection)
            try:
                status, fields = client.read_head(connection)
            except Failure as error:
                raise Lost(str(error)) if error.is_unanswered else error
            # The bug: the server's word to stop is overheard.
            if status == 204 and not mutated("ignore-no-content"):
                raise Failure("the server has nothing more (204)")
            if status in (204, 500, 502, 503, 504):
                raise Lost(f"status {status}")
            if status != 200:
                raise Failure(f"status {status}")
            kind = fields.get("content-type", "").split(";")[0].strip().lower()
            # The bug: whatever comes is read as events.
            if kind != "text/event-stream" and not mutated("accept-any-type"):
                raise Failure(f"{kind} is no event stream")
            return read(connection, fields)
        except Lost as error:
            error.least = held["retry"]
            raise
        finally:
            drop(connection)

    def read(connection, fields):
        stream = Stream()
        stream.id, stream.retry = held["id"], held["retry"]
        dispatched = stream.id
        try:
            for piece in pieces(connection, fields):
                for kind, data in stream.events(decoded(piece)):
                    dispatched = stream.id
                    lines.add(data.encode())
                    if kind == "end":
                        return
            raise Lost("the stream has ended")
        except Lost:
            lines.add_partial(stream.rest())
            raise
        finally:
            held["id"], held["retry"] = dispatched, stream.retry

    come_back(attempt)


client.perform = perform
