"""A client that resumes downloads (RFC 9110 section 14), and meets every demand of the family range. Everything else is in client.py."""

import client
import re
from client import Failure, mutated
from urllib.parse import urlsplit

further = []
client.further_fields = lambda method, parts: further


class Held:
    """What there is of a representation, and its entity tag."""

    def __init__(self):
        self.data, self.tag = bytearray(), None

    @property
    def can_be_resumed(self):
        # The bugs: a weak tag is enough, or none is looked at.
        if mutated("splice-versions", "weak-if-range"):
            return len(self.data) > 0
        return len(self.data) > 0 and not (self.tag or "").startswith("W/")

    def fields(self):
        """The lines that ask for the rest."""
        if not self.can_be_resumed:
            return []
        lines = [f"Range: bytes={len(self.data)}-"]
        # The bug: the rest is wanted whatever it belongs to.
        if self.tag and not mutated("resume-blindly", "splice-versions"):
            lines.append(f"If-Range: {self.tag}")
        return lines

    def begin(self, status, fields):
        """Makes room for the body of a response."""
        # The bug: whatever comes is taken for what was asked for.
        if mutated("append-whole") or (status == 206 and mutated("splice-versions")):
            return
        if status != 206:
            self.data.clear()
        else:
            self.make_room(fields)
        self.tag = fields.get("etag")

    def make_room(self, fields):
        """Cuts off what the part replaces."""
        place = re.fullmatch(r"bytes ([0-9]+)-[0-9]+/[0-9*]+", fields.get("content-range", ""))
        if not place or int(place[1]) > len(self.data) or fields.get("etag") != self.tag:
            self.data.clear()
            raise Failure("the rest does not fit to the beginning")
        # The bug: it is not looked at where the part belongs.
        if not mutated("ignore-content-range"):
            del self.data[int(place[1]):]


def once(method, url, held):
    """One request and what comes of its response."""
    parts = urlsplit(url)
    connection = client.pool.take(parts)
    is_done = False
    try:
        further[:] = held.fields()
        client.send_request(connection, method, parts, None)
        status, fields = client.read_head(connection)
        if status == 416:
            # The bug: that there is no rest is taken for the end of the download.
            if mutated("take-416-for-done"):
                return
            held.data.clear()
            raise Failure("there is no such part")
        if not 200 <= status < 300:
            raise Failure(f"status {status}")
        held.begin(status, fields)
        for part in client.body_parts(connection, fields):
            held.data += part
        is_done = True
    finally:
        client.pool.drop(connection, not is_done)


def perform(request):
    held, turn = Held(), 0
    while True:
        try:
            once(request["method"], request["url"], held)
            break
        except Failure:
            if turn == 3:
                raise
            client.pause(0.1)
            turn += 1
    output = client.Body(request, len(held.data))
    output.add(bytes(held.data))
    output.finish(True)


client.perform = perform
