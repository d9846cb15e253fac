"""The good client, with an access token that it renews (RFC 6750, RFC 6749 section 6), and the bugs of clients that do."""

import email.utils
import json
import os
import threading
import time
from urllib.parse import urlencode, urlsplit

import client
from client import Failure, mutated

perform_plainly = client.perform
TOKEN_STATUSES = (400, 401)


class Tokens:
    """The access token, which one thread renews for all."""

    def __init__(self, given):
        self.access, self.refresh, self.url = given["access_token"], given["refresh_token"], given["token_url"]
        self.lock, self.refusal = threading.Lock(), None
        self.expires = None

    def current(self):
        # The bug: the end of a token's life is reckoned by the server's clock, and compared with the client's.
        if mutated("trust-server-clock") and self.expires is not None and time.time() > self.expires:
            self.renew(self.access)
        return self.access

    def renew(self, refused):
        """Gets a new token in the place of a refused one, unless another thread has."""
        with self.lock:
            if self.access != refused and not mutated("refresh-each-time"):
                return
            if self.refusal:
                raise Failure(self.refusal)
            # The bug: everyone gets a token of its own, and tries again when there is none.
            for attempt in range(2 if mutated("refresh-each-time") else 1):
                self.ask()

    def ask(self):
        form = urlencode({"grant_type": "refresh_token", "refresh_token": self.refresh}).encode()
        more = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = {"output": os.environ["HEADWIND_OUTPUT"] + ".token"}
        status, fields = client.exchange("POST", self.url, form, answer, more)
        with open(answer["output"], "rb") as file:
            said = json.load(file)
        os.unlink(answer["output"])
        if status in TOKEN_STATUSES:
            if mutated("refresh-for-ever", "refresh-each-time"):
                return
            self.refusal = f"the server gives no new token: {said.get('error')}"
            raise Failure(self.refusal)
        if status != 200:
            raise Failure(f"the token endpoint answered {status}")
        self.access, self.refresh = said["access_token"], said.get("refresh_token", self.refresh)
        if "date" in fields and "expires_in" in said:
            self.expires = email.utils.parsedate_to_datetime(fields["date"]).timestamp() + said["expires_in"]


tokens = Tokens(json.loads(os.environ["HEADWIND_AUTH"])) if "HEADWIND_AUTH" in os.environ else None


def send(request, token, body):
    more = {"Authorization": f"Bearer {token}"}
    return client.exchange(request["method"], request["url"], body, request, more)[0]


def perform(request):
    if tokens is None:
        return perform_plainly(request)
    whole = body = client.load(request)
    for turn in range(12 if mutated("refresh-for-ever") else 2):
        token = tokens.current()
        status = send(request, token, body)
        if status != 401:
            break
        # A token that is new and refused shows that tokens do not help.
        if turn < (11 if mutated("refresh-for-ever") else 1):
            tokens.renew(token)
        # The bug: what was sent with the old token is taken for stored.
        if whole is not None and mutated("go-on-from-middle"):
            body = whole[len(whole) // 2:]
    if not 200 <= status < 300:
        raise Failure(f"status {status}")


def repeat_requests(requests):
    """The bug: what was sent once is sent again and again, whatever came of it."""
    parts = urlsplit(requests[0]["url"])
    for _ in range(7):
        connection = client.Connection(client.connect(parts), None)
        client.send_request(connection, requests[0]["method"], parts, None)
        time.sleep(0.05)
        connection.close()


# Forty requests are in flight at once.
client.pool.places = threading.Semaphore(40)
client.perform = perform
client.repeat_requests = repeat_requests
