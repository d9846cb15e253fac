"""The client of client.py over HTTP/2, with the library h2, for the family h2. Requests to an origin share a connection.

Its mutations are described where they are looked up, with mutated("..."), as in client.py.
"""

import client
import select
import struct
import threading
import time
from client import Failure, left, mutated
from urllib.parse import urlsplit

import h2.config
import h2.connection
import h2.errors
import h2.events
import h2.exceptions
import h2.frame_buffer
import h2.settings
import h2.stream
from hyperframe.frame import GoAwayFrame, PingFrame

client.APPLICATION_PROTOCOLS[:] = ["h2", "http/1.1"]
# The length of a body is checked below; the library would end the whole connection for one stream.
h2.stream.H2Stream._track_content_length = lambda stream, length, end_stream: None
# The bug: a head may be as long as it likes.
if mutated("take-everything"):
    h2.frame_buffer.CONTINUATION_BACKLOG = 1 << 40

over_http1 = client.exchange


class Unprocessed(Failure):
    """The server has said that it did not process the request, so that it may be sent again (RFC 9113 section 8.7)."""


class NeedsHTTP1(Failure):
    """The server serves the request only over HTTP/1.1."""


class Stream:
    def __init__(self):
        self.status, self.fields, self.chunks = None, {}, []
        self.has_ended, self.error = False, None


class Connection(h2.connection.H2Connection):
    """A connection that lives on after a GOAWAY, as RFC 9113 section 6.8 says; the library would end it."""

    def __init__(self):
        super().__init__(h2.config.H2Configuration(client_side=True, header_encoding="utf-8"))
        self._frame_dispatch_table[GoAwayFrame] = self.receive_goaway
        # A body that is to be damaged must come first.
        if mutated("damage-body"):
            self.decoder.max_header_list_size = 1 << 20
        # The bug: PING is not answered.
        if mutated("ignore-ping"):
            self._frame_dispatch_table[PingFrame] = lambda frame: ([], [])

    @staticmethod
    def receive_goaway(frame):
        event = h2.events.ConnectionTerminated()
        event.error_code, event.last_stream_id = frame.error_code, frame.last_stream_id
        return [], [event]


class Session:
    """A connection with its streams. A thread of its own reads; whoever has the lock writes."""

    def __init__(self, parts):
        s = client.connect(parts)
        if s.selected_alpn_protocol() != "h2":
            s.close()
            raise NeedsHTTP1("the server does not speak HTTP/2")
        self.carrier = client.Connection(s, (parts.scheme, parts.netloc))
        self.changed, self.protocol, self.streams = threading.Condition(), Connection(), {}
        self.has_settings, self.is_going_away, self.error = False, False, None
        with self.changed:
            self.protocol.initiate_connection()
            self.protocol.increment_flow_control_window(1 << 20)
            self.flush()
        threading.Thread(target=self.read, daemon=True).start()

    @property
    def is_usable(self):
        # The bug: GOAWAY is overlooked.
        return self.error is None and (not self.is_going_away or mutated("reuse-after-goaway"))

    def flush(self):
        data = self.protocol.data_to_send()
        if data:
            self.carrier.send(data)

    def read(self):
        while self.error is None:
            if not select.select([self.carrier.socket], [], [], 0.05)[0]:
                continue
            with self.changed:
                try:
                    data = self.carrier.socket.recv(65536)
                    if not data:
                        raise Failure("the server closed the connection", is_unanswered=True)
                    for event in self.protocol.receive_data(data):
                        self.take(event)
                    self.flush()
                except (client.ssl.SSLWantReadError, BlockingIOError):
                    continue
                except (Failure, OSError, ValueError) as error:
                    self.end(Failure(f"the connection: {error}", is_unanswered=True))
                except h2.exceptions.ProtocolError as error:
                    self.flush()
                    self.end(Failure(f"the server broke the protocol: {type(error).__name__} {error}"))
                self.changed.notify_all()

    def end(self, error):
        """All streams end with the connection, those that had an answer in the middle of it."""
        self.error = self.error or error
        for stream in self.streams.values():
            if not stream.has_ended:
                stream.error = stream.error or self.error
        self.carrier.close()

    def take(self, event):
        stream = self.streams.get(getattr(event, "stream_id", None))
        if isinstance(event, h2.events.RemoteSettingsChanged):
            self.has_settings = True
            # The bug: the server's limit is overlooked.
            if mutated("open-too-many"):
                self.protocol.remote_settings[h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS] = 1000
                self.protocol.remote_settings.acknowledge()
        elif isinstance(event, h2.events.ConnectionTerminated):
            self.is_going_away = True
            for number, stream in self.streams.items():
                # The bug: a connection that is going away is taken for one that is gone.
                is_lost = number > event.last_stream_id or mutated("drop-after-goaway")
                if is_lost and not stream.has_ended:
                    stream.error = Unprocessed("the server is going away")
                    if mutated("drop-after-goaway"):
                        stream.error = Failure("the server is going away")
        elif stream is None:
            return
        elif isinstance(event, h2.events.ResponseReceived):
            stream.fields = dict(event.headers)
            stream.status = int(stream.fields[":status"])
        elif isinstance(event, h2.events.DataReceived):
            stream.chunks.append(event.data)
            self.protocol.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        elif isinstance(event, h2.events.StreamEnded):
            # The bug: the end of a response is overlooked while the body is being sent.
            stream.has_ended = not mutated("forget-early-response")
        elif isinstance(event, h2.events.StreamReset):
            if not stream.has_ended:
                stream.error = self.reset(event.error_code)

    @staticmethod
    def reset(code):
        if code == h2.errors.ErrorCodes.REFUSED_STREAM:
            return Unprocessed("the server refused the stream")
        if code == h2.errors.ErrorCodes.HTTP_1_1_REQUIRED:
            return NeedsHTTP1("the server requires HTTP/1.1")
        return Failure(f"the server reset the stream ({code!r})")

    def wait(self, condition, what):
        """Waits with the lock until something is the case."""
        while not condition():
            if self.error and not what.startswith("the response"):
                raise self.error
            left(what)
            self.changed.wait(0.05)

    def open(self, method, parts, body):
        with self.changed:
            self.wait(lambda: self.has_settings and self.has_room(), "a stream of the connection")
            if not self.is_usable:
                raise Unprocessed("the connection cannot be used any more")
            number = self.protocol.get_next_available_stream_id()
            self.streams[number] = Stream()
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            fields = [(":method", method), (":scheme", parts.scheme), (":authority", parts.netloc), (":path", target)]
            if body is not None:
                fields.append(("content-length", str(len(body))))
            self.protocol.send_headers(number, fields, end_stream=body is None)
            self.flush()
            return number, self.streams[number]

    def has_room(self):
        return not self.is_usable or self.protocol.open_outbound_streams < self.protocol.remote_settings.max_concurrent_streams

    def upload(self, number, stream, body):
        """Sends a body as the windows allow, until it is answered or the stream has ended."""
        if mutated("ignore-window", "send-to-the-end"):
            return self.upload_regardless(number, body)
        rest = memoryview(body)
        while rest or body is not None:
            with self.changed:
                self.wait(lambda: stream.error or stream.has_ended or self.room(number) > 0, "sending the body")
                if stream.error or stream.has_ended:
                    return
                piece = rest[:min(self.room(number), 16384)]
                rest = rest[len(piece):]
                self.protocol.send_data(number, bytes(piece), end_stream=not rest)
                self.flush()
            if not rest:
                return

    def room(self, number):
        return self.protocol.local_flow_control_window(number)

    def upload_regardless(self, number, body):
        """The bug: the body is sent whatever the windows and the response say."""
        for start in range(0, len(body), 16384):
            piece = body[start:start + 16384]
            is_last = start + 16384 >= len(body)
            head = struct.pack(">I", len(piece))[1:] + bytes([0, int(is_last)]) + struct.pack(">I", number)
            with self.changed:
                try:
                    self.carrier.send(head + piece)
                except Failure:
                    return

    def answer(self, number, stream):
        with self.changed:
            self.wait(lambda: stream.status is not None or stream.error, "the response")
            if stream.status is None or (mutated("forget-early-response") and stream.error):
                raise stream.error
            return stream.status, stream.fields

    def parts(self, stream):
        """The parts of a body as they arrive; raises Failure if it is not whole."""
        count, length = 0, stream.fields.get("content-length")
        while True:
            with self.changed:
                self.wait(lambda: stream.chunks or stream.has_ended or stream.error, "the response's body")
                chunks, stream.chunks = stream.chunks, []
                has_ended, error = stream.has_ended, stream.error
            for chunk in chunks:
                count += len(chunk)
                yield chunk
            if has_ended:
                if length is not None and int(length) != count and not mutated("accept-short-body"):
                    raise Failure(f"the body has {count} bytes and not {length}")
                return
            if error:
                is_reset = "reset the stream" in str(error)
                if mutated("accept-reset") and is_reset or mutated("accept-short-body") and not is_reset:
                    return
                raise Failure(f"the body is cut off: {error}")

    def abandon(self, number, stream):
        with self.changed:
            if not stream.has_ended and not stream.error and not self.error:
                try:
                    self.protocol.reset_stream(number, h2.errors.ErrorCodes.CANCEL)
                    self.flush()
                except (h2.exceptions.ProtocolError, Failure):
                    pass


sessions, making = {}, threading.Lock()
in_line = threading.Semaphore(1 if mutated("wait-in-line") else 1000)


def session(parts):
    # The bug: a connection serves every name, whatever its certificate is for.
    key = "all" if mutated("coalesce") else parts.netloc
    while not making.acquire(timeout=0.05):
        left("connecting")
    try:
        if key not in sessions or not sessions[key].is_usable:
            sessions[key] = Session(parts)
        return sessions[key]
    finally:
        making.release()


def exchange(method, url, body, request):
    parts = urlsplit(url)
    while not in_line.acquire(timeout=0.05):
        left("waiting for the request before")
    try:
        connection = session(parts)
        number, stream = connection.open(method, parts, body)
        try:
            if body is not None:
                connection.upload(number, stream, body)
            status, fields = connection.answer(number, stream)
            output = client.Body(request, int(fields.get("content-length", 0)))
            is_whole = False
            try:
                for part in connection.parts(stream):
                    output.add(part)
                is_whole = True
            finally:
                output.finish(is_whole)
            return status, fields
        finally:
            connection.abandon(number, stream)
    finally:
        in_line.release()


def most_turns():
    if mutated("retry-too-often"):
        return 14
    return 40 if mutated("open-too-many") else 3


def may_be_sent_again(error, method, turn):
    # The bug: it is not.
    if mutated("never-retry"):
        return False
    if isinstance(error, Unprocessed):
        return turn < most_turns()
    is_idempotent = method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE")
    # The bug: a POST that may have been carried out is sent again.
    if mutated("retry-unsafe"):
        is_idempotent, error.is_unanswered = True, True
    return is_idempotent and error.is_unanswered and turn == 0


def pause_before(turn):
    if mutated("retry-too-often"):
        return client.pause(0.05 + client.random.uniform(0, 0.1) * (turn + 1) / 4)
    client.pause(0.4 if mutated("open-too-many") else client.backoff(turn, {}))


def perform(request):
    method, url, body = request["method"], request["url"], client.load(request)
    turn = 0
    while True:
        try:
            status, _ = exchange(method, url, body, request)
            break
        except NeedsHTTP1:
            if mutated("never-retry"):
                raise
            client.APPLICATION_PROTOCOLS[:] = ["http/1.1"]
            status, _ = over_http1(method, url, body, request)
            break
        except Failure as error:
            if not may_be_sent_again(error, method, turn):
                raise
            pause_before(turn)
            turn += 1
    if not 200 <= status < 300:
        raise Failure(f"status {status}")


def repeat_requests(requests):
    """The bug: what was sent once is sent again and again, whatever came of it."""
    client.APPLICATION_PROTOCOLS[:] = ["h2", "http/1.1"]
    for _ in range(14):
        parts = urlsplit(requests[0]["url"])
        try:
            connection = Session(parts)
            connection.open(requests[0]["method"], parts, None)
            time.sleep(0.05)
            connection.carrier.close()
        except (Failure, OSError):
            pass


client.perform = perform
client.repeat_requests = repeat_requests
