"""A conversation with a link over its control socket; docs/control.md of Headwind is the protocol."""

import os
import socket

VARIABLE = "HEADWIND_CONTROL"
HOW_TO_RUN = "Run the tests like this: headwind run -- python3 -m pytest"


class LinkError(Exception):
    """Why a test could not use its link, and what to do about it."""


class Control:
    """One connection: a request is a line, an answer lines that end with `ok` or `error: ...`."""

    # An answer is waited for so many seconds longer than the request says; then the link is taken for stuck.
    PATIENCE = 30

    def __init__(self, address=None):
        self.address = address or os.environ.get(VARIABLE, "")
        if not self.address:
            raise LinkError(f"this test needs a link, and {VARIABLE} is not set. {HOW_TO_RUN}")
        if not self.address.startswith("@"):
            raise LinkError(f'{VARIABLE} is "{self.address}", which is not the address of a control socket')
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            # The name of an abstract socket is what follows a zero byte.
            self._socket.connect("\0" + self.address[1:])
        except OSError as error:
            self._socket.close()
            raise LinkError(f"cannot reach the link at {self.address}: {error}. {HOW_TO_RUN}") from error
        self._lines = self._socket.makefile("rb")

    def ask(self, request, taking=0):
        """Sends a request; returns the names and values of the answer, in order.

        taking: how many seconds the link may take for it, besides.
        """
        request = " ".join(str(request).splitlines())
        self._socket.settimeout(taking + self.PATIENCE)
        values = []
        try:
            self._socket.sendall(request.encode() + b"\n")
            while True:
                line = self._lines.readline()
                if not line:
                    raise LinkError("the link was taken down")
                line = line.decode(errors="replace").rstrip("\n")
                if line == "ok":
                    return values
                name, _, value = line.partition(": ")
                if name == "error":
                    raise LinkError(f'the link refuses "{request}": {value}')
                values.append((name, value))
        except socket.timeout as error:
            raise LinkError("the link does not answer") from error
        except OSError as error:
            raise LinkError(f"the link was taken down: {error}") from error

    def close(self):
        self._lines.close()
        self._socket.close()
