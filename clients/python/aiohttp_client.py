"""aiohttp, as its documentation shows it: a session with a total timeout, a streamed body; a cancel cancels the task."""

import asyncio
import sys
import threading

import aiohttp
import contract


async def perform(session, asked):
    body, headers = contract.body(asked), contract.headers(asked)
    async with session.request(asked["method"], asked["url"], data=body, headers=headers) as response:
        response.raise_for_status()
        contract.check_type(asked, response.headers.get("Content-Type"))
        with contract.Output(asked) as output:
            async for chunk in response.content.iter_chunked(8192):
                output.write(chunk)


async def tell(session, asked):
    try:
        await perform(session, asked)
        return True
    except (aiohttp.ClientError, asyncio.TimeoutError, OSError) as error:
        print(f"{asked['method']} {asked['url']}: {type(error).__name__}: {error}", file=sys.stderr)
        return False


async def all_of(requests, deadline):
    timeout = aiohttp.ClientTimeout(total=deadline)
    results, running = [], []
    # It asks no proxy that the environment names unless it is told to.
    async with aiohttp.ClientSession(timeout=timeout, trust_env=contract.family() == "proxy") as session:
        for asked in requests:
            if not asked["together"]:
                results += await asyncio.gather(*running)
                running = []
                await asyncio.sleep(asked["after"])
            running.append(asyncio.ensure_future(tell(session, asked)))
        results += await asyncio.gather(*running)
    return all(results)


def cancel_on_line(loop, work, ended):
    """Waits for the line that says cancel, and for the end of the input."""
    for line in sys.stdin:
        if line.strip() == "cancel":
            loop.call_soon_threadsafe(work.cancel)
    loop.call_soon_threadsafe(ended.set)


async def main():
    requests, deadline = contract.read()
    work = asyncio.ensure_future(all_of(requests, deadline))
    ended = asyncio.Event()
    threading.Thread(target=cancel_on_line, args=[asyncio.get_running_loop(), work, ended], daemon=True).start()
    print("cancel: stdin", flush=True)
    try:
        return 0 if await work else 1
    except asyncio.CancelledError:
        print("cancelled", flush=True)
        # A program that lives on after a cancel, so that what the library leaves alive is seen. Headwind ends its standard input.
        await ended.wait()
        return 130


sys.exit(asyncio.run(main()))
