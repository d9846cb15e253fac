"""httpx-sse, with the loop that its documentation shows for coming back: growing pauses, Last-Event-ID, and the server's `retry`."""

import random
import time

import contract
import httpx
import httpx_sse

client = httpx.Client()


def perform(asked, deadline):
    lines, end = contract.Lines(asked), time.monotonic() + deadline
    last_event_id, retry, failures = "", 0, 0
    while True:
        left = end - time.monotonic()
        headers = {"Last-Event-ID": last_event_id} if last_event_id else {}
        # An idle stream is one without a byte for a quarter of the time.
        timeout = httpx.Timeout(left, read=min(left, deadline / 4))
        try:
            with httpx_sse.connect_sse(client, "GET", asked["url"], headers=headers, timeout=timeout) as source:
                if source.response.status_code == 204:
                    raise httpx_sse.SSEError("the server has nothing more (204)")
                source.response.raise_for_status()
                for event in source.iter_sse():
                    failures, last_event_id = 0, event.id
                    retry = retry if event.retry is None else event.retry / 1000
                    lines.write(event.data)
                    if event.event == "end":
                        return
        except httpx_sse.SSEError:
            raise
        except httpx.TransportError as error:
            problem = error
        except httpx.HTTPStatusError as error:
            if error.response.status_code < 500:
                raise
            problem = error
        else:
            problem = httpx.ReadError("the stream has ended")
        wait = max(retry, random.uniform(0.5, 1) * 2**failures)
        failures += 1
        if time.monotonic() + wait >= end:
            raise problem
        time.sleep(wait)


contract.run(perform, families={"sse"})
