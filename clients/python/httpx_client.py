"""httpx, as its documentation shows it: a client with a timeout, a streamed body, raise_for_status."""

import contract
import httpx

client = httpx.Client(follow_redirects=True)


def perform(asked, deadline):
    # For connecting, for each read, for each write, for the pool: not for all together.
    with client.stream(asked["method"], asked["url"], content=contract.body(asked), timeout=deadline) as response:
        response.raise_for_status()
        with contract.Output(asked) as output:
            for chunk in response.iter_bytes():
                output.write(chunk)


contract.run(perform)
