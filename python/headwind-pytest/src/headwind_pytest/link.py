"""The link that the tests run on."""

import collections.abc
import dataclasses
import json
import typing

from .control import Control, LinkError

Seconds = typing.Optional[float]


@dataclasses.dataclass(frozen=True)
class Connection:
    """A TCP connection as the client's end of the link saw it. Times are seconds since the test began."""

    stream: int
    # opening, open, closing, closed, or abandoned: the client has no socket any more, which the wire does not show
    state: str
    # whether the client is done with it: it has closed it, or the server has reset it
    over: bool
    client_address: str
    client_port: int
    server_address: str
    server_port: int
    syns: int
    opened: float
    connected: Seconds
    first_sent: Seconds
    last_sent: Seconds
    first_received: Seconds
    last: float
    sent_bytes: int
    received_bytes: int
    # "fin" or "rst", and when
    client_end: typing.Optional[str]
    client_ended: Seconds
    server_end: typing.Optional[str]
    server_ended: Seconds

    TIMES = (
        "opened", "connected", "first_sent", "last_sent", "first_received", "last", "client_ended", "server_ended",
    )  # fmt: skip


@dataclasses.dataclass(frozen=True)
class Exchange:
    """An HTTP request and what came of it: HTTP/1 or HTTP/2, in the clear or within TLS whose secrets are known.

    Times are seconds since the test began.
    """

    number: int
    stream: int
    method: typing.Optional[str]
    target: typing.Optional[str]
    url: typing.Optional[str]
    status: typing.Optional[int]
    # complete, open, abandoned, unanswered, reset_by_server ...: the words of docs/exports.md
    outcome: str
    began: Seconds
    request_sent: Seconds
    response_started: Seconds
    ended: Seconds
    request_bytes: typing.Optional[int]
    response_bytes: typing.Optional[int]
    # "HTTP/1.1", "HTTP/2", "HTTP/3"; the version of TLS that it went through, such as "TLS 1.3"; its stream in HTTP/2, and in HTTP/3
    version: typing.Optional[str] = None
    tls: typing.Optional[str] = None
    http2_stream: typing.Optional[int] = None
    http3_stream: typing.Optional[int] = None

    TIMES = ("began", "request_sent", "response_started", "ended")


@dataclasses.dataclass(frozen=True)
class Traffic:
    """The packets that the client sent and received. Times are seconds since the test began."""

    sent_packets: int
    sent_bytes: int
    received_packets: int
    received_bytes: int
    first_packet: Seconds
    last_packet: Seconds


class Connections(collections.abc.Sequence):
    """The TCP connections that a test's link has seen, in the order of their first packets.

    It is no list, because `count` of a list is a method: `assert link.connections.count` would always pass.
    """

    def __init__(self, link, items):
        self._link = link
        self._items = tuple(items)

    def __len__(self):
        return len(self._items)

    def __getitem__(self, place):
        return self._items[place]

    def __eq__(self, other):
        return list(self._items) == list(other) if isinstance(other, collections.abc.Sequence) else NotImplemented

    def __repr__(self):
        return repr(list(self._items))

    @property
    def count(self):
        """How many there are."""
        return len(self._items)

    @property
    def open(self):
        """Those that the client has not closed."""
        return [connection for connection in self if not connection.over]

    @property
    def syns(self):
        """How often the client asked for a connection in all."""
        return sum(connection.syns for connection in self)

    def all_closed(self, within=0.0):
        """Waits until the client has closed all connections of the test; says whether it has in time.

        Where there are no connections, all are closed.
        """
        return self._link.sees("closed", within)


class Link:
    """The link of a test, to be bent and watched.

    There is one for all tests: who holds it has it alone until he closes it.
    """

    # How long another test may hold the link, in seconds.
    TURN = 3600

    def __init__(self, name="", address=None, hold=True):
        self._control = Control(address)
        if hold:
            self._control.ask(f"hold within {_time(self.TURN)}", taking=self.TURN)
        start = dict(self._control.ask(f"mark {name}"))
        if "mark" not in start:
            raise LinkError("the link was created by another version of Headwind, which does not number its marks")
        self._mark = start["mark"]
        self._start = float(start["time"])

    # Bending it

    def switch(self, profile, queued=None):
        """Puts another profile in force, by name or path; heals a cut.

        queued: what happens to the packets that wait for the bandwidth: 'keep', 'rerate' (they are sent at the new one) or 'drop'
        """
        self._control.ask(f"switch {profile}" + (f" queued {queued}" if queued else ""))

    def then(self, profile, when=None, after=None, duration=None):
        """Lets a profile (or rebind, link-down, link-up) follow, once something is seen on the wire or after some seconds.

        when: syn, request, request-sent, response-started, '4 KB down', 'http "GET /search*"', 'idle 1 s'
        duration: seconds after which what was in force comes back
        """
        if (when is None) == (after is None):
            raise ValueError("say either when= or after=")
        start = f"when {when}" if after is None else f"after {_time(after)}"
        self._control.ask(f"then {profile} {start}" + ("" if duration is None else f" for {_time(duration)}"))

    def cut(self):
        """Lets nothing through, either way, until heal() or another profile."""
        self._control.ask("cut")

    def heal(self):
        """Undoes a cut."""
        self._control.ask("heal")

    def rebind(self):
        """Maps each of the client's ports to another one, as an address translator that has forgotten its mappings."""
        self._control.ask("rebind")

    def take_down(self):
        """Takes the carrier of the client's interface away."""
        self._control.ask("link-down")

    def take_up(self):
        """Gives the carrier back."""
        self._control.ask("link-up")

    def reset(self):
        """Puts the link back as `headwind run` made it."""
        self._control.ask("reset")

    def mark(self, text):
        """Writes a text into the capture and the timeline."""
        self._control.ask(f"mark {text}")

    @property
    def profile(self):
        """The name of the profile in force."""
        return self.status["profile"]

    @property
    def is_cut(self):
        return self.status["state"] == "cut"

    @property
    def status(self):
        """What the link says of itself."""
        return dict(self._control.ask("status"))

    # Watching it, since the test began

    @property
    def connections(self):
        """The TCP connections that were opened, or on which the client sent something."""
        return Connections(self, self._objects("connections", "connection", Connection))

    @property
    def exchanges(self):
        """The HTTP exchanges that began, those that are going on among them."""
        return self._objects("exchanges", "exchange", Exchange)

    @property
    def traffic(self):
        """The packets that the client sent and received."""
        values = dict(self._observe("traffic"))
        counts = [int(values[name]) for name in ("sent-packets", "sent-bytes", "received-packets", "received-bytes")]
        return Traffic(*counts, *(self._time(values.get(name)) for name in ("first-packet", "last-packet")))

    @property
    def timeline(self):
        """What happened, a line each: on the wire and to the link."""
        return [value for name, value in self._observe("timeline") if name == "event"]

    def sees(self, event, within=10.0):
        """Waits until something is seen on the wire; says whether it was. What was seen since the test began counts."""
        control = Control(self._control.address)
        try:
            answer = control.ask(f"wait {event} since {self._mark} within {_time(within)}", taking=within)
        finally:
            control.close()
        return dict(answer)["met"] == "true"

    def capture(self, path):
        """Writes the packets since the test began to a pcapng file."""
        self._observe(f"capture {path}")

    def restore(self, status):
        """Puts the conditions of an earlier status in force again."""
        self.reset()
        if self.profile != status["profile"]:
            self.switch(status["profile"])
        if status["state"] == "cut":
            self.cut()

    def close(self):
        """Lets others have the link."""
        self._control.close()

    def _observe(self, question):
        return self._control.ask(f"{question} since {self._mark}")

    def _objects(self, question, name, kind):
        known = {field.name for field in dataclasses.fields(kind)}
        objects = []
        for key, value in self._observe(question):
            if key == name:
                members = {k: self._time(v) if k in kind.TIMES else v for k, v in json.loads(value).items()}
                objects.append(kind(**{k: v for k, v in members.items() if k in known}))
        return objects

    def _time(self, seconds):
        return None if seconds is None else round(float(seconds) - self._start, 6)


def _time(seconds):
    """As the control protocol reads times."""
    return f"{max(0, round(seconds * 1_000_000))} us"
