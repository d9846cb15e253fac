/// Programs that live on, in Python.
enum PersistentClients {
  /// What both share: requests with http.client over connections that are kept for each host.
  private static let fetching = #"""
    import http.client, json, os, socket, sys, threading, time
    from urllib.parse import urlsplit

    kept = {}

    def exchange(request, end):
        parts = urlsplit(request["url"])
        connection = kept.get(parts.netloc)
        if connection is None:
            connection = kept[parts.netloc] = http.client.HTTPConnection(parts.netloc)
        connection.timeout = max(0.1, end - time.monotonic())
        if connection.sock: connection.sock.settimeout(connection.timeout)
        body = open(request["body"], "rb") if request.get("body") else None
        try:
            connection.request(request["method"], parts.path, body)
            response = connection.getresponse()
            data = b""
            while part := response.read1(65536):
                connection.sock and connection.sock.settimeout(max(0.1, end - time.monotonic()))
                data += part
            if response.status >= 400: raise OSError(f"status {response.status}")
            if response.length: raise OSError("the body is incomplete")
        except BaseException:
            kept.pop(parts.netloc).close()
            raise
        with open(request["output"] + ".part", "wb") as file: file.write(data)
        os.replace(request["output"] + ".part", request["output"])

    def abandon():
        for connection in list(kept.values()):
            if connection.sock: connection.sock.shutdown(socket.SHUT_RDWR)
            connection.close()
        kept.clear()

    def perform(task):
        if not set(task["requests"][0]["method"]) <= set("GETPOS"): return "declined", ""
        end = time.monotonic() + task["deadline"] * 0.6
        for request in task["requests"]:
            time.sleep(request["after"])
            exchange(request, end)
        return "ok", ""

    """#

  /// Reads lines. Its first argument is a fault: `crash`, `silent`, `garbage`, `slow`, `exit`, `retry` or `late`.
  static let worker =
    fetching + #"""
      fault = sys.argv[1] if len(sys.argv) > 1 else ""
      if fault == "slow": time.sleep(7)
      if fault == "mute": time.sleep(60)
      print("warming up")
      print(json.dumps({"ready": True}), flush=True)
      served = 0

      def work(task):
          global served
          served += 1
          print(f"task {served} of process {os.getpid()}", flush=True)
          if fault == "crash" and task["scenario"] == "head.stall": os.abort()
          if fault == "exit" and task["scenario"] == "head.stall": os._exit(0)
          if fault == "silent" and task["scenario"] == "head.stall": return
          if fault == "garbage":
              sys.stdout.buffer.write(b'{"id": \xff\xfe}\n{"id": 0, "result": "ok"}\n{}{}\n[]\n"ok"\nok\n{"id":"x"}\n{"id":null,"result":3}\n')
              sys.stdout.flush()
          if fault == "retry":
              def again():
                  while True:
                      socket.socket().connect_ex((urlsplit(task["url"]).hostname, 80))
                      time.sleep(0.05)
              threading.Thread(target=again, daemon=True).start()
          if fault == "late" and served == 1:
              def later():
                  # Long after anyone would watch, and again until somebody hears it.
                  for _ in range(40):
                      time.sleep(8)
                      try: exchange(task["requests"][0], time.monotonic() + 1)
                      except BaseException: pass
              threading.Thread(target=later, daemon=True).start()
          try: result, text = perform(task)
          except BaseException as error: result, text = "error", f"{type(error).__name__}: {error}"
          print(json.dumps({"id": task["id"], "result": result, "text": text}), flush=True)

      for line in sys.stdin:
          task = json.loads(line)
          if "cancel" in task: abandon()
          else: threading.Thread(target=work, args=[task], daemon=True).start()
      """#

  /// A service, which is told what to do by POST requests to a port of its own. Where its caller hangs up, it gives up.
  static let service =
    fetching + #"""
      from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

      class Handler(BaseHTTPRequestHandler):
          protocol_version = "HTTP/1.1"

          def do_POST(self):
              task = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
              over = threading.Event()
              threading.Thread(target=self.watch, args=[over], daemon=True).start()
              try: result, text = perform(task)
              except BaseException as error: result, text = "error", f"{type(error).__name__}: {error}"
              over.set()
              body = text.encode()
              self.send_response({"ok": 200, "error": 502, "declined": 501}[result])
              self.send_header("Content-Length", str(len(body)))
              self.end_headers()
              self.wfile.write(body)

          def watch(self, over):
              while not over.is_set():
                  self.connection.setblocking(True)
                  try: gone = self.connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
                  except BlockingIOError: gone = False
                  except OSError: gone = True
                  if gone: return abandon()
                  time.sleep(0.02)

          def log_message(self, *words): print(*words, flush=True)

      time.sleep(float(sys.argv[1]) if len(sys.argv) > 1 else 0)
      ThreadingHTTPServer(("127.0.0.1", 8080), Handler).serve_forever()
      """#
}
