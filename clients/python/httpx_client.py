"""httpx, as its documentation shows it: a client with a timeout, a streamed body, raise_for_status, an auth flow for tokens.

With --http2, it speaks HTTP/2 where the server does.
"""

import sys
import threading

import contract
import httpx


class Bearer(httpx.Auth):
    """The access token, renewed after a 401, with a lock around it, as the documentation's custom schemes show it."""

    requires_response_body = True

    def __init__(self, given):
        self.token, self.refresh, self.url = given["access_token"], given["refresh_token"], given["token_url"]
        self.lock = threading.Lock()

    def sync_auth_flow(self, request):
        token = self.token
        request.headers["Authorization"] = f"Bearer {token}"
        response = yield request
        if response.status_code != 401:
            return
        response.read()
        with self.lock:
            if self.token == token:
                form = {"grant_type": "refresh_token", "refresh_token": self.refresh}
                answer = yield httpx.Request("POST", self.url, data=form)
                answer.read()
                answer.raise_for_status()
                said = answer.json()
                self.token, self.refresh = said["access_token"], said.get("refresh_token", self.refresh)
        request.headers["Authorization"] = f"Bearer {self.token}"
        yield request


with_http2 = "--http2" in sys.argv
client = httpx.Client(http2=with_http2, follow_redirects=True, auth=Bearer(contract.AUTH) if contract.AUTH else None)


def perform(asked, deadline):
    # For connecting, for each read, for each write, for the pool: not for all together.
    with client.stream(
            asked["method"], asked["url"], content=contract.body(asked), headers=contract.headers(asked),
            timeout=deadline) as response:
        response.raise_for_status()
        contract.check_type(asked, response.headers.get("Content-Type"))
        with contract.Output(asked) as output:
            for chunk in response.iter_bytes():
                output.write(chunk)


contract.run(perform, more=["auth", "h2"] if with_http2 else ["auth"])
