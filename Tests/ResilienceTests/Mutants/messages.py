"""What the clients of messages (websocket.py, events.py, calls.py) share: the output, and how they come back.

Mutations are described where they are looked up, with mutated("..."), as in client.py.
"""

import client
import random
from client import Failure, mutated

# Nothing for this long is taken for the end of a connection.
SILENCE = client.DEADLINE * 0.4


class Lost(Failure):
    """The connection is gone, or the server asks to come back later: worth another attempt."""


class Lines:
    """The output of a request: each message as it comes, with a line feed."""

    def __init__(self, request):
        self.file = open(request["output"], "wb")

    def add(self, message):
        self.file.write((bytes(reversed(message)) if mutated("damage-body") else message) + b"\n")
        self.file.flush()

    def add_partial(self, message):
        # The bug: what came of a message is delivered.
        if mutated("write-partial-messages"):
            self.add(message)


def pause_before(turn, least=0):
    """Exponential with jitter, and no shorter than the server asks for."""
    if mutated("retry-too-often"):
        return client.pause(0.05 + random.uniform(0, 0.1) * (turn + 1) / 4)
    if mutated("ignore-retry-after"):
        least = 0
    client.pause(least + client.backoff(turn, {}))


def most_turns():
    return 20 if mutated("retry-too-often") else 8


def come_back(attempt):
    """Calls attempt(turn) until it returns, or fails for good."""
    turn = 0
    while True:
        try:
            return attempt(turn)
        except Lost as error:
            # The bug: the first failure is the last.
            if mutated("never-retry") or turn >= most_turns():
                raise
            pause_before(turn, getattr(error, "least", 0))
            turn += 1


def open_connection(parts):
    try:
        return client.Connection(client.connect(parts), (parts.scheme, parts.netloc))
    except OSError as error:
        raise Lost(f"cannot connect: {error}")


def drop(connection):
    """Closes a connection whose peer may be gone: RST, so that nothing waits for an acknowledgement."""
    if not mutated("leak-connections", "send-after-deadline"):
        connection.socket.setsockopt(client.socket.SOL_SOCKET, client.socket.SO_LINGER, client.struct.pack("ii", 1, 0))
    connection.close()
