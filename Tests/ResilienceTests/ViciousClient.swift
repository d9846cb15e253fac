/// A client of sockets that follows the contract and has one vice: it takes part in every scenario, and then `hang`s and ignores all
/// signals but SIGKILL, `crash`es, or says `zero` whatever it got.
enum ViciousClient {
  static let script = #"""
    import json, os, signal, socket, ssl, sys, threading, time
    from urllib.parse import urlsplit

    vice = sys.argv[1]
    if os.environ["HEADWIND_SCENARIO"].startswith("contract."): sys.exit(127)
    if vice == "hang":
        for number in (signal.SIGTERM, signal.SIGINT): signal.signal(number, signal.SIG_IGN)

    def fetch(request):
        parts = urlsplit(request["url"])
        try:
            s = socket.create_connection((parts.hostname, 443 if parts.scheme == "https" else 80))
            if parts.scheme == "https":
                s = ssl.create_default_context().wrap_socket(s, server_hostname=parts.hostname)
            body = open(request["body"], "rb").read() if request.get("body") else b""
            head = f"{request['method']} {parts.path} HTTP/1.1\r\nHost: {parts.hostname}\r\nContent-Length: {len(body)}\r\n\r\n"
            s.sendall(head.encode() + body)
            s.recv(65536)
        except OSError as error: print(error)
        if vice == "hang": time.sleep(1000)

    threads = []
    for request in json.loads(os.environ["HEADWIND_REQUESTS"]):
        if not request["together"]:
            for thread in threads: thread.join()
        time.sleep(request["after"])
        threads.append(threading.Thread(target=fetch, args=[request], daemon=True))
        threads[-1].start()
    for thread in threads: thread.join()
    if vice == "crash": os.kill(os.getpid(), signal.SIGSEGV)
    sys.exit(0)
    """#
}
