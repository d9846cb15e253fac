"""An adapter for 'headwind test': it makes the requests of a scenario with your HTTP client.

Replace perform() by your own client, and keep the rest, which is the contract: what to do comes in environment variables, how it
went is the exit status.
"""

import json
import os
import sys
import threading
import time
import urllib.request

# The families of scenarios that this client knows: those of the standard suite. Add the families of your own suites.
FAMILIES = set(
    "connect tls dns he head expect body upload reuse pool cancel retry redirect link portal wait report proxy coding cookies cache".split())


# --- your client ---


def perform(method, url, body, accept, deadline, write):
    """Makes one request. Raises an exception unless it succeeds as a whole; calls write(bytes) as the body arrives.

    Use one session or pool for all requests, and pass the deadline as the library's own timeout: a timer around the call would
    hide what the library does. If `accept` is there, it is the media type to ask for, and a response in another one is none: that is
    how a login page is told from the item.
    """
    request = urllib.request.Request(url, data=body, headers={"Accept": accept} if accept else {}, method=method)
    with urllib.request.urlopen(request, timeout=deadline) as response:
        if accept and response.headers.get_content_type() != accept:
            raise ValueError(f"the response is {response.headers.get_content_type()}, not {accept}")
        while chunk := response.read(8192):
            write(chunk)


# --- the contract ---


def fetch(request, deadline):
    """Makes one request, whose output is there only once it is whole. Progress is told each second."""
    body = None
    if request.get("body"):
        with open(request["body"], "rb") as file:
            body = file.read()
    partial, count, told = request["output"] + ".partial", 0, time.monotonic()
    try:
        with open(partial, "wb") as output:

            def write(chunk):
                nonlocal count, told
                output.write(chunk)
                count += len(chunk)
                if time.monotonic() - told >= 1:
                    told = time.monotonic()
                    print(f"{count} bytes", file=sys.stderr)

            perform(request["method"], request["url"], body, request.get("accept"), deadline, write)
        os.replace(partial, request["output"])
    finally:
        if os.path.exists(partial):
            os.remove(partial)


def main():
    # Headwind first asks for a scenario that does not exist. 127 means: I do not know this one.
    if os.environ.get("HEADWIND_SCENARIO", "").split(".")[0] not in FAMILIES:
        return 127
    deadline = float(os.environ["HEADWIND_DEADLINE"])
    failures, running = [], []

    def tell(request):
        try:
            fetch(request, deadline)
        except Exception as error:
            failures.append(error)
            print(f"{request['method']} {request['url']}: {type(error).__name__}: {error}", file=sys.stderr)

    def join():
        while running:
            running.pop().join()

    # urllib cannot cancel a call, so a cancel is the SIGINT that Headwind sends. If your client can: print "cancel: stdin", read
    # standard input in a thread, cancel all calls at the line "cancel", print "cancelled" when they have returned, and exit when
    # standard input ends.
    try:
        requests = json.loads(os.environ["HEADWIND_REQUESTS"])
        for request, following in zip(requests, requests[1:] + [{}]):
            if not request["together"]:
                join()
                time.sleep(request["after"])
            if request["together"] or following.get("together"):
                running.append(threading.Thread(target=tell, args=[request], daemon=True))
                running[-1].start()
            else:
                tell(request)
        join()
    except KeyboardInterrupt:
        return 130
    return 1 if failures else 0


sys.exit(main())
