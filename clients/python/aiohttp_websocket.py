"""aiohttp's WebSocket client, as its documentation shows it: a heartbeat, and `async for` over the messages. It does not come back."""

import aiohttp
import contract


async def perform(asked, deadline):
    lines = contract.Lines(asked)
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(asked["url"], heartbeat=deadline / 4) as websocket:
            async for message in websocket:
                if message.type == aiohttp.WSMsgType.ERROR:
                    raise websocket.exception()
                lines.write(message.data)
                if message.data == "end":
                    await websocket.close()
                    return
            if websocket.close_code != aiohttp.WSCloseCode.OK:
                raise aiohttp.ClientError(f"closed with {websocket.close_code}: {websocket.exception()}")


contract.run_tasks(perform, {"ws"})
