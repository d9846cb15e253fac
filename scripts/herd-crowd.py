"""The clients of scripts/check-herd, and the comparison of what they do with what was computed.

  herd-crowd.py use URL                                     one use of the client: exits with 0 if it succeeds
  herd-crowd.py serve CAPACITY                              a service that does what the file `service` says: healthy, refused,
                                                            unavailable or silent; CAPACITY requests per second, 0 for any number
  herd-crowd.py crowd KIND COUNT EVERY OUTAGE AFTER FILE    many clients, each a process of its own, through an outage: of their link
                                                            (black-hole), or of that service
  herd-crowd.py compare CROWD.json MODEL.json CHANCE.json ...
"""

import asyncio
import json
import os
import random
import socket
import sys
import time

LEAD = 20.0
BIN = 5
# How long a service of limited capacity lets a request wait, in seconds.
QUEUE = 1.0


def use(url):
    """One use: six attempts of two seconds, with urllib3's exponential backoff and a second of jitter."""
    import urllib3

    retries = urllib3.Retry(total=5, backoff_factor=0.5, backoff_jitter=1.0, status_forcelist=[503])
    pool = urllib3.PoolManager(retries=retries, timeout=urllib3.Timeout(connect=2, read=2))
    try:
        return pool.request("GET", url).status == 200
    except urllib3.exceptions.HTTPError:
        return False
    finally:
        pool.clear()


class Service:
    """A server of HTTP/1.1 that keeps its connections open."""

    def __init__(self, capacity):
        self.capacity = capacity
        self.free = 0.0

    async def answer(self, reader, writer):
        try:
            while True:
                await reader.readuntil(b"\r\n\r\n")
                if self.state == "silent":
                    await reader.read()
                    break
                done = self.state == "healthy" and await self.is_served()
                status, body = ("200 OK", b"[]") if done else ("503 Service Unavailable", b"")
                head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                writer.write(head.encode() + body)
                await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def is_served(self):
        """Waits until the requests before this one are done, unless that takes too long."""
        if not self.capacity:
            return True
        wait = max(0.0, self.free - time.monotonic())
        if wait > QUEUE:
            return False
        self.free = time.monotonic() + wait + 1 / self.capacity
        await asyncio.sleep(wait + 1 / self.capacity)
        return True

    async def run(self):
        listener = None
        while True:
            with open("service") as file:
                self.state = file.read()
            if self.state == "refused" and listener:
                listener.close()
                listener = None
            elif self.state != "refused" and not listener:
                listener = await asyncio.start_server(self.answer, None, 80, backlog=4096)
            await asyncio.sleep(0.02)


def say(state):
    """Tells the service what to do from now on."""
    with open("service.new", "w") as file:
        file.write(state)
    os.replace("service.new", "service")


def live(url, phase, every, end):
    """A client that begins a use in each period. While it is busy it leaves uses out."""
    random.seed()
    due = phase
    while due < end:
        time.sleep(max(0.0, due - time.time()))
        use(url)
        due = phase + (int(max(time.time() - phase, 0) / every) + 1) * every


def ask(request):
    """Sends a request to the link's control socket."""
    address = os.environ["HEADWIND_CONTROL"]
    with socket.socket(socket.AF_UNIX) as control:
        control.connect("\0" + address[1:])
        control.sendall((request + "\n").encode())
        answer = b""
        while not answer.endswith(b"ok\n") and b"error:" not in answer:
            answer += control.recv(4096)
        if b"error:" in answer:
            sys.exit(f"herd-crowd: {request}: {answer.decode()}")


def crowd(kind, count, every, outage, after, path):
    import urllib3  # Once, for all processes.

    if kind == "black-hole":
        url = "http://search.example/search.json"
        with open("dead.yaml", "w") as file:
            file.write("name: Dead\nsummary: no TCP\nselect: [{ protocol: tcp, loss: 100 % }]\n")
        begin_outage, end_outage = lambda: ask("switch " + os.path.abspath("dead.yaml")), lambda: ask("switch Clean")
    else:
        url = "http://shop/search.json"
        begin_outage, end_outage = lambda: say(kind), lambda: say("healthy")
    begin = time.time() + 2
    end = begin + LEAD + outage + after
    phases = [begin + (index + 0.5) / count * every for index in range(count)]
    random.shuffle(phases)
    children = []
    for phase in phases:
        child = os.fork()
        if child == 0:
            try:
                live(url, phase, every, end)
            finally:
                os._exit(0)
        children.append(child)
    late = max(0.0, time.time() - begin)
    time.sleep(max(0.0, begin + LEAD - time.time()))
    begin_outage()
    began = time.time()
    time.sleep(max(0.0, began + outage - time.time()))
    end_outage()
    ended = time.time()
    time.sleep(max(0.0, end - time.time()))
    for child in children:
        os.kill(child, 9)
        os.waitpid(child, 0)
    with open(path, "w") as file:
        json.dump({"count": count, "began": began, "ended": ended, "after": after, "late": late}, file)


def model_curve(path, key, count):
    """The computed number in each second from ten seconds before the outage on, for COUNT clients."""
    with open(path) as file:
        report = json.load(file)
    curves = next(row["curves"] for row in report["rows"] if row["isMeasured"])
    return [rate * count / report["plan"]["clients"] for rate in curves[key]]


def deviations(real, model):
    """The largest difference of the cumulative curves, and the sum of the differences in bins, each as a share of the whole."""
    total = sum(model)
    first = second = largest = 0.0
    for one, other in zip(real, model):
        first, second = first + one, second + other
        largest = max(largest, abs(first - second))
    bins = range(0, len(model), BIN)
    sums = sum(abs(sum(real[place:place + BIN]) - sum(model[place:place + BIN])) for place in bins)
    return largest / total, sums / total


def compare(crowd_path, model_path, chance_paths):
    with open(crowd_path) as file:
        told = json.load(file)
    print(f"outage of {told['ended'] - told['began']:.2f} s; clients were started {told['late']:.2f} s late")
    worst = 0.0
    for name, key in [("syn", "syns"), ("request", "requests"), ("query", "queries")]:
        if not os.path.exists(name + ".txt"):
            continue
        model = model_curve(model_path, key, told["count"])
        real = [0.0] * len(model)
        with open(name + ".txt") as file:
            for line in file:
                place = int(float(line) - told["began"] + 10)
                if 0 <= place < len(real) and float(line) >= told["began"] - 10:
                    real[place] += 1
        largest, sums = deviations(real, model)
        chance = [deviations(model_curve(path, key, told["count"]), model) for path in chance_paths]
        worst = max(worst, largest)
        by_chance = tuple(sum(values) / len(chance) for values in zip(*chance))
        end = 10 + round(told["ended"] - told["began"])
        peaks = [max(sum(curve[place:place + 2]) / 2 for place in range(end, len(model) - 1)) for curve in (real, model)]
        print(f"{key}: {sum(real):.0f} real, {sum(model):.0f} computed; cumulative curves differ by {100 * largest:.1f} % at most "
              f"(by chance alone {100 * by_chance[0]:.1f} %); bins of {BIN} s by {100 * sums:.1f} % (by chance {100 * by_chance[1]:.1f} %); "
              f"peak after the outage {peaks[0]:.0f}/s real, {peaks[1]:.0f}/s computed (2 s)")
        if os.environ.get("HERD_CURVES"):
            print(key, "real ", *(f"{value:.0f}" for value in real))
            print(key, "model", *(f"{value:.0f}" for value in model))
    sys.exit(0 if worst <= 0.05 else 1)


if __name__ == "__main__":
    words = sys.argv[2:]
    if sys.argv[1] == "use":
        sys.exit(0 if use(words[0]) else 1)
    if sys.argv[1] == "crowd":
        crowd(words[0], int(words[1]), *map(float, words[2:5]), words[5])
    if sys.argv[1] == "serve":
        asyncio.run(Service(float(words[0])).run())
    if sys.argv[1] == "compare":
        compare(words[0], words[1], words[2:])
