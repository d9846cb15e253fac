"""The good client, with hedged requests (retry.hedge) and Idempotency-Keys (retry.idempotency-key), and the bugs of clients that do."""

import queue
import threading
import uuid

import client
from client import Failure, SCENARIO, mutated

# A client that is set up to hedge waits so long for the first attempt, in seconds.
PATIENCE = 0.6

perform_once = client.perform
take = client.pool.take
attempts = threading.local()


class Attempt:
    def __init__(self):
        self.connections, self.is_over = [], False


def take_noted(parts):
    """Remembers the connections of an attempt, so that it can be given up."""
    attempt = getattr(attempts, "current", None)
    if attempt and attempt.is_over:
        raise Failure("another attempt was faster")
    connection = take(parts)
    if attempt:
        attempt.connections.append(connection)
    return connection


def give_up(attempt):
    # The bug: the slower attempt goes on until the server ends it.
    if mutated("leave-loser"):
        return
    attempt.is_over = True
    for connection in attempt.connections:
        try:
            connection.socket.shutdown(client.socket.SHUT_RDWR)
        except OSError:
            pass


def hedged(request):
    """Makes a second attempt if the first takes long, and takes the answer that comes first."""
    results, running = queue.Queue(), []

    def make(number):
        attempts.current = running[number]
        try:
            perform_once({**request, "output": f"{request['output']}.{number}"})
            results.put((number, None))
        except (Failure, OSError, ValueError) as error:
            results.put((number, error))

    def start():
        running.append(Attempt())
        threading.Thread(target=make, args=[len(running) - 1], daemon=True).start()

    start()
    try:
        number, error = results.get(timeout=PATIENCE)
    except queue.Empty:
        # The bug: more attempts than one at a server that is slow already.
        for _ in range(3 if mutated("hedge-often") else 1):
            start()
        number, error = results.get()
    if error:
        raise error
    client.os.replace(f"{request['output']}.{number}", request["output"])
    for other, attempt in enumerate(running):
        if other != number:
            give_up(attempt)


def perform(request):
    if SCENARIO == "retry.hedge" or mutated("hedge-unsafe"):
        return hedged(request)
    if SCENARIO == "retry.idempotency-key":
        # The bug: one key for all requests.
        key = "key" if mutated("share-key") else str(uuid.uuid4())
        request = {**request, "fields": {"Idempotency-Key": key}}
    perform_once(request)


client.pool.take = take_noted
client.perform = perform
