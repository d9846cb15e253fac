"""websockets, as its documentation shows it: `async for` over connections comes back, pings are the library's keepalive."""

import asyncio
import sys

import contract
import websockets
from websockets.asyncio.client import connect


async def perform(asked, deadline):
    lines = contract.Lines(asked)
    keepalive = {"ping_interval": deadline / 4, "ping_timeout": deadline / 4}
    async for websocket in connect(asked["url"], open_timeout=deadline, close_timeout=deadline / 8, **keepalive):
        try:
            async for message in websocket:
                lines.write(message)
                if message == "end":
                    await websocket.close()
                    return
            return
        except websockets.ConnectionClosed as error:
            print(f"{asked['url']}: {error}", file=sys.stderr)


contract.run_tasks(perform, {"ws"})
