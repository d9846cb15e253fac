"""requests, as its documentation shows it: a session, a timeout, a streamed body, raise_for_status."""

import contract
import requests

session = requests.Session()


def perform(asked, deadline):
    # For connecting and for each read; "not a time limit on the entire response download".
    with session.request(
            asked["method"], asked["url"], data=contract.body(asked), timeout=deadline, stream=True) as response:
        response.raise_for_status()
        with contract.Output(asked) as output:
            for chunk in response.iter_content(8192):
                output.write(chunk)


contract.run(perform)
