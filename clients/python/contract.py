"""Headwind's contract (docs/scenarios.md), which the Python clients here share.

What to do comes in variables, how it went is the exit status. None of these libraries has a way to cancel a call from
outside, so a cancel is the SIGINT that Headwind sends where it is not asked for anything else.
"""

import json
import os
import sys
import threading
import time

FAMILIES = set(
    "connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report".split())


def read():
    """The requests and how many seconds each has; ends with 127 for a scenario that is not known."""
    if os.environ.get("HEADWIND_SCENARIO", "").split(".")[0] not in FAMILIES:
        sys.exit(127)
    return json.loads(os.environ["HEADWIND_REQUESTS"]), float(os.environ["HEADWIND_DEADLINE"])


def run(perform):
    """Calls perform(request, deadline) for each request, in order, or side by side where they are asked for together."""
    requests, deadline = read()
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


def body(request):
    """What to send, or None."""
    if request.get("body"):
        with open(request["body"], "rb") as file:
            return file.read()
    return None


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
