"""requests, as its documentation shows it: a session, a timeout, a streamed body, raise_for_status.

With --retries, the session retries as the documentation of HTTPAdapter and urllib3's Retry show it.
"""

import sys
import threading

import contract
import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

session = requests.Session()
if "--retries" in sys.argv:
    retries = Retry(total=3, backoff_factor=0.3, backoff_jitter=0.2, status_forcelist=[429, 502, 503, 504])
    session.mount("http://", HTTPAdapter(max_retries=retries))
    session.mount("https://", HTTPAdapter(max_retries=retries))


class Bearer(requests.auth.AuthBase):
    """The access token, renewed after a 401 as HTTPDigestAuth answers a challenge: in a hook, on the request's own adapter."""

    def __init__(self, given):
        self.token, self.refresh, self.url = given["access_token"], given["refresh_token"], given["token_url"]
        self.lock = threading.Lock()

    def __call__(self, request):
        request.headers["Authorization"] = f"Bearer {self.token}"
        request.register_hook("response", self.answered)
        return request

    def answered(self, response, **options):
        if response.status_code != 401:
            return response
        # Frees the connection for the request that follows.
        response.content
        response.close()
        request = response.request.copy()
        self.renew(request.headers["Authorization"], options["timeout"])
        request.headers["Authorization"] = f"Bearer {self.token}"
        again = response.connection.send(request, **options)
        again.history.append(response)
        again.request = request
        return again

    def renew(self, refused, timeout):
        with self.lock:
            if refused != f"Bearer {self.token}":
                return
            form = {"grant_type": "refresh_token", "refresh_token": self.refresh}
            # A session of its own, whose requests carry no token.
            with requests.post(self.url, data=form, timeout=timeout) as answer:
                answer.raise_for_status()
                said = answer.json()
            self.token, self.refresh = said["access_token"], said.get("refresh_token", self.refresh)


def perform(asked, deadline):
    # The timeout is for connecting and for each read; "not a time limit on the entire response download".
    with session.request(
            asked["method"], asked["url"], data=contract.body(asked), headers=contract.headers(asked), timeout=deadline,
            stream=True) as response:
        response.raise_for_status()
        contract.check_type(asked, response.headers.get("Content-Type"))
        with contract.Output(asked) as output:
            for chunk in response.iter_content(8192):
                output.write(chunk)


if contract.AUTH:
    session.auth = Bearer(contract.AUTH)
contract.run(perform, more=["auth"])
