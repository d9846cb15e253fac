"""The good client, with uploads that it resumes (draft-ietf-httpbis-resumable-upload), and the bugs of clients that do."""

from urllib.parse import urljoin

import client
from client import Failure, mutated

# Shorter bodies are sent again instead.
SHORTEST = 1_000_000
VERSION = {"Upload-Draft-Interop-Version": "8"}

perform_at_once = client.perform


def offset_at(url, request):
    """How much of an upload the server has."""
    status, fields = client.exchange("HEAD", url, None, request, VERSION)
    if not 200 <= status < 300 or not fields.get("upload-offset", "").isdigit():
        raise Failure(f"the server does not tell how much it has: status {status}")
    return int(fields["upload-offset"])


def resume(url, request, body):
    # The bug: what was sent is taken for stored.
    offset = len(body) // 4 if mutated("guess-offset") else offset_at(url, request)
    more = {**VERSION, "Upload-Offset": str(offset), "Upload-Complete": "?1", "Content-Type": "application/partial-upload",
            "Expect": ""}
    return client.exchange("PATCH", url, body[offset:], request, more)[0]


def perform(request):
    body = client.load(request)
    if client.SCENARIO != "upload.resumed" or body is None or len(body) < SHORTEST:
        return perform_at_once(request)
    seen = []
    try:
        more = {**VERSION, "Upload-Complete": "?1"}
        status, _ = client.exchange(request["method"], request["url"], body, request, more, told=seen.append)
    except Failure:
        places = [fields["location"] for c in seen for status, fields in c.interims if status == 104 and "location" in fields]
        if not places:
            raise
        status = resume(urljoin(request["url"], places[0]), request, body)
    if not 200 <= status < 300:
        raise Failure(f"status {status}")


client.perform = perform
