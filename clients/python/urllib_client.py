"""urllib.request of Python's standard library, as its HOWTO shows it: urlopen with a timeout, the body read in pieces."""

import base64
import urllib.parse
import urllib.request

import contract

if contract.family() == "cookies":
    urllib.request.install_opener(urllib.request.build_opener(urllib.request.HTTPCookieProcessor()))


def perform(asked, deadline):
    url, headers = asked["url"], contract.headers(asked)
    parts = urllib.parse.urlsplit(url)
    # urllib takes a user and a password in a URL for a part of the host.
    if parts.username:
        pair = base64.b64encode(f"{parts.username}:{parts.password}".encode()).decode()
        url, headers = parts._replace(netloc=parts.hostname).geturl(), {**headers, "Authorization": f"Basic {pair}"}
    request = urllib.request.Request(url, data=contract.body(asked), headers=headers, method=asked["method"])
    # "timeout: for blocking operations like the connection attempt": of each, not of all together.
    with urllib.request.urlopen(request, timeout=deadline) as response:
        contract.check_type(asked, response.headers.get("Content-Type"))
        with contract.Output(asked) as output:
            while chunk := response.read(8192):
                output.write(chunk)


contract.run(perform)
