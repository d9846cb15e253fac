"""An event stream read with requests, line by line, as programs do it that need no library for that. It does not come back."""

import contract
import requests


def perform(asked, deadline):
    lines = contract.Lines(asked)
    headers = {"Accept": "text/event-stream"}
    with requests.get(asked["url"], headers=headers, stream=True, timeout=(deadline, deadline / 4)) as response:
        response.raise_for_status()
        kind, data = "", []
        for line in response.iter_lines():
            name, _, value = line.decode().partition(":")
            if name == "data":
                data.append(value.removeprefix(" "))
            elif name == "event":
                kind = value.removeprefix(" ")
            elif not line:
                if data:
                    lines.write("\n".join(data))
                    if kind == "end":
                        return
                kind, data = "", []
    raise requests.ConnectionError("the stream ended before its last event")


contract.run(perform, families={"sse"})
