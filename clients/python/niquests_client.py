"""niquests, as its documentation shows it: a session, a timeout, a streamed body, raise_for_status. It speaks HTTP/2 and HTTP/3."""

import contract
import niquests

session = niquests.Session()


def perform(asked, deadline):
    with session.request(
            asked["method"], asked["url"], data=contract.body(asked), headers=contract.headers(asked), timeout=deadline,
            stream=True) as response:
        response.raise_for_status()
        contract.check_type(asked, response.headers.get("Content-Type"))
        with contract.Output(asked) as output:
            for chunk in response.iter_content(8192):
                output.write(chunk)


contract.run(perform, more=["h2", "h3"])
