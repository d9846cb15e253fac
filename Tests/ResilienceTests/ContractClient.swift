/// A client that follows the contract, in Python: `right` does as the scenarios expect, `wrong` makes the mistakes that they
/// are there to find.
enum ContractClient {
  static let script = #"""
    import json, os, random, select, socket, ssl, sys, threading, time
    from urllib.parse import urlsplit

    right = sys.argv[1] == "right"
    if os.environ["HEADWIND_SCENARIO"].startswith("contract."): sys.exit(127)
    end = time.monotonic() + float(os.environ["HEADWIND_DEADLINE"]) * 0.5
    context = ssl.create_default_context()
    # Python does not mind a FIN without close_notify unless it is told to.
    if right: context.options &= ~getattr(ssl, "OP_IGNORE_UNEXPECTED_EOF", 0)
    else:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    pool = threading.Semaphore(4)
    kept = {}

    def left():
        if time.monotonic() >= end: raise TimeoutError("the deadline is over")
        return end - time.monotonic() if right else None

    def connect(parts):
        secure = parts.scheme == "https"
        if not right and parts.hostname in kept and threading.active_count() == 2: return kept[parts.hostname]
        try:
            s = socket.create_connection((parts.hostname, 443 if secure else 80), left())
        except socket.gaierror:
            if not right: time.sleep(2.5)
            raise
        if secure:
            s = context.wrap_socket(s, server_hostname=parts.hostname, suppress_ragged_eofs=not right)
        kept[parts.hostname] = s
        return s

    def send(s, data):
        while data:
            if right and select.select([s], [], [], 0)[0]: return
            if right: s.settimeout(left())
            data = data[s.send(data[:65536]):]

    def receive(s):
        if right: s.settimeout(left())
        return s.recv(65536)

    def exchange(request):
        parts = urlsplit(request["url"])
        s = connect(parts)
        body = open(request["body"], "rb").read() if request.get("body") else b""
        length = f"Content-Length: {len(body)}\r\n" if body else ""
        s.sendall(f"{request['method']} {parts.path} HTTP/1.1\r\nHost: {parts.hostname}\r\n{length}\r\n".encode())
        send(s, body)
        data = b""
        while b"\r\n\r\n" not in data:
            part = receive(s)
            if not part: raise ConnectionError("closed before the response")
            data += part
        head, _, data = data.partition(b"\r\n\r\n")
        lines = head.decode().lower().split("\r\n")
        size = next((int(line[15:]) for line in lines if line.startswith("content-length:")), None)
        if not right: print("90 %")
        try:
            while size is None or len(data) < size:
                part = receive(s)
                if not part:
                    if size is not None and right: raise ConnectionError("closed before the end of the body")
                    break
                data += part
        except OSError:
            if right: raise
        print("100 %" if right else "10 %")
        return int(lines[0].split()[1]), data

    def attempt(request):
        for turn in range(3 if right else 9):
            if not pool.acquire(timeout=left() * 0.7 if right else None): raise TimeoutError("the pool is exhausted")
            try: status, data = exchange(request)
            finally: pool.release()
            if status != 503 or (right and turn == 2): break
            time.sleep(random.uniform(0.1, 0.4) * 2 ** turn if right else 0.1)
        if status >= 400 and right: raise ConnectionError(f"status {status}")
        if right:
            with open(request["output"] + ".part", "wb") as file: file.write(data)
            os.replace(request["output"] + ".part", request["output"])
        else:
            with open(request["output"], "wb") as file: file.write(data)

    failed = []
    def fetch(request):
        try:
            attempt(request)
            if not right: failed.clear()
        except socket.gaierror as error:
            failed.append(error)
            print("no network:", error)
        except Exception as error:
            if right: failed.append(error)
            print(type(error).__name__, error)

    threads = []
    for request in json.loads(os.environ["HEADWIND_REQUESTS"]):
        if not request["together"]:
            for thread in threads: thread.join()
        time.sleep(request["after"])
        threads.append(threading.Thread(target=fetch, args=[request]))
        threads[-1].start()
    for thread in threads: thread.join()
    sys.exit(1 if failed else 0)
    """#
}
