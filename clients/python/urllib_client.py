"""urllib.request of Python's standard library, as its HOWTO shows it: urlopen with a timeout, the body read in pieces."""

import urllib.request

import contract


def perform(asked, deadline):
    request = urllib.request.Request(asked["url"], data=contract.body(asked), method=asked["method"])
    # "timeout: for blocking operations like the connection attempt": of each, not of all together.
    with urllib.request.urlopen(request, timeout=deadline) as response, contract.Output(asked) as output:
        while chunk := response.read(8192):
            output.write(chunk)


contract.run(perform)
