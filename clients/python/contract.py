"""Headwind's contract (docs/scenarios.md), which the Python clients here share.

What to do comes in variables, how it went is the exit status. None of these libraries has a way to cancel a call from
outside, so a cancel is the SIGINT that Headwind sends where it is not asked for anything else.
"""

import asyncio
import json
import os
import sys
import threading
import time

FAMILIES = set(
    "connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cookies cache".split())
# The access token to begin with, or None.
AUTH = json.loads(os.environ.get("HEADWIND_AUTH", "null"))


def family():
    """The part before the dot of the scenario's name."""
    return os.environ.get("HEADWIND_SCENARIO", "").split(".")[0]


def read(families=FAMILIES):
    """The requests and how many seconds each has; ends with 127 for a scenario that is not known."""
    if family() not in families:
        sys.exit(127)
    return json.loads(os.environ["HEADWIND_REQUESTS"]), float(os.environ["HEADWIND_DEADLINE"])


def run(perform, more=(), families=FAMILIES):
    """Calls perform(request, deadline) for each request, in order, or side by side where they are asked for together.

    `more` are families that this client knows beside those that all know, `families` those that it knows in their place.
    """
    requests, deadline = read(families | set(more))
    failures, running = [], []

    def tell(request):
        try:
            perform(request, deadline)
        except Exception as error:
            print(f"{request['method']} {request['url']}: {type(error).__name__}: {error}", file=sys.stderr)
            failures.append(error)

    def join():
        while running:
            running.pop().join()

    try:
        for request, following in zip(requests, requests[1:] + [{}]):
            if not request["together"]:
                join()
            time.sleep(request["after"])
            if following.get("together"):
                running.append(threading.Thread(target=tell, args=[request], daemon=True))
                running[-1].start()
            else:
                tell(request)
        join()
    except KeyboardInterrupt:
        print("cancelled", file=sys.stderr)
        sys.exit(130)
    sys.exit(1 if failures else 0)


def run_tasks(perform, families):
    """The same for a coroutine perform(request, deadline). Libraries of connections that live on have no deadline for all of it, so it
    ends the task."""
    requests, deadline = read(families)

    async def tell(request):
        try:
            async with asyncio.timeout(deadline):
                await perform(request, deadline)
            return True
        except Exception as error:
            print(f"{request['method']} {request['url']}: {type(error).__name__}: {error}", file=sys.stderr)
            return False

    async def all_of():
        results, running = [], []
        for request in requests:
            if not request["together"]:
                results += await asyncio.gather(*running)
                running = []
                await asyncio.sleep(request["after"])
            running.append(asyncio.ensure_future(tell(request)))
        return all(results + await asyncio.gather(*running))

    sys.exit(0 if asyncio.run(all_of()) else 1)


def body(request):
    """What to send, or None."""
    if request.get("body"):
        with open(request["body"], "rb") as file:
            return file.read()
    return None


def headers(request):
    """The header fields to send."""
    return {"Accept": request["accept"]} if request.get("accept") else {}


def check_type(request, got):
    """Raises an exception if a response is in another media type than the caller can use, as response.json() would."""
    wanted = request.get("accept")
    if wanted and got and got.partition(";")[0].strip().lower() != wanted:
        raise ValueError(f"the response is {got}, not {wanted}")


class Output:
    """The file for a request's response, which is there only once it is whole; says each second how far it is."""

    def __init__(self, request):
        self.path, self.partial = request["output"], request["output"] + ".partial"
        self.count, self.told = 0, time.monotonic()

    def __enter__(self):
        self.file = open(self.partial, "wb")
        return self

    def write(self, chunk):
        self.file.write(chunk)
        self.count += len(chunk)
        if time.monotonic() - self.told >= 1:
            self.told = time.monotonic()
            print(f"{self.count} bytes", file=sys.stderr)

    def __exit__(self, kind, error, trace):
        self.file.close()
        if kind is None:
            os.replace(self.partial, self.path)
        else:
            os.remove(self.partial)


class Lines:
    """The file for the messages of a request, each with a line feed, as they come."""

    def __init__(self, request):
        self.file = open(request["output"], "wb", buffering=0)

    def write(self, message):
        self.file.write((message.encode() if isinstance(message, str) else message) + b"\n")
