"""Carries UDP datagrams between a client and a server, and loses, repeats and reorders some: `bad-path.py LISTEN SERVER SEED`."""
import asyncio
import random
import sys

listen, server, seed = map(int, sys.argv[1:])
random.seed(seed)


class Path(asyncio.DatagramProtocol):
    def __init__(self, other=None):
        self.other, self.client = other, None

    def connection_made(self, transport):
        self.transport = transport

    def datagram_received(self, data, source):
        if self.other is None:
            return
        self.client = source
        if random.random() < 0.04:
            return
        times = 2 if random.random() < 0.03 else 1
        for _ in range(times):
            delay = 0.02 if random.random() < 0.9 else 0.035
            asyncio.get_running_loop().call_later(delay, self.other.send, data)

    def send(self, data):
        if self.client is not None:
            self.transport.sendto(data, self.client)


class Upstream(Path):
    def send(self, data):
        self.transport.sendto(data)


async def main():
    loop = asyncio.get_running_loop()
    _, down = await loop.create_datagram_endpoint(Path, local_addr=("127.0.0.1", listen))
    _, up = await loop.create_datagram_endpoint(Upstream, remote_addr=("127.0.0.1", server))
    down.other, up.other = up, down
    print("ready", flush=True)
    await asyncio.Future()


asyncio.run(main())
