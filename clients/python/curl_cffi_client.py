"""curl_cffi, as its documentation shows it: a session with a timeout, a streamed body, raise_for_status. It brings a libcurl of its own."""

import os

import contract
from curl_cffi import requests

# It reads no variable that names a CA.
session = requests.Session(verify=os.environ.get("HEADWIND_CA", True))


def perform(asked, deadline):
    response = session.request(
        asked["method"], asked["url"], data=contract.body(asked), headers=contract.headers(asked), timeout=deadline, stream=True)
    try:
        response.raise_for_status()
        contract.check_type(asked, response.headers.get("Content-Type"))
        with contract.Output(asked) as output:
            for chunk in response.iter_content():
                output.write(chunk)
    finally:
        response.close()


contract.run(perform, more=["h2"])
