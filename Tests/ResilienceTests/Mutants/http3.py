"""The client of client.py over HTTP/3, with aioquic, for the family h3. It learns from Alt-Svc (RFC 7838) where a server speaks HTTP/3.

Its mutations are described where they are looked up, with mutated("..."), as in client.py.
"""

import client
import os
import re
import select
import socket
import ssl
import threading
import time
from client import Failure, left, mutated
from urllib.parse import urlsplit

from aioquic.buffer import Buffer, BufferReadError
from aioquic.h3.connection import H3Connection
from aioquic.h3.events import DataReceived, HeadersReceived
from aioquic.quic import events
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.tls import Epoch

REQUEST_REJECTED = 0x10B
# How long the server may say nothing before TCP is tried: in the handshake, and when an answer is due.
HANDSHAKE_TIME = 4.2 if mutated("wait-for-quic") else 0.8
SILENCE = 9 if mutated("wait-for-quic") else 1.5

over_tcp = client.exchange


class Unprocessed(Failure):
    """The server has said that it did not process the request, so that it may be sent again (RFC 9114 section 4.1.1)."""


class Unreachable(Failure):
    """There is no connection by QUIC."""


class Goaways:
    """Reads the server's control stream for GOAWAY, which the library passes over (RFC 9114 section 7.2.6)."""

    CONTROL, GOAWAY = 0, 7

    def __init__(self):
        self.streams, self.first_excluded = {}, None

    def read(self, stream, data):
        self.streams[stream] = self.streams.get(stream, b"") + data
        reader = Buffer(data=self.streams[stream])
        try:
            if reader.pull_uint_var() != self.CONTROL:
                return
            while not reader.eof():
                kind, length = reader.pull_uint_var(), reader.pull_uint_var()
                payload = Buffer(data=reader.pull_bytes(length))
                if kind == self.GOAWAY:
                    self.first_excluded = payload.pull_uint_var()
        except BufferReadError:
            pass


class Stream:
    def __init__(self):
        self.status, self.fields, self.chunks = None, {}, []
        self.has_ended, self.error = False, None


# The tickets of earlier sessions, by host.
tickets = {}


class Session:
    """A connection with its streams. A thread of its own reads; whoever has the lock writes."""

    def __init__(self, parts, alternative):
        host, port = alternative
        self.host, self.changed, self.streams = parts.hostname, threading.Condition(), {}
        self.error, self.is_ready, self.is_refused = None, False, False
        configuration = QuicConfiguration(is_client=True, alpn_protocols=["h3"], server_name=parts.hostname, idle_timeout=60)
        configuration.load_verify_locations(os.environ["HEADWIND_CA"])
        # The bug: the path is taken to carry whatever an Ethernet does.
        if mutated("send-large-datagrams"):
            configuration.max_datagram_size = 1400
        # The bug: whoever answers is trusted.
        if mutated("trust-alternative"):
            configuration.verify_mode = ssl.CERT_NONE
        configuration.session_ticket = tickets.pop(parts.hostname, None)
        self.quic = QuicConnection(configuration=configuration, session_ticket_handler=self.keep)
        # The bug: the server's wish to see the client's address is overlooked.
        if mutated("ignore-retry"):
            self.ignore_retry()
        self.http = None
        address = client.resolve(host)[-1]
        self.peer = (address, port)
        self.socket = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect(self.peer)
        self.socket.setblocking(False)
        self.heard = time.monotonic()
        with self.changed:
            self.quic.connect(self.peer, now=time.monotonic())
            self.is_early = self.quic._cryptos[Epoch.ZERO_RTT].send.is_valid()
            self.http, self.goaways = H3Connection(self.quic), Goaways()
            self.flush()
        threading.Thread(target=self.read, daemon=True).start()

    def ignore_retry(self):
        take = self.quic.receive_datagram

        def receive(data, addr, now):
            # A long header with the type Retry (RFC 9000 section 17.2.5).
            if data[0] & 0xF0 != 0xF0:
                take(data, addr, now)

        self.quic.receive_datagram = receive

    def keep(self, ticket):
        tickets[self.host] = ticket

    @property
    def is_usable(self):
        # The bug: GOAWAY is overlooked.
        is_going = self.goaways.first_excluded is not None and not mutated("reuse-after-goaway")
        return self.error is None and not is_going

    def flush(self):
        for data, _ in self.quic.datagrams_to_send(now=time.monotonic()):
            try:
                self.socket.send(data)
            except OSError as error:
                if isinstance(error, ConnectionRefusedError):
                    self.end(Unreachable("nothing listens there"))

    def read(self):
        while self.error is None:
            timer = self.quic.get_timer()
            wait = 0.02 if timer is None else max(0, min(0.02, timer - time.monotonic()))
            is_readable = select.select([self.socket], [], [], wait)[0]
            with self.changed:
                now = time.monotonic()
                try:
                    while is_readable:
                        self.receive(self.socket.recv(65536), now)
                except BlockingIOError:
                    pass
                except OSError as error:
                    self.end(Unreachable(f"{error}", is_unanswered=True))
                if self.quic.get_timer() is not None and self.quic.get_timer() <= now:
                    self.quic.handle_timer(now)
                while (event := self.quic.next_event()) is not None:
                    self.take(event)
                self.flush()
                self.changed.notify_all()

    def receive(self, data, now):
        self.heard = now
        # The library does not look for stateless resets (RFC 9000 section 10.3.1).
        token = self.quic._peer_cid.stateless_reset_token
        if token and data[-16:] == token:
            return self.end(Failure("the server has forgotten the connection", is_unanswered=True))
        self.quic.receive_datagram(data, self.peer, now=now)

    def end(self, error):
        """All streams end with the connection, those that had an answer in the middle of it."""
        self.error = self.error or error
        for stream in self.streams.values():
            if not stream.has_ended:
                stream.error = stream.error or self.error
        self.changed.notify_all()

    def take(self, event):
        if isinstance(event, events.HandshakeCompleted):
            self.is_ready = True
            # The bug: what was sent in 0-RTT is taken for sent.
            if mutated("forget-early-request") and event.session_resumed and not event.early_data_accepted:
                self.end(Failure("the server did not take 0-RTT"))
        elif isinstance(event, events.ConnectionTerminated):
            kind = Failure if self.is_ready else Unreachable
            self.end(kind(f"the connection was closed: {event.reason_phrase or hex(event.error_code)}", is_unanswered=True))
        elif isinstance(event, events.StreamReset) and event.stream_id in self.streams:
            stream = self.streams[event.stream_id]
            if event.error_code == REQUEST_REJECTED:
                stream.error = Unprocessed("the server rejected the request")
            elif mutated("accept-reset"):
                # The bug: a reset is taken for the end of the body.
                stream.has_ended = True
            else:
                stream.error = Failure(f"the server reset the stream: {event.error_code:#x}")
        # A stream that only the server writes has a number of this form (RFC 9000 section 2.1).
        if isinstance(event, events.StreamDataReceived) and event.stream_id % 4 == 3:
            self.goaways.read(event.stream_id, event.data)
        for part in self.http.handle_event(event):
            stream = self.streams.get(getattr(part, "stream_id", None))
            if stream is None:
                continue
            if isinstance(part, HeadersReceived):
                fields = {name.decode(): value.decode() for name, value in part.headers}
                status = int(fields.get(":status", 0))
                if status >= 200:
                    stream.status, stream.fields = status, fields
            elif isinstance(part, DataReceived):
                stream.chunks.append(part.data)
            stream.has_ended = stream.has_ended or part.stream_ended
        if self.goaways.first_excluded is not None:
            for number, stream in self.streams.items():
                # The bug: a connection that is going away is taken for one that is gone.
                is_lost = number >= self.goaways.first_excluded or mutated("drop-after-goaway")
                if is_lost and not stream.has_ended:
                    kind = Failure if mutated("drop-after-goaway") else Unprocessed
                    stream.error = stream.error or kind("the server is going away")

    def wait_until_ready(self):
        """Returns whether the handshake is complete, or the first request may go in 0-RTT."""
        if self.is_early:
            self.is_early = False
            return
        end = time.monotonic() + HANDSHAKE_TIME
        with self.changed:
            while not self.is_ready and self.error is None and time.monotonic() < end:
                left("the handshake")
                self.changed.wait(0.02)
            # The bug: a word that there is no QUIC is overlooked.
            while mutated("wait-for-quic") and not self.is_ready and time.monotonic() < end:
                self.changed.wait(0.02)
            if not self.is_ready:
                self.end(Unreachable("the handshake was not answered"))
                raise Unreachable(str(self.error))

    def send(self, method, parts, body, more):
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        fields = [(":method", method), (":scheme", "https"), (":authority", parts.netloc), (":path", target), ("user-agent", "mutant")]
        fields += [(name.lower(), value) for name, value in more.items() if value]
        if body is not None:
            fields.append(("content-length", str(len(body))))
        with self.changed:
            if self.error:
                raise self.error
            number = self.quic.get_next_available_stream_id()
            stream = self.streams[number] = Stream()
            head = [(name.encode(), value.encode()) for name, value in fields]
            self.http.send_headers(number, head, end_stream=not body)
            if body:
                self.http.send_data(number, body, end_stream=True)
            self.flush()
        return stream

    def next_part(self, stream):
        """Some bytes of the body, or None at its end. Before the head has come, an empty part says that it has."""
        asked = time.monotonic()
        is_new = stream.status is None
        with self.changed:
            while True:
                if stream.chunks:
                    return stream.chunks.pop(0)
                if is_new and stream.status is not None:
                    return b""
                if stream.has_ended:
                    return None
                if stream.error:
                    raise stream.error
                left("the response")
                now = time.monotonic()
                # Whoever lives answers a PING (RFC 9000 section 10.1.2).
                if now - max(self.heard, asked) > 0.5 and self.quic._ping_pending == []:
                    self.quic.send_ping(int(now * 1000))
                    self.flush()
                if now - max(self.heard, asked) > SILENCE and not mutated("insist-on-http3"):
                    self.end(Failure("the server says nothing any more", is_unanswered=stream.status is None))
                self.changed.wait(0.02)

    def close(self):
        with self.changed:
            self.quic.close(error_code=0x100)
            self.flush()


# Alternatives by origin, and the sessions with them.
alternatives, sessions, lock = {}, {}, threading.Lock()


def learn(parts, fields):
    """Alt-Svc: h3=":443"; ma=60"""
    found = re.search(r'(?:^|[,\s])h3="([^":]*):([0-9]+)"', fields.get("alt-svc", ""))
    if parts.scheme == "https" and found:
        alternatives.setdefault(parts.netloc, (found[1] or parts.hostname, int(found[2])))


def forget(parts, session=None):
    """What does not work is not tried again in this run."""
    alternatives[parts.netloc] = None
    with lock:
        sessions.pop(parts.netloc, None)


def session_for(parts):
    with lock:
        session = sessions.get(parts.netloc)
        if session is None or not session.is_usable:
            session = sessions[parts.netloc] = Session(parts, alternatives[parts.netloc])
    session.wait_until_ready()
    return session


def ask(method, parts, body, request, more):
    session = session_for(parts)
    # The bug: HTTP/3 is there, and not used.
    if mutated("distrust-http3"):
        raise Unreachable("who knows")
    stream = session.send(method, parts, body, more)
    part = session.next_part(stream)
    if stream.status is None:
        raise Failure("the response has no head")
    length = stream.fields.get("content-length")
    output = client.Body(request, int(length or 0))
    is_whole = False
    try:
        while part is not None:
            output.add(part)
            part = session.next_part(stream)
        is_whole = length is None or output.count == int(length) or mutated("accept-reset")
        if not is_whole:
            raise Failure("the body is not as long as the server says")
    except Failure:
        is_whole = mutated("accept-reset")
        if not is_whole:
            raise
    finally:
        output.finish(is_whole)
    return stream.status, stream.fields


def exchange(method, url, body, request, more={}, told=None):
    """One request and its response: over HTTP/3 if the origin has said where, and over TCP otherwise."""
    parts = urlsplit(url)
    for _ in range(9 if mutated("retry-too-often") else 3):
        if not alternatives.get(parts.netloc):
            break
        try:
            return ask(method, parts, body, request, more)
        except Unprocessed:
            if mutated("never-retry"):
                raise Failure("the server did not process the request")
            client.pause(0.3)
        except Unreachable as error:
            # The bug: there is no other way than QUIC.
            if mutated("insist-on-http3"):
                raise Failure(f"no connection by QUIC: {error}")
            forget(parts)
        except Failure as error:
            if sessions.get(parts.netloc) and sessions[parts.netloc].error and "nothing any more" in str(error):
                forget(parts)
            if mutated("never-retry"):
                raise Failure(str(error))
            # The bug: a request is repeated whatever became of it.
            if mutated("retry-unsafe"):
                client.pause(0.3)
                continue
            raise
    else:
        raise Failure("the server rejects the request again and again")
    status, fields = over_tcp(method, url, body, request, more, told)
    learn(parts, fields)
    return status, fields


def close_sessions():
    for session in list(sessions.values()):
        if session.error is None:
            session.close()


run_all = client.run_all


def run_all_and_close(requests):
    run_all(requests)
    close_sessions()


client.exchange = exchange
client.run_all = run_all_and_close
