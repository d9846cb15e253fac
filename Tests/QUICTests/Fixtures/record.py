#!/usr/bin/env python3
"""Records the captures that the tests of QUIC read: clients and servers of aioquic, on a network that this script makes up.

Usage, with aioquic 1.x from PyPI:
    Tests/QUICTests/Fixtures/record.py [NAME...]

Clients and servers exchange real datagrams; only the network between them and its clock are made up, so that losses, another
order, and new addresses come when they are wanted. For each connection it writes NAME.pcap.gz, NAME.keys (the key log) and
NAME.json: what each side took of each stream, and what it knew of the connection at the end.
"""
import gzip
import hashlib
import heapq
import io
import itertools
import json
import os
import random
import struct
import sys

from aioquic.h3.connection import H3Connection
from aioquic.h3 import events as h3
from aioquic.quic import events
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.connection import QuicConnection
from aioquic.quic.packet import (
    QuicProtocolVersion, encode_quic_retry, encode_quic_version_negotiation, pull_quic_header)
from aioquic.buffer import Buffer
from aioquic.quic.retry import QuicRetryTokenHandler
from aioquic.tls import CipherSuite

HERE = os.path.dirname(os.path.abspath(__file__))
START = 1_780_000_000.0
CLIENT, SERVER = ("192.0.2.10", 50000), ("198.51.100.7", 443)
CLIENT6, SERVER6 = ("2001:db8::10", 50000), ("2001:db8:1::7", 443)


def checksum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack(f">{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def address(text):
    if ":" in text:
        head, _, tail = text.partition("::")
        groups = [int(g, 16) for g in head.split(":")]
        end = [int(g, 16) for g in tail.split(":")] if tail else []
        return struct.pack(">8H", *(groups + [0] * (8 - len(groups) - len(end)) + end))
    return bytes(int(part) for part in text.split("."))


def frame(source, destination, payload, ecn=0):
    """An Ethernet frame with the datagram."""
    ours, theirs = address(source[0]), address(destination[0])
    udp = struct.pack(">HHHH", source[1], destination[1], 8 + len(payload), 0)
    if len(ours) == 4:
        pseudo = ours + theirs + struct.pack(">BBH", 0, 17, 8 + len(payload))
    else:
        pseudo = ours + theirs + struct.pack(">IHBB", 8 + len(payload), 0, 0, 17)
    sum_ = checksum(pseudo + udp + payload) or 0xFFFF
    udp = udp[:6] + struct.pack(">H", sum_)
    if len(ours) == 4:
        header = struct.pack(">BBHHHBBH", 0x45, ecn, 28 + len(payload), 0, 0x4000, 64, 17, 0) + ours + theirs
        header = header[:10] + struct.pack(">H", checksum(header)) + header[12:]
        kind = 0x0800
    else:
        header = struct.pack(">IHBB", 6 << 28 | ecn << 20, 8 + len(payload), 17, 64) + ours + theirs
        kind = 0x86DD
    return b"\x02\0\0\0\0\1\x02\0\0\0\0\2" + struct.pack(">H", kind) + header + udp + payload


def configuration(is_client, keys=None, **more):
    made = QuicConfiguration(is_client=is_client, alpn_protocols=["h3"], server_name="quic.example" if is_client else None,
                             max_datagram_frame_size=65536)
    made.idle_timeout = 30
    if is_client:
        made.verify_mode = 0
        made.secrets_log_file = keys
    else:
        made.load_cert_chain(f"{WORK}/cert.pem", f"{WORK}/key.pem")
    for name, value in more.items():
        setattr(made, name, value)
    return made


class End:
    """A connection of aioquic with HTTP/3 on it, and what it was told."""

    def __init__(self, connection, name):
        self.connection, self.name = connection, name
        self.streams, self.resets, self.stops, self.datagrams = {}, {}, {}, []
        self.facts = {}
        self.http = None
        self.waiting = {}
        self.timer = None
        self.answer = None
        self.done = set()

    def events(self):
        while (event := self.connection.next_event()) is not None:
            if isinstance(event, events.ProtocolNegotiated):
                self.facts["alpn"] = event.alpn_protocol
                if self.http is None:
                    self.http = H3Connection(self.connection)
            elif isinstance(event, events.HandshakeCompleted):
                self.facts["early"] = event.early_data_accepted
                self.facts["resumed"] = event.session_resumed
            elif isinstance(event, events.StreamDataReceived):
                self.streams[event.stream_id] = self.streams.get(event.stream_id, b"") + event.data
            elif isinstance(event, events.StreamReset):
                self.resets[event.stream_id] = event.error_code
            elif isinstance(event, events.StopSendingReceived):
                self.stops[event.stream_id] = event.error_code
            elif isinstance(event, events.DatagramFrameReceived):
                self.datagrams.append(event.data)
            elif isinstance(event, events.ConnectionTerminated):
                self.facts["close"] = {"error": event.error_code, "frame": event.frame_type, "reason": event.reason_phrase}
            if self.http is not None:
                for told in self.http.handle_event(event):
                    self.take(told)

    def take(self, told):
        if isinstance(told, h3.HeadersReceived) and self.answer is not None:
            self.waiting[told.stream_id] = dict(told.headers)
        if isinstance(told, (h3.HeadersReceived, h3.DataReceived)) and told.stream_ended:
            self.done.add(told.stream_id)
            if self.answer is not None:
                self.answer(self, told.stream_id, self.waiting.get(told.stream_id, {}))

    def report(self):
        return {
            **self.facts,
            "streams": {str(number): {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                        for number, data in sorted(self.streams.items())},
            "resets": {str(k): v for k, v in self.resets.items()},
            "stops": {str(k): v for k, v in self.stops.items()},
            "datagrams": len(self.datagrams),
            "parameters": {
                "max_data": self.connection._remote_max_data,
            },
            "version": self.connection._version,
            "rtt": self.connection._loss._rtt_smoothed,
        }


class Network:
    """Both ends, the network between them, and where packets are captured."""

    def __init__(self, seed=1, delay=0.02, up=0.0, down=0.0, jitter=0.0, duplicate=0.0, tap=0.0, retry=False, ecn=0):
        self.dice = random.Random(seed)
        self.delay, self.up, self.down, self.jitter, self.duplicate = delay, up, down, jitter, duplicate
        self.tap = tap
        self.retry = QuicRetryTokenHandler() if retry else None
        self.now = 0.0
        self.queue, self.order = [], itertools.count()
        self.frames = []
        self.keys = io.StringIO()
        self.client_address, self.server_address = CLIENT, SERVER
        self.client, self.server = None, None
        self.server_options = {}
        self.answer = None
        self.ecn = ecn
        self.spoil = None
        self.tickets = {}
        self.reports = []
        self.sent = []
        self.mtu = None

    def at(self, time, action):
        heapq.heappush(self.queue, (time, next(self.order), action))

    def connect(self, ticket=None, on_ticket=None, **more):
        options = configuration(True, self.keys, **more)
        options.session_ticket = ticket
        connection = QuicConnection(configuration=options, session_ticket_handler=on_ticket)
        self.client = End(connection, "client")
        self.server = None
        connection.connect(self.server_address, now=self.now)
        return self.client

    def capture(self, source, destination, payload, time):
        self.frames.append((time, len(self.frames), frame(source, destination, payload, self.ecn)))

    def send(self, end):
        for payload, _ in end.connection.datagrams_to_send(now=self.now):
            self.carry(end.name, payload)
        timer = end.connection.get_timer()
        # It asks again and again for what it cannot send yet.
        timer = timer if timer is None else max(timer, self.now + 0.001)
        if timer is not None and timer != end.timer:
            end.timer = timer
            self.at(timer, lambda: self.wake(end, timer))

    def carry(self, name, payload):
        is_up = name == "client"
        ours, theirs = self.client_address, self.server_address
        lost = self.dice.random() < (self.up if is_up else self.down)
        delay = self.delay + self.dice.random() * self.jitter
        count = 2 if self.dice.random() < self.duplicate else 1
        for copy in range(count):
            part = self.tap if is_up else 1 - self.tap
            seen = self.now + delay * part + copy * 0.001
            # Lost packets are lost at the server's end of the network.
            is_seen = not lost or is_up
            if is_seen:
                self.at(seen, lambda: self.capture(
                    ours if is_up else theirs, theirs if is_up else ours, payload, seen))
            if not lost:
                self.at(self.now + delay + copy * 0.001, lambda: self.deliver(is_up, payload, ours, theirs))

    def wake(self, end, timer):
        if end.timer != timer or end not in (self.client, self.server):
            return
        end.timer = None
        end.connection.handle_timer(now=self.now)
        self.advance(end)

    def advance(self, end):
        end.events()
        self.send(end)

    def deliver(self, is_up, payload, client, server):
        end = self.server if is_up else self.client
        if is_up and end is None:
            end = self.accept(payload, client, server)
            if end is None:
                return
        if end is None:
            return
        end.connection.receive_datagram(payload, client if is_up else server, now=self.now)
        self.advance(end)

    def accept(self, payload, client, server):
        header = pull_quic_header(Buffer(data=payload), host_cid_length=8)
        versions = self.server_options.get("supported_versions", [QuicProtocolVersion.VERSION_1, QuicProtocolVersion.VERSION_2])
        if header.version is not None and header.version not in versions:
            self.carry("server", encode_quic_version_negotiation(
                source_cid=header.destination_cid, destination_cid=header.source_cid, supported_versions=versions))
            return None
        original, retry_id = header.destination_cid, None
        if self.retry is not None:
            if not header.token:
                chosen = self.dice.randbytes(8)
                self.carry("server", encode_quic_retry(
                    version=header.version, source_cid=chosen, destination_cid=header.source_cid,
                    original_destination_cid=header.destination_cid,
                    retry_token=self.retry.create_token(client, header.destination_cid, chosen)))
                return None
            original, retry_id = self.retry.validate_token(client, header.token)
        fetch, keep = self.tickets.get, lambda ticket: self.tickets.__setitem__(ticket.ticket, ticket)
        connection = QuicConnection(
            configuration=configuration(False, **self.server_options), original_destination_connection_id=original,
            retry_source_connection_id=retry_id, session_ticket_fetcher=fetch, session_ticket_handler=keep)
        self.server = End(connection, "server")
        self.server.answer = self.answer
        return self.server

    def run(self, until=None):
        """Goes on until something holds, or nothing happens any more."""
        if self.client is not None:
            self.advance(self.client)
        steps = 0
        while self.queue:
            steps += 1
            if steps > 50000:
                sys.exit(f"the network does not come to rest: {self.now:.3f} s, {len(self.frames)} packets")
            time, _, action = heapq.heappop(self.queue)
            self.now = max(self.now, time)
            action()
            if until is not None and until():
                return True
        return until is None

    def rest(self, seconds):
        end = self.now + seconds
        self.at(end, lambda: None)
        self.run(lambda: self.now >= end)

    def close(self, error=0x100, reason="", **more):
        self.client.connection.close(error_code=error, reason_phrase=reason, **more)
        self.send(self.client)
        self.rest(1)
        self.queue.clear()
        self.reports.append({"client": self.client.report(), "server": self.server.report() if self.server else None})

    def write(self, name):
        # Microseconds: a pcap file of the usual kind.
        data = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, 1)
        for time, _, packet in sorted(self.frames, key=lambda entry: (round(entry[0] * 1e6), entry[1])):
            stamp = round((START + time) * 1e6)
            data += struct.pack("<IIII", stamp // 1_000_000, stamp % 1_000_000, len(packet), len(packet)) + packet
        with open(os.path.join(HERE, f"{name}.pcap.gz"), "wb") as file:
            file.write(gzip.compress(data, 9, mtime=0))
        with open(os.path.join(HERE, f"{name}.keys"), "w") as file:
            file.write(self.keys.getvalue())
        with open(os.path.join(HERE, f"{name}.json"), "w") as file:
            json.dump(self.reports, file, indent=1, sort_keys=True)
            file.write("\n")


def headers(path, method=b"GET"):
    return [(b":method", method), (b":scheme", b"https"), (b":authority", b"quic.example"), (b":path", path),
            (b"user-agent", b"aioquic"), (b"accept", b"application/json")]


def serve(size=2000, kind=b"application/json"):
    def answer(end, stream, asked):
        wanted = asked.get(b":path", b"/").rsplit(b"/", 1)[-1]
        count = int(wanted) if wanted.isdigit() else size
        body = (b'{"items": [' + b", ".join(b'{"id": %d, "name": "caf\xc3\xa9 %d"}' % (n, n) for n in range(count // 30)) + b"]}")
        end.http.send_headers(stream, [(b":status", b"200"), (b"content-type", kind), (b"server", b"aioquic"),
                                       (b"content-length", b"%d" % len(body))])
        end.http.send_data(stream, body, end_stream=True)
    return answer


def ask(net, paths, body=b""):
    """Sends requests at once, and waits for the answers."""
    client = net.client
    assert net.run(lambda: client.http is not None)
    numbers = []
    for path in paths:
        number = client.connection.get_next_available_stream_id()
        client.http.send_headers(number, headers(path, b"POST" if body else b"GET"), end_stream=not body)
        if body:
            client.http.send_data(number, body, end_stream=True)
        numbers.append(number)
    assert net.run(lambda: set(numbers) <= client.done), (numbers, client.done, client.facts)
    return numbers


def scenario(function):
    SCENARIOS[function.__name__.replace("_", "-")] = function
    return function


SCENARIOS = {}


@scenario
def plain():
    net = Network()
    net.answer = serve()
    net.connect()
    ask(net, [b"/items/2000", b"/items/500"])
    ask(net, [b"/form"], body=b"a=1&b=two")
    net.close(reason="done")
    return net


@scenario
def middle_tap():
    net = Network(seed=2, tap=0.5)
    net.answer = serve()
    net.connect()
    ask(net, [b"/items/9000"])
    net.close()
    return net


@scenario
def lossy():
    net = Network(seed=5, up=0.06, down=0.08, jitter=0.012, duplicate=0.02)
    net.answer = serve()
    net.connect()
    ask(net, [b"/items/18000", b"/items/9000", b"/items/400"])
    ask(net, [b"/upload"], body=bytes(net.dice.randbytes(9000)))
    net.close()
    return net


@scenario
def retry():
    net = Network(seed=3, retry=True)
    net.answer = serve()
    net.connect()
    ask(net, [b"/items/600"])
    net.close()
    return net


@scenario
def version_negotiation():
    net = Network(seed=4)
    net.answer = serve()
    net.server_options = {"supported_versions": [QuicProtocolVersion.VERSION_1]}
    net.connect(original_version=0x1A2A3A4A, supported_versions=[0x1A2A3A4A, QuicProtocolVersion.VERSION_1])
    ask(net, [b"/items/600"])
    net.close()
    return net


@scenario
def version_2():
    net = Network(seed=6)
    net.answer = serve()
    net.connect(original_version=QuicProtocolVersion.VERSION_2, supported_versions=[QuicProtocolVersion.VERSION_2])
    ask(net, [b"/items/600"])
    net.client.connection.request_key_update()
    ask(net, [b"/items/700"])
    net.close()
    return net


@scenario
def version_upgrade():
    net = Network(seed=7)
    net.answer = serve()
    net.server_options = {"supported_versions": [QuicProtocolVersion.VERSION_2, QuicProtocolVersion.VERSION_1]}
    net.connect(original_version=QuicProtocolVersion.VERSION_1,
                supported_versions=[QuicProtocolVersion.VERSION_2, QuicProtocolVersion.VERSION_1])
    ask(net, [b"/items/600"])
    net.close()
    return net


def resume(seed, forget):
    net = Network(seed=seed)
    net.answer = serve()
    tickets = []
    net.connect(on_ticket=tickets.append)
    ask(net, [b"/items/300"])
    net.rest(0.2)
    net.close()
    if forget:
        net.tickets.clear()
    net.client_address = (CLIENT[0], CLIENT[1] + 1)
    client = net.connect(ticket=tickets[-1])
    client.http = H3Connection(client.connection)
    number = client.connection.get_next_available_stream_id()
    client.http.send_headers(number, headers(b"/items/900"), end_stream=True)
    if forget:
        net.run(lambda: "early" in client.facts)
        net.rest(1)
    else:
        net.run(lambda: number in client.done)
        ask(net, [b"/items/400"])
    net.close()
    return net


@scenario
def early_accepted():
    return resume(8, forget=False)


@scenario
def early_rejected():
    return resume(9, forget=True)


@scenario
def key_updates():
    net = Network(seed=10, jitter=0.004)
    net.answer = serve()
    net.connect()
    for step in range(5):
        ask(net, [b"/items/1500", b"/items/%d" % (100 + step)])
        (net.client if step % 2 == 0 else net.server).connection.request_key_update()
        net.send(net.client)
    net.close()
    return net


@scenario
def migration():
    net = Network(seed=11)
    net.answer = serve()
    net.connect()
    ask(net, [b"/items/600"])
    # A NAT forgets: the client does not know.
    net.client_address = (CLIENT[0], 50077)
    ask(net, [b"/items/700"])
    # The client goes to another network, with another connection ID.
    net.client_address = ("203.0.113.5", 40404)
    net.client.connection.change_connection_id()
    ask(net, [b"/items/800"])
    net.close()
    return net


@scenario
def empty_id():
    net = Network(seed=12)
    net.answer = serve()
    client = net.connect(connection_id_length=0)
    # aioquic would offer more empty IDs, which nobody may.
    client.connection._replenish_connection_ids = lambda: None
    ask(net, [b"/items/600"])
    net.client_address = (CLIENT[0], 50078)
    ask(net, [b"/items/700"])
    net.close()
    return net


@scenario
def suites():
    net = Network(seed=13)
    net.answer = serve()
    for suite in [CipherSuite.AES_256_GCM_SHA384, CipherSuite.CHACHA20_POLY1305_SHA256]:
        net.connect(cipher_suites=[suite])
        ask(net, [b"/items/400"])
        net.client.connection.request_key_update()
        ask(net, [b"/items/300"])
        # The next one is on the same port.
        net.close()
    return net


@scenario
def frames():
    net = Network(seed=14)
    net.server_options = {"max_data": 12000, "max_stream_data": 6000}
    net.answer = serve()
    client = net.connect(max_data=9000, max_stream_data=4000, max_datagram_frame_size=65536)
    ask(net, [b"/items/20000"])
    client.connection.send_datagram_frame(b"\0datagram")
    client.connection.send_ping(7)
    number = client.connection.get_next_available_stream_id()
    client.http.send_headers(number, headers(b"/slow"), end_stream=False)
    net.send(client)
    net.rest(0.1)
    client.connection.reset_stream(number, 0x10C)
    net.send(client)
    net.rest(0.1)
    number = client.connection.get_next_available_stream_id()
    client.http.send_headers(number, headers(b"/items/9000"), end_stream=True)
    net.send(client)
    net.rest(0.05)
    client.connection.stop_stream(number, 0x10C)
    net.send(client)
    net.rest(0.2)
    ask(net, [b"/upload"], body=bytes(15000))
    net.close(error=0x0A, frame_type=0x08, reason="a stream that nobody wants")
    return net


@scenario
def refused():
    net = Network(seed=15)
    net.connect(alpn_protocols=["wrong"])
    net.run()
    net.reports.append({"client": net.client.report(), "server": net.server.report()})
    return net


@scenario
def stateless_reset():
    net = Network(seed=16)
    net.answer = serve()
    net.connect()
    ask(net, [b"/items/300"])
    token = net.server.connection._host_cids[0].stateless_reset_token
    net.rest(0.2)
    # The server has begun anew, and knows nothing of the connection.
    net.server.connection, before = None, net.server
    net.reports.append({"client": net.client.report(), "server": None})
    net.capture(SERVER, CLIENT, bytes([0x41]) + net.dice.randbytes(24) + token, net.now + 0.01)
    return net


@scenario
def ecn_six():
    net = Network(seed=17, ecn=2)
    net.client_address, net.server_address = CLIENT6, SERVER6
    net.answer = serve()
    net.connect()
    ask(net, [b"/items/600"])
    net.ecn = 3
    ask(net, [b"/items/700"])
    net.close()
    return net


WORK = None


def main():
    global WORK
    import subprocess
    import tempfile
    with tempfile.TemporaryDirectory() as WORK:
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3650",
             "-keyout", f"{WORK}/key.pem", "-out", f"{WORK}/cert.pem", "-subj", "/CN=quic.example",
             "-addext", "subjectAltName=DNS:quic.example"], check=True, stderr=subprocess.DEVNULL)
        for name, function in SCENARIOS.items():
            if len(sys.argv) > 1 and name not in sys.argv[1:]:
                continue
            net = function()
            net.write(name)
            print(f"{name}: {len(net.frames)} packets")


main()
