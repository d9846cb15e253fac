"""Records what the queue disciplines of the running kernel do to packets: scripts/run-in-uml -- python3 record.py DIRECTORY.

Each scenario sends UDP packets through tbf with a discipline below it, over a veth pair without any other traffic, several times.
The times of the first run are written in full, of the others the counts. Needs root and its own network namespace.
"""
import ctypes, json, os, random, socket, struct, subprocess, sys, time

SO_TIMESTAMPNS, SCM_TIMESTAMPNS, SO_RCVBUFFORCE = 35, 35, 33
MS = 1_000_000

# name, discipline, rate in bit/s, flows as (payload, packets per second, ECT), seconds of sending, runs
SCENARIOS = [
    ("codel", "codel limit 1000 target 5ms interval 100ms noecn", 1_000_000, [(1000, 160, False)], 8, 5),
    ("codel-ecn", "codel limit 1000 target 5ms interval 100ms ecn", 1_000_000, [(1000, 100, True), (400, 120, False)], 8, 3),
    ("codel-limit", "codel limit 40 target 20ms interval 50ms noecn", 1_000_000, [(1000, 250, False)], 6, 3),
    ("codel-threshold", "codel limit 1000 target 50ms interval 200ms noecn ce_threshold 30ms", 1_000_000,
     [(1000, 112, True), (200, 60, False)], 8, 3),
    ("fq_codel", "fq_codel limit 10240 flows 1024 quantum 1514 target 5ms interval 100ms noecn", 2_000_000,
     [(1000, 200, False), (500, 300, False), (100, 20, False)], 8, 5),
    ("fq_codel-ecn", "fq_codel flows 1024 quantum 300 target 10ms interval 100ms ecn", 1_000_000,
     [(1200, 90, True), (300, 150, False)], 8, 3),
    ("fq_codel-limit", "fq_codel limit 60 flows 1024 quantum 1514 target 500ms interval 1s noecn", 1_000_000,
     [(1000, 250, False), (600, 60, False)], 6, 3),
    ("pie", "pie limit 1000 target 20ms tupdate 20ms alpha 2 beta 20 noecn", 1_000_000, [(1000, 160, False)], 12, 12),
    ("pie-ecn", "pie limit 1000 target 20ms tupdate 20ms alpha 2 beta 20 ecn", 1_000_000, [(1000, 125, True)], 12, 12),
]


def sh(command):
    subprocess.run(command, shell=True, check=True)


def enter(name):
    with open(f"/run/netns/{name}") as file:
        if ctypes.CDLL(None, use_errno=True).setns(file.fileno(), 0) != 0:
            raise OSError(ctypes.get_errno(), "setns")


def run(discipline, rate, flows, seconds, seed):
    """One run: the sent times, and what arrived."""
    sh("ip netns add a; ip netns add b; ip link add va netns a type veth peer name vb netns b")
    for end, address in (("a", 1), ("b", 2)):
        sh(f"ip netns exec {end} sysctl -qw net.ipv6.conf.all.disable_ipv6=1")
        sh(f"ip -n {end} link set v{end} address 02:00:00:00:00:0{address}")
        sh(f"ip -n {end} address add 10.9.0.{address}/24 dev v{end}; ip -n {end} link set v{end} up")
        sh(f"ip -n {end} neigh add 10.9.0.{3 - address} lladdr 02:00:00:00:00:0{3 - address} dev v{end}")
    # A bucket of one large frame: a packet that finds it full is sent at once, and then each waits for its own tokens.
    sh(f"tc -n a qdisc add dev va root handle 1: tbf rate {rate}bit burst 1600 limit 10000000")
    sh(f"tc -n a qdisc add dev va parent 1:1 handle 2: {discipline}")
    created = time.clock_gettime_ns(time.CLOCK_REALTIME)
    enter("b")
    receiver = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    receiver.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20)
    receiver.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    receiver.setsockopt(socket.IPPROTO_IP, socket.IP_RECVTOS, 1)
    receiver.bind(("10.9.0.2", 9))
    enter("a")
    senders = []
    for number, (_, _, ect) in enumerate(flows):
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        sender.setsockopt(socket.SOL_SOCKET, 32, 64 << 20)
        sender.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, 2 if ect else 0)
        sender.bind(("10.9.0.1", 5000 + number))
        sender.connect(("10.9.0.2", 9))
        senders.append(sender)
    choice = random.Random(seed)
    plan = []
    for number, (payload, pace, _) in enumerate(flows):
        at = 0.0
        while at < seconds:
            plan.append((at, number, payload))
            at += choice.uniform(0.5, 1.5) / pace
    plan.sort()
    sent = []
    begin = time.clock_gettime_ns(time.CLOCK_REALTIME) + 50 * MS
    for index, (at, number, payload) in enumerate(plan):
        wait = begin + int(at * 1e9) - time.clock_gettime_ns(time.CLOCK_REALTIME)
        if wait > 0:
            time.sleep(wait / 1e9)
        data = struct.pack("!I", index) + bytes(payload - 4)
        sent.append(time.clock_gettime_ns(time.CLOCK_REALTIME))
        senders[number].send(data)
    receiver.settimeout(3)
    received = []
    while True:
        try:
            data, control, _, _ = receiver.recvmsg(2048, 512)
        except TimeoutError:
            break
        instant, tos = 0, 0
        for level, kind, value in control:
            if level == socket.SOL_SOCKET and kind == SCM_TIMESTAMPNS:
                whole, part = struct.unpack("qq", value[:16])
                instant = whole * 1_000_000_000 + part
            elif kind == socket.IP_TOS:
                tos = value[0]
        received.append((struct.unpack("!I", data[:4])[0], instant, tos & 3 == 3))
    statistics = subprocess.run("tc -s -n a qdisc show dev va", shell=True, capture_output=True, text=True).stdout
    sh("ip netns del a; ip netns del b")
    return created, plan, sent, received, statistics


def main(folder, wanted):
    kernel = " ".join(os.uname()[i] for i in (0, 2))
    for name, discipline, rate, flows, seconds, runs in SCENARIOS:
        if wanted and name not in wanted:
            continue
        counts, record = [], None
        for number in range(runs):
            created, plan, sent, received, statistics = run(discipline, rate, flows, seconds, 7)
            marked = sum(mark for _, _, mark in received)
            waits = sorted(instant - sent[index] for index, instant, _ in received)
            counts.append({"dropped": len(sent) - len(received), "marked": marked,
                           "wait_p50_ns": waits[len(waits) // 2], "wait_p95_ns": waits[len(waits) * 95 // 100]})
            print(name, number, counts[-1], flush=True)
            if number == 0:
                zero = sent[0]
                record = {
                    "kernel": kernel, "discipline": discipline, "rate": rate,
                    "flows": [{"payload": p, "ect": e} for p, _, e in flows], "created_ns": created - zero,
                    "statistics": statistics.splitlines(),
                    "packet_flows": "".join(str(number) for _, number, _ in plan), "sent_ns": [t - zero for t in sent],
                    "received": [index for index, _, _ in received],
                    "received_ns": [instant - zero for _, instant, _ in received],
                    "marked": [index for index, _, mark in received if mark],
                }
        record["runs"] = counts
        with open(f"{folder}/{name}.json", "w") as file:
            json.dump(record, file, separators=(",", ":"))
            file.write("\n")


main(sys.argv[1], sys.argv[2:])
