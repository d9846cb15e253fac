"""An HTTP/1.1 client on raw sockets that follows Headwind's contract (docs/scenarios.md) and meets every demand of the suite.

Each mutation gives it exactly one bug. `--mutation NAME` sets it; `--mutations FILE` names one for each scenario, in lines
"SCENARIO MUTATION". The mutations are described where they are looked up, with mutated("...").
"""

import json
import os
import random
import re
import select
import signal
import socket
import ssl
import struct
import sys
import threading
import time
import zlib
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

START = time.monotonic()
SCENARIO = os.environ.get("HEADWIND_SCENARIO", "")
DEADLINE = float(os.environ.get("HEADWIND_DEADLINE", "5"))
# The client's own limit leaves time to close connections and to report.
LIMIT = START + DEADLINE * 0.85
POOL_SIZE = 6
# How long the answer for one family waits for that for the other. Busy machines need more than the 50 ms of RFC 8305.
RESOLUTION_DELAY = 0.5
# What the client speaks inside TLS (ALPN).
APPLICATION_PROTOCOLS = ["http/1.1"]
# The codings that it offers to undo.
ACCEPTED_CODINGS = ["gzip"]

stop = threading.Event()
open_connections = set()


def chosen_mutation():
    option, value = (sys.argv[1:] + ["", ""])[:2]
    if option == "--mutation":
        return value
    if option == "--mutations":
        with open(value) as file:
            return dict(line.split() for line in file).get(SCENARIO, "")
    return ""


MUTATION = chosen_mutation()


def mutated(*names):
    return MUTATION in names


class Failure(Exception):
    """Why a request failed. `is_unanswered` if no byte of a response arrived."""

    def __init__(self, words, is_unanswered=False):
        super().__init__(words)
        self.is_unanswered = is_unanswered


def left(what):
    if stop.is_set():
        raise Failure("cancelled")
    if time.monotonic() >= LIMIT:
        raise Failure(f"{what} timed out")
    return LIMIT - time.monotonic()


def wait_for(what, reads=(), writes=(), until=LIMIT):
    """Waits until a socket is ready, the total deadline is over or the client is told to cancel. Returns whether one is ready."""
    while time.monotonic() < until:
        tick = min(left(what), 0.05, max(until - time.monotonic(), 0))
        if any(select.select(reads, writes, [], tick)[:2]):
            return True
    if until >= LIMIT:
        left(what)
    return False


def pause(seconds, what="the wait before a retry"):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(min(left(what), 0.05, max(end - time.monotonic(), 0)))


# Names


def question(identifier, name, kind):
    labels = b"".join(bytes([len(label)]) + label.encode() for label in name.split("."))
    return struct.pack(">6H", identifier, 0x100, 1, 0, 0, 0) + labels + b"\0" + struct.pack(">2H", kind, 1)


def skip_name(data, at):
    while data[at]:
        if data[at] >= 0xC0:
            return at + 2
        at += data[at] + 1
    return at + 1


def answers(data, kind):
    """The addresses in a response; raises Failure for an error that it reports."""
    code, count = data[3] & 15, struct.unpack(">H", data[6:8])[0]
    if code:
        raise Failure({2: "the name server failed (SERVFAIL)", 3: "the name does not exist"}.get(code, f"DNS error {code}"))
    at, found = skip_name(data, 12) + 4, []
    for _ in range(count):
        at = skip_name(data, at)
        record, _, _, length = struct.unpack(">HHIH", data[at:at + 10])
        if record == kind:
            found.append(socket.inet_ntop(socket.AF_INET6 if kind == 28 else socket.AF_INET, data[at + 10:at + 10 + length]))
        at += 10 + length
    return found


def name_server():
    with open("/etc/resolv.conf") as file:
        return next(line.split()[1] for line in file if line.startswith("nameserver"))


def resolve(name):
    """The addresses of a name, those of IPv6 first."""
    if re.fullmatch(r"[0-9.]+|\[.*\]|.*:.*", name):
        return [name.strip("[]")]
    if mutated("impatient-dns"):
        limit = time.monotonic() + 1
    else:
        limit = LIMIT
    server, found, expected = name_server(), {}, {}
    family = socket.AF_INET6 if ":" in server else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as s:
        s.setblocking(False)
        again = 0
        while len(found) < 2:
            left("name resolution")
            if time.monotonic() >= limit:
                if any(found.values()):
                    break
                raise Failure("name resolution timed out")
            if time.monotonic() >= again:
                again = time.monotonic() + 2.5
                for _ in range(6 if mutated("ask-often") else 1):
                    for kind in (28, 1):
                        if kind not in found:
                            identifier = expected.setdefault(kind, random.randrange(65536))
                            try:
                                s.sendto(question(identifier, name, kind), (server, 53))
                            except OSError:
                                again = time.monotonic() + 0.2
            if not wait_for("name resolution", [s], until=min(again, limit)):
                continue
            try:
                data, sender = s.recvfrom(4096)
            except OSError:
                continue
            identifier = struct.unpack(">H", data[:2])[0]
            kind = struct.unpack(">H", data[skip_name(data, 12):][:2])[0]
            if kind not in expected or (identifier != expected[kind] and not mutated("trust-any-dns-answer")):
                continue
            found[kind] = answers(data, kind)
            # What is known is enough to begin with, if the other answer does not follow soon (RFC 8305 section 3).
            if found[kind] and len(found) < 2 and not mutated("wait-for-both-families"):
                limit = min(limit, time.monotonic() + (3 if mutated("settle-late") else RESOLUTION_DELAY))
    return found.get(28, []) + found.get(1, [])


# The names that are not asked for again.
unresolved = set()

# Connections


class Connection:
    def __init__(self, s, key):
        self.socket, self.key, self.buffer = s, key, b""
        # The heads of 1xx responses that have come.
        self.interims = []
        # Whether the last response was one of HTTP/1.0.
        self.is_old = False
        open_connections.add(self)

    def fileno(self):
        return self.socket.fileno()

    def receive(self, what, until=LIMIT):
        """Some bytes, or nothing at the end of the stream."""
        while True:
            try:
                return self.socket.recv(65536)
            except (ssl.SSLWantReadError, BlockingIOError):
                if not wait_for(what, [self.socket], until=until):
                    raise Failure(f"{what} timed out")
            except ssl.SSLEOFError:
                raise Failure(f"{what}: TLS ended without close_notify")
            except OSError as error:
                raise Failure(f"{what}: {error}")

    def send(self, data, stops_for_response=False):
        """Sends data; returns False if a response came first and the rest was not sent."""
        data = memoryview(data)
        while data:
            if stops_for_response and self.meets_response():
                return False
            try:
                data = data[self.socket.send(data[:65536]):]
            except (ssl.SSLWantWriteError, ssl.SSLWantReadError, BlockingIOError):
                wait_for("sending the request", [self.socket] if stops_for_response else [], [self.socket])
            except OSError as error:
                if stops_for_response:
                    return False
                raise Failure(f"sending the request: {error}", is_unanswered=True)
        return True

    def meets_response(self):
        """Whether a final response has begun, or the connection has ended. Interim responses are taken from the buffer."""
        while select.select([self.socket], [], [], 0)[0]:
            try:
                data = self.socket.recv(65536)
            except (ssl.SSLWantReadError, BlockingIOError):
                break
            except OSError:
                return True
            if not data:
                return True
            self.buffer += data
        while re.match(rb"HTTP/1\.[01] 1", self.buffer) and b"\r\n\r\n" in self.buffer:
            take_head(self)
        return bool(self.buffer)

    def is_stale(self):
        return bool(select.select([self.socket], [], [], 0)[0])

    def close(self):
        # The bug: a connection of a request that is over stays open. Whoever lives longest keeps it (see leave_behind).
        if mutated("leak-connections", "send-after-deadline", "leak-connections-after-cancel"):
            return
        open_connections.discard(self)
        self.socket.close()


def attempt(address, port):
    s = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    s.setblocking(False)
    s.connect_ex((address, port))
    return s


def connect_any(addresses, port):
    """Happy eyeballs (RFC 8305): the first attempt that is answered wins; the next one starts after 250 ms or a failure."""
    delay = 4 if mutated("wait-for-ipv6") else 0.25
    running, waiting, next_start, error = [], list(addresses), 0, "the name has no address"
    try:
        while running or waiting:
            left("connecting")
            if waiting and (time.monotonic() >= next_start or not running):
                running.append(attempt(waiting.pop(0), port))
                next_start = time.monotonic() + delay
            for s in select.select([], running, [], 0.02)[1]:
                running.remove(s)
                code = s.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
                if code == 0:
                    return s
                s.close()
                error = os.strerror(code)
                next_start = 0
        raise Failure(f"cannot connect: {error}")
    finally:
        for s in running:
            s.close()


def tls_context():
    context = ssl.create_default_context(cafile=os.environ["HEADWIND_CA"])
    context.set_alpn_protocols(APPLICATION_PROTOCOLS)
    # Python ignores a FIN without close_notify unless it is told to report it.
    if not mutated("accept-cut-tls"):
        context.options &= ~getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0)
    if mutated("verify-after-request", "refuse-without-alert"):
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if mutated("trust-nobody"):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return context


def secure(s, host):
    s = tls_context().wrap_socket(s, server_hostname=host, do_handshake_on_connect=False,
                                  suppress_ragged_eofs=mutated("accept-cut-tls"))
    try:
        shake_hands(s)
        if mutated("refuse-without-alert"):
            raise Failure("TLS handshake: the certificate has expired, or its issuer is unknown")
        return s
    except (OSError, Failure):
        if not mutated("leak-connections"):
            s.close()
        else:
            open_connections.add(s)
        raise


def shake_hands(s):
    while True:
        try:
            return s.do_handshake()
        except ssl.SSLWantReadError:
            wait_for("the TLS handshake", [s])
        except ssl.SSLWantWriteError:
            wait_for("the TLS handshake", [], [s])


def connect(parts):
    is_secure = parts.scheme == "https"
    port = parts.port or (443 if is_secure else 80)
    if parts.hostname in unresolved:
        raise Failure(f"{parts.hostname} could not be resolved before")
    try:
        addresses = resolve(parts.hostname)
    except Failure:
        # The bug: a failure of name resolution is kept for good.
        if mutated("cache-dns-failure"):
            unresolved.add(parts.hostname)
        # The bug: an address from elsewhere stands in for a name that cannot be resolved.
        if mutated("guess-address"):
            attempt(name_server(), port)
        raise
    s = connect_any(addresses, port)
    if not is_secure:
        return s
    try:
        return secure(s, parts.hostname)
    except (OSError, Failure) as error:
        words = error if isinstance(error, Failure) else f"TLS handshake with {parts.hostname}: {error}"
        if mutated("fall-back-to-plain-http"):
            plain = connect_any(addresses, 80)
            plain.send(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.hostname}\r\n\r\n".encode())
            time.sleep(0.3)
        raise Failure(str(words))


class Pool:
    def __init__(self):
        self.places = threading.Semaphore(1 if mutated("one-at-a-time") else POOL_SIZE)
        self.lock, self.kept = threading.Lock(), {}

    def take(self, parts):
        """A kept connection, or a new one. The caller gives it back by keep or by drop."""
        while not self.places.acquire(timeout=0.05):
            left("waiting for a connection from the pool")
        try:
            left("waiting for a connection from the pool")
            key = (parts.scheme, parts.netloc)
            with self.lock:
                connection = self.kept.pop(key, None)
            # The bug of use-closed: nobody looks whether the server has closed an idle connection.
            if connection and (not connection.is_stale() or mutated("reuse-broken", "use-closed")):
                return connection
            if connection:
                connection.close()
            return Connection(connect(parts), key)
        except BaseException:
            self.places.release()
            raise

    def keep(self, connection):
        with self.lock:
            other = self.kept.pop(connection.key, None)
            self.kept[connection.key] = connection
        if other:
            other.close()
        self.places.release()

    def drop(self, connection, is_abandoned):
        # Without this, Linux holds the FIN back until the peer has acknowledged what was sent before.
        if is_abandoned:
            connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.close()
        self.places.release()


pool = Pool()

# Messages


class Body:
    """A response's body on its way to its file, which gets its name when the body is whole."""

    def __init__(self, request, size):
        self.output, self.size, self.count, self.told = request["output"], size, 0, time.monotonic()
        self.path = self.output if mutated("leave-partial-body") else self.output + ".part"
        self.file = open(self.path, "wb")

    def add(self, data):
        self.file.write(bytes(reversed(data)) if mutated("damage-body") else data)
        self.count += len(data)
        if time.monotonic() - self.told >= 1 and not mutated("show-no-progress"):
            self.told = time.monotonic()
            share = 100 * self.count // self.size if self.size else 0
            if mutated("count-backwards"):
                share = 100 - share
            print(f"{share} %" if self.size else f"{self.count} bytes", file=sys.stderr, flush=True)

    def finish(self, is_whole):
        self.file.close()
        if mutated("leave-partial-body"):
            return
        if is_whole or mutated("damage-body"):
            os.replace(self.path, self.output)
        else:
            os.unlink(self.path)


def read_head(connection, until=LIMIT):
    while b"\r\n\r\n" not in connection.buffer:
        is_fresh = not connection.buffer
        try:
            data = connection.receive("the response", until)
        except Failure as error:
            raise Failure(str(error), is_unanswered=is_fresh and "timed out" not in str(error))
        if not data:
            raise Failure("the server closed the connection before the response", is_unanswered=is_fresh)
        connection.buffer += data
    return take_head(connection)


def take_head(connection):
    head, _, connection.buffer = connection.buffer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    if not re.match(r"HTTP/1\.[01] [0-9]{3}", lines[0]):
        raise Failure("not an HTTP response")
    fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    status = int(lines[0].split()[1])
    if status < 200:
        connection.interims.append((status, fields))
    connection.is_old = lines[0].startswith("HTTP/1.0")
    return status, fields


def body_parts(connection, fields):
    """The parts of a body as they arrive; raises Failure if it is not whole."""
    idle = 0.7 if mutated("impatient-body") else DEADLINE * (1 if mutated("never-ping") else 0.4)

    def more(is_end_fine=False):
        try:
            data = connection.receive("the body", min(LIMIT, time.monotonic() + idle))
        except Failure as error:
            # OpenSSL reports a reset connection as an end without close_notify.
            if mutated("accept-reset") and ("reset" in str(error) or "close_notify" in str(error)):
                raise EOFError
            raise
        if not data and mutated("accept-short-body"):
            raise EOFError
        if not data and not is_end_fine:
            raise Failure("the connection was closed before the end of the body")
        return data

    def take(count):
        while len(connection.buffer) < count:
            connection.buffer += more()
        data, connection.buffer = connection.buffer[:count], connection.buffer[count:]
        return data

    def line():
        while b"\r\n" not in connection.buffer:
            connection.buffer += more()
        data, _, connection.buffer = connection.buffer.partition(b"\r\n")
        return data

    if fields.get("transfer-encoding", "").lower() == "chunked":
        while True:
            size = line().split(b";")[0].strip()
            if not re.fullmatch(rb"[0-9a-fA-F]+", size):
                if mutated("accept-broken-chunk"):
                    return
                raise Failure("a chunk's size is not a number")
            if int(size, 16) == 0:
                while line():
                    pass
                return
            yield take(int(size, 16))
            if take(2) != b"\r\n":
                raise Failure("a chunk does not end with CRLF")
    elif "content-length" in fields:
        remaining = int(fields["content-length"])
        while remaining:
            if not connection.buffer:
                connection.buffer = more()
            data = take(min(remaining, len(connection.buffer)))
            remaining -= len(data)
            yield data
    else:
        if mutated("insist-on-length"):
            raise Failure("the response has no length")
        while True:
            data, connection.buffer = connection.buffer, b""
            if data:
                yield data
            data = more(is_end_fine=True)
            if not data:
                return
            yield data


def decoded(parts, fields):
    """The parts of a body with its coding undone."""
    if fields.get("content-encoding", "").lower() not in ("gzip", "x-gzip"):
        yield from parts
        return
    stream = zlib.decompressobj(wbits=31)
    for part in parts:
        yield stream.decompress(part)
    # The end of the stream has a checksum and a length: without it, the data is not whole.
    if not stream.eof and not mutated("accept-cut-gzip"):
        raise Failure("the gzip stream ends too early")


def request_target(parts):
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def further_fields(method, parts):
    """The lines of header fields that extensions of this client add to a request."""
    return []


def send_request(connection, method, parts, body, more={}):
    """Sends a request with more header fields. Returns whether the whole request was sent."""
    fields = [f"{method} {request_target(parts)} HTTP/1.1", f"Host: {parts.netloc}", "User-Agent: mutant",
              f"Accept-Encoding: {', '.join(ACCEPTED_CODINGS)}"] + further_fields(method, parts)
    if body is not None:
        fields.append(f"Content-Length: {len(body)}")
    fields += [f"{name}: {value}" for name, value in more.items() if value]
    expects = body is not None and len(body) >= 1_000_000 and more.get("Expect") != ""
    if expects:
        fields.append("Expect: 100-continue")
    head = ("\r\n".join(fields) + "\r\n\r\n").encode()
    if not expects:
        return connection.send(head + (body or b""))
    connection.send(head)
    # RFC 9110 section 10.1.1: a client does not wait for 100 Continue indefinitely.
    until = time.monotonic() + (4 if mutated("insist-on-continue") else 1)
    while not any(status == 100 for status, _ in connection.interims) and not connection.meets_response():
        if not wait_for("100 Continue", [connection], until=until):
            break
    return connection.send(body, stops_for_response=not mutated("send-to-the-end"))


def check_type(request, status, fields):
    """Takes no page for what was asked for."""
    got = fields.get("content-type", "").partition(";")[0].strip().lower()
    if request.get("accept") and 200 <= status < 300 and got not in ("", request["accept"]):
        # The bug: the login page of a network is saved as the item.
        if not mutated("save-login-page"):
            raise Failure(f"the response is {got}, not {request['accept']}: perhaps the login page of a network")


def exchange(method, url, body, request, more={}, told=None):
    """One request and its response: the status and the fields. What comes before the response is told to told(connection)."""
    parts = urlsplit(url)
    connection = pool.take(parts)
    connection.interims = []
    can_be_kept, is_done = False, False
    if request.get("accept"):
        more = {"Accept": request["accept"], **more}
    if told:
        told(connection)
    try:
        is_sent = send_request(connection, method, parts, body, more)
        # The bug: the certificate is looked at when the request, with its cookies and tokens, is out.
        if mutated("verify-after-request"):
            time.sleep(0.1)
            raise Failure("the certificate has expired, or its name or issuer is wrong")
        status, fields = read_head(connection)
        while 100 <= status < 200 and not mutated("take-interim-for-final"):
            status, fields = read_head(connection)
        check_type(request, status, fields)
        has_no_body = method == "HEAD" or status in (204, 304)
        has_length = "content-length" in fields or "transfer-encoding" in fields or has_no_body
        # The bug: a body that nobody wants stays on the connection.
        if mutated("reuse-unread") and status >= 300:
            can_be_kept = is_done = True
            return status, fields
        output = Body(request, int(fields.get("content-length", 0)))
        is_whole = False
        try:
            for part in decoded([] if has_no_body else body_parts(connection, fields), fields):
                output.add(part)
            is_whole = True
        except EOFError:
            # The bug: the end of the connection is taken for the end of the body.
            is_whole = True
        finally:
            output.finish(is_whole)
        can_be_kept = is_sent and has_length and fields.get("connection", "").lower() != "close"
        # RFC 9112 sections 9.2 and 9.3: no connection with bytes that nobody asked for, and none of HTTP/1.0.
        can_be_kept = can_be_kept and not connection.buffer and not connection.is_old
        is_done = True
        return status, fields
    finally:
        if can_be_kept or mutated("reuse-broken"):
            pool.keep(connection)
        else:
            pool.drop(connection, not is_done)


def backoff(turn, fields):
    """Exponential with jitter, and no shorter than Retry-After."""
    if mutated("retry-regularly"):
        return 0.5
    wait = random.uniform(0.3, 0.6) * 2 ** turn
    if mutated("retry-in-step"):
        wait = 0.4 * 2 ** turn
    return wait + (0 if mutated("ignore-retry-after") else asked_pause(fields))


def asked_pause(fields):
    """The seconds of Retry-After: a number, or a date, which counts from the server's own Date."""
    asked = fields.get("retry-after", "")
    if asked.isdigit():
        return int(asked)
    try:
        until = parsedate_to_datetime(asked).timestamp()
        now = parsedate_to_datetime(fields["date"]).timestamp()
    except (KeyError, TypeError, ValueError):
        return 0
    # The bug: the date is compared with the client's clock, which is not the server's.
    if mutated("trust-own-clock"):
        now = time.time()
    return 0 if mutated("read-only-seconds") else max(until - now, 0)


class Budget:
    """What all requests together may spend on retries: a retry costs 1, and a success gives a tenth back."""

    def __init__(self, most):
        self.most, self.left, self.lock = most, most, threading.Lock()

    def take(self):
        # The bug: each request retries as if it were alone.
        if mutated("no-budget"):
            return True
        with self.lock:
            if self.left < 1:
                return False
            self.left -= 1
            return True

    def give(self):
        with self.lock:
            self.left = min(self.left + 0.1, self.most)


budget = Budget(10)


def pause_before_retry(turn, fields):
    if mutated("retry-too-often"):
        pause(0.1 + random.uniform(0, 0.2) * (turn + 1))
    elif mutated("no-budget"):
        pause(random.uniform(0.05, 0.2))
    else:
        pause(backoff(turn, fields))


def followed(url, method, body, fields):
    """Where a redirect leads."""
    target = urljoin(url, fields["location"])
    # The bug: the body goes wherever the redirect says.
    if body is not None and urlsplit(target).netloc != urlsplit(url).netloc and not mutated("follow-anywhere"):
        raise Failure(f"the server redirects a {method} to another host, {urlsplit(target).netloc}")
    return target


def load(request):
    if not request.get("body"):
        return None
    with open(request["body"], "rb") as file:
        data = file.read()
    return data[:len(data) // 2] if mutated("cut-upload") else data


def perform(request):
    method, url, body = request["method"], request["url"], load(request)
    more = request.get("fields", {})
    is_idempotent = method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE") or "Idempotency-Key" in more
    # The bug: a POST is sent again although the server may have carried it out.
    is_idempotent = is_idempotent or mutated("retry-unsafe")
    turn, redirects = 0, 0
    while True:
        try:
            status, fields = exchange(method, url, body, request, more)
        except Failure as error:
            if not is_idempotent or not error.is_unanswered or turn:
                raise
            pause(backoff(turn, {}))
            turn += 1
            continue
        if status == 417 and more.get("Expect") != "":
            # RFC 9110 section 10.1.1. The bug: the same again.
            more = {**more, "Expect": ""}
            if mutated("insist-on-expectation"):
                exchange(method, url, body, request)
        elif (status in (429, 503) and is_idempotent and turn < (7 if mutated("retry-too-often") else 3)
              and budget.take()):
            pause_before_retry(turn, fields)
            turn += 1
            # The bug: the server takes the retry for another request.
            if mutated("change-key"):
                more = {**more, "Idempotency-Key": str(random.random())}
        elif status in (301, 302, 303, 307, 308) and "location" in fields:
            redirects += 1
            if redirects > (80 if mutated("follow-for-ever") else 10):
                raise Failure("too many redirects")
            url = followed(url, method, body, fields)
        elif (status >= 300 or status < 200) and not mutated("ignore-status"):
            raise Failure(f"status {status}")
        else:
            budget.give()
            return


# The program


failures = []


def tell(words):
    print("error" if mutated("say-nothing") else words, file=sys.stderr, flush=True)


def run(request):
    try:
        perform(request)
        # The bug: the last result counts, whatever came before.
        if mutated("forget-failures"):
            failures.clear()
    except (Failure, OSError, ValueError) as error:
        failures.append(error)
        tell(f"{request['method']} {request['url']}: {error}")


def run_all(requests):
    running = []
    for request in requests:
        if not request["together"]:
            for thread in running:
                thread.join()
        if request["after"]:
            time.sleep(request["after"])
        running.append(threading.Thread(target=run, args=[request], daemon=True))
        running[-1].start()
    for thread in running:
        thread.join()


def repeat_requests(requests):
    """The bug: what was sent once is sent again and again, whatever came of it."""
    for request in requests:
        for _ in range(7):
            parts = urlsplit(request["url"])
            try:
                connection = Connection(connect(parts), None)
                body = load(request)[:1000] if request["method"] == "POST" else None
                send_request(connection, request["method"], parts, body)
                time.sleep(0.05)
                connection.close()
            except (Failure, OSError):
                pass


def reconnect(requests):
    """The bug: connecting again and again where another attempt cannot help."""
    parts = urlsplit(requests[0]["url"])
    for _ in range(10):
        try:
            s = attempt(resolve(parts.hostname)[-1], parts.port or (443 if parts.scheme == "https" else 80))
            time.sleep(0.05)
            s.close()
        except (Failure, OSError):
            pass


def hurry(requests):
    """The bug: retries at short and equal intervals."""
    parts = urlsplit(requests[0]["url"])
    for _ in range(3):
        time.sleep(0.5)
        try:
            connect_any(resolve(parts.hostname), 80).close()
        except (Failure, OSError):
            pass


def touch(requests):
    """Starts something new: a query, or an attempt to connect to an address that needs none."""
    host = urlsplit(requests[0]["url"]).hostname
    if re.fullmatch(r"[0-9.]+", host):
        attempt(host, 80)
    else:
        server = name_server()
        with socket.socket(socket.AF_INET6 if ":" in server else socket.AF_INET, socket.SOCK_DGRAM) as s:
            s.sendto(question(1, host, 1), (server, 53))
    time.sleep(0.1)


def leave_behind(action):
    """Lets a process that outlives this one do something shortly after the deadline."""
    if os.fork():
        return
    time.sleep(max(START + DEADLINE * 1.1 + 1 - time.monotonic(), 0))
    try:
        action()
    finally:
        os._exit(0)


def send_on_open_connections():
    for connection in open_connections:
        try:
            connection.socket.send(b"X")
        except OSError:
            pass
    time.sleep(0.1)


def bugs_at_the_end(requests):
    if mutated("repeat-requests"):
        repeat_requests(requests)
    if mutated("reconnect"):
        reconnect(requests)
    if mutated("hurry"):
        hurry(requests)
    if mutated("report-late"):
        time.sleep(max(START + DEADLINE * 1.5 + 2 - time.monotonic(), 0))
    if mutated("dawdle", "wait-then-fail"):
        time.sleep(max(START + DEADLINE * 0.95 - time.monotonic(), 0))
    if mutated("work-after-deadline"):
        leave_behind(lambda: touch(requests))
    if mutated("leak-connections"):
        leave_behind(lambda: None)
    if mutated("leave-process"):
        leave_behind(lambda: None)
    if mutated("crash"):
        signal.signal(signal.SIGABRT, signal.SIG_DFL)
        os.abort()
    if mutated("send-after-deadline"):
        leave_behind(send_on_open_connections)


def bugs_after_cancel(requests):
    if mutated("cancel-slowly"):
        time.sleep(4)
    if mutated("work-after-cancel"):
        time.sleep(0.3)
        touch(requests)
    if mutated("leak-connections-after-cancel"):
        time.sleep(1.5)


def status():
    if mutated("claim-success", "damage-body"):
        return 0
    if mutated("claim-failure", "wait-then-fail"):
        return 1
    return 1 if failures else 0


def main():
    if SCENARIO.startswith("contract."):
        sys.exit(127)
    requests = json.loads(os.environ["HEADWIND_REQUESTS"])
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    worker = threading.Thread(target=run_all, args=[requests], daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.02)
        if stop.is_set():
            worker.join(0.5)
            bugs_after_cancel(requests)
            sys.stderr.flush()
            os._exit(130)
    for connection in list(open_connections):
        if not mutated("leak-connections") and connection.key:
            connection.close()
    bugs_at_the_end(requests)
    sys.stderr.flush()
    os._exit(status())


if __name__ == "__main__":
    main()
