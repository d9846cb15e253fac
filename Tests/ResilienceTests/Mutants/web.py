"""A client that follows redirects with care, keeps cookies and has a cache: it meets every demand of the families redirect, cookies and
cache. Everything else is in client.py."""

import base64
import client
import time
from client import Failure, mutated
from urllib.parse import urljoin, urlsplit

REDIRECTS = (301, 302, 303, 307, 308)
further = []
client.further_fields = lambda method, parts: further


class Cookies:
    """The cookies of RFC 6265, as far as a host has some: no paths, no dates."""

    def __init__(self):
        self.kept = {}

    def take(self, parts, lines):
        for line in lines:
            pair, *attributes = [word.strip() for word in line.split(";")]
            names = {name.lower(): value for name, _, value in (word.partition("=") for word in attributes)}
            domain = names.get("domain", parts.hostname).lstrip(".")
            # A cookie for another domain is refused (RFC 6265 section 5.3, step 6).
            if parts.hostname == domain or parts.hostname.endswith("." + domain) or mutated("send-cookies-everywhere"):
                self.kept[parts.hostname, pair.partition("=")[0]] = (pair, "secure" in names)

    def fields(self, parts):
        pairs = []
        for (host, _), (pair, is_secure) in self.kept.items():
            # The bugs: cookies go to any host; those with Secure go anywhere.
            is_for_host = host == parts.hostname or mutated("send-cookies-everywhere")
            if is_for_host and (not is_secure or parts.scheme == "https" or mutated("forget-secure")):
                pairs.append(pair)
        return ["Cookie: " + "; ".join(pairs)] if pairs else []


class Stored:
    """A response that was stored."""

    def __init__(self, fields, data):
        self.tag, self.data, self.time = fields.get("etag"), data, time.monotonic()
        self.directives = {name: value for name, _, value in (
            word.strip().lower().partition("=") for word in fields.get("cache-control", "").split(","))}

    @property
    def may_be_stored(self):
        # The bug: no-store is overlooked.
        return self.tag is not None and ("no-store" not in self.directives or mutated("answer-from-cache"))

    @property
    def is_fresh(self):
        age = time.monotonic() - self.time
        return mutated("answer-from-cache") or age < int(self.directives.get("max-age", "0"))

    @property
    def may_be_stale(self):
        # The bugs: what is stale is handed on although it must not be, or never.
        if mutated("serve-stale"):
            return True
        return "stale-if-error" in self.directives and not mutated("never-serve-stale")


cookies, stored = Cookies(), {}
# The fields of the last head, and all Set-Cookie of it, which the fields hold only one of.
head = {"fields": {}, "cookies": []}
read_head = client.read_head


def read_head_with_cookies(connection, until=client.LIMIT):
    while b"\r\n\r\n" not in connection.buffer:
        before = len(connection.buffer)
        data = connection.receive("the response", until)
        if not data:
            raise Failure("the server closed the connection before the response", is_unanswered=before == 0)
        connection.buffer += data
    lines = connection.buffer.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    head["cookies"] = [line[11:].strip() for line in lines if line.lower().startswith("set-cookie:")]
    status, head["fields"] = read_head(connection, until)
    return status, head["fields"]


class Body(client.Body):
    def finish(self, is_whole):
        # The bug: what came before the cut is stored.
        if not is_whole and mutated("store-partial"):
            self.file.flush()
            with open(self.path, "rb") as file:
                stored[self.url] = Stored(head["fields"], file.read())
        super().finish(is_whole)


def write(request, data):
    output = client.Body(request, len(data))
    output.add(data)
    output.finish(True)


def read(request):
    with open(request["output"], "rb") as file:
        return file.read()


def authorization(parts, origin):
    """The field for the user and the password of the URL that the client was asked for."""
    is_same = (parts.scheme, parts.hostname) == (origin.scheme, origin.hostname)
    # The bug: they are sent to whoever is next.
    if not origin.username or not (is_same or mutated("keep-authorization")):
        return []
    pair = base64.b64encode(f"{origin.username}:{origin.password}".encode()).decode()
    return [f"Authorization: Basic {pair}"]


def without_user(url):
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def ask(method, url, body, request, origin):
    """One request: its status and its fields. What is stored and fresh is answered without one."""
    kept = stored.get(url) if method == "GET" else None
    if kept and kept.is_fresh:
        write(request, kept.data)
        return 200, {}
    parts = urlsplit(url)
    condition = [f"If-None-Match: {kept.tag}"] if kept else []
    further[:] = authorization(parts, origin) + cookies.fields(parts) + condition
    Body.url = url
    status, fields = client.exchange(method, url, body, request)
    # The bug: no other cookie is taken once there is one.
    if not cookies.kept or not mutated("forget-redirect-cookies"):
        cookies.take(parts, head["cookies"])
    if status == 304 and kept:
        # The bug: the body of the 304, which has none, is taken for that of the response.
        if not mutated("lose-cached-body"):
            write(request, kept.data)
        return 200, fields
    if status >= 500 and kept and kept.may_be_stale:
        write(request, kept.data)
        return 200, fields
    if status == 200 and method == "GET":
        fresh = Stored(fields, read(request))
        if fresh.may_be_stored:
            stored[url] = fresh
    return status, fields


def followed(method, body, status):
    """The method and the body with which a redirect is followed (RFC 9110 section 15.4)."""
    if status == 303 and not mutated("repeat-post"):
        return "GET", None
    # The bug: every redirect is followed with GET.
    if mutated("turn-to-get"):
        return "GET", None
    return method, body


def perform(request):
    method, body, redirects, turn = request["method"], client.load(request), 0, 0
    origin, url = urlsplit(request["url"]), without_user(request["url"])
    while True:
        try:
            status, fields = ask(method, url, body, request, origin)
        except Failure as error:
            if method != "GET" or not error.is_unanswered or turn:
                raise
            client.pause(client.backoff(turn, {}))
            turn += 1
            continue
        if status in REDIRECTS and "location" in fields:
            redirects += 1
            if redirects > (80 if mutated("follow-for-ever") else 10):
                raise Failure("too many redirects")
            target = urljoin(url, fields["location"])
            is_downgrade = url.startswith("https:") and target.startswith("http:")
            if is_downgrade and not mutated("follow-downgrade", "keep-authorization", "forget-secure"):
                raise Failure("the redirect leads from https to http")
            method, body = followed(method, body, status)
            url = target
        elif not 200 <= status < 300 and not (status == 304 and mutated("accept-304")):
            raise Failure(f"status {status}")
        else:
            return


client.read_head, client.Body, client.perform = read_head_with_cookies, Body, perform
