import TestSupport
import Testing

/// The control protocol as a program on a link uses it (docs/control.md), spoken by Python.
@Suite(.waiting) struct ControlProtocolTests {
  private static let tools = ["python3": "python3", "curl": "curl", "tshark": "tshark"]

  /// A client in a few lines: `ask(line)` gives the answer's lines, the last one `ok` or `error: ...`.
  private static let client = """
    import json, os, socket, subprocess, sys, threading, time
    class Link:
      def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect("\\0" + os.environ["HEADWIND_CONTROL"][1:])
        self.file = self.socket.makefile("rb")
      def ask(self, line):
        self.socket.sendall(line.encode() + b"\\n")
        lines = []
        while not lines or (lines[-1] != "ok" and not lines[-1].startswith("error:")):
          line = self.file.readline()
          if not line: raise EOFError(lines)
          lines.append(line.decode().rstrip("\\n"))
        return lines
      def objects(self, line):
        return [json.loads(l.split(": ", 1)[1]) for l in self.ask(line)[:-1]]
    def curl(path, seconds=20):
      return subprocess.run(["curl", "-4", "-sS", "--max-time", str(seconds), "-o", "/dev/null",
        "http://search.example" + path], stderr=subprocess.DEVNULL).returncode
    link = Link()
    """

  private func run(_ script: String, options: String = "") throws -> ToolResult {
    try Shell.run(
      """
      cat >$folder/script.py <<'END'
      \(Self.client)
      \(script)
      END
      $headwind run -q \(options) -- python3 $folder/script.py $folder
      """, tools: Self.tools)
  }

  /// A path that is not a regular file must not keep the link's process waiting.
  @Test(.timeLimit(.minutes(2))) func pipesAreNeitherReadNorWritten() throws {
    let run = try run(
      """
      folder = sys.argv[1]
      for name in ["pipe.yaml", "trace", "capture"]: os.mkfifo(f"{folder}/{name}")
      with open(f"{folder}/traced.yaml", "w") as file:
        file.write("name: traced\\ndownlink: { trace: ./trace }\\n")
      for request in ["switch", "then", "capture"]:
        target = "capture" if request == "capture" else "pipe.yaml"
        print(link.ask(f"{request} {folder}/{target}" + (" after 1 s" if request == "then" else ""))[-1])
      print(link.ask(f"switch {folder}/traced.yaml")[-1])
      print(link.ask("switch /dev/zero.yaml")[-1], link.ask("status")[-1])
      """)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 5, "\(run.everything)")
    for line in lines.prefix(4) { #expect(line.hasPrefix("error: "), "\(line)") }
    for index in [0, 1, 3] { #expect(lines[index].contains("not a regular file"), "\(lines[index])") }
    #expect(lines.last?.hasSuffix(" ok") == true)
  }

  @Test func aPhaseIsArmedWhileTheTrafficRuns() throws {
    let run = try run(
      """
      link.ask("mark begin")
      client = subprocess.Popen(["curl", "-4", "-sS", "--max-time", "4", "-o", "/dev/null", "http://search.example/search.json?rpp=100&q=apple"], stderr=subprocess.DEVNULL)
      print(link.ask("wait request-sent since begin"))
      # The request is out, and what follows is said only now.
      print(link.ask("then Black Hole when response-started"), [l for l in link.ask("status") if l.startswith("next")])
      print(link.ask("wait response-started since begin"), client.wait())
      print([l for l in link.ask("status") if l.startswith(("profile", "next"))])
      print([e["outcome"] for e in link.objects("exchanges since begin")])
      print(link.ask("reset"), link.ask("then rebind when syn repeat"), link.ask("then rebind after 5 s"))
      print([l for l in link.ask("status") if l.startswith(("profile", "next"))])
      print(curl("/status/204"), [l for l in link.ask("cut")], link.ask("then Wi-Fi when syn"))
      """, options: "--profile 'Slow Net'")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines == [
        "['met: true', 'ok']",
        "['profile: Slow Net', 'ok'] ['next: Black Hole when response-started']",
        "['met: true', 'ok'] 28",
        "['profile: Black Hole']",
        "['abandoned']",
        "['profile: Slow Net', 'ok'] ['error: no phase can follow a timeline that repeats (switch to a profile first)'] "
          + "['profile: Slow Net', 'ok']",
        "['profile: Slow Net', 'next: rebind after 5 s']",
        "0 ['profile: Slow Net', 'ok'] ['error: the link is cut (heal it before adding phases)']",
      ], "\(run.output)")
  }

  /// What entered, copies and all, has left, was dropped for a reason, or is queued, while the traffic runs and after it.
  @Test func packetsAreConserved() throws {
    let run = try run(
      """
      def conserved():
        values = dict(l.split(": ") for l in link.ask("statistics")[:-1])
        for way in ("uplink", "downlink"):
          def sum(*names): return sum_of(int(values[way + "-" + n]) for n in names)
          came = sum("entered-packets", "duplicated-packets", "made-packets")
          gone = sum("left-packets", "lost-packets", "queue-drops", "list-drops", "mtu-drops", "kernel-drops", "rebind-drops",
            "reset-drops", "memory-drops", "send-drops", "queued")
          if came != gone: print(way, came, gone, values)
        return values
      sum_of = sum
      sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
      for number in range(20000):
        sender.sendto(b"%060d" % number, ("10.83.0.1", 4100))
        if number % 2000 == 1000: conserved()
        if number % 50 == 0: time.sleep(0.001)
      while int((values := conserved())["uplink-entered-packets"]) < 20000 or int(values["uplink-queued"]) > 0: time.sleep(0.01)
      print(values["uplink-entered-packets"] >= "20000", all(int(values["uplink-" + n]) > 100 for n in
        ("duplicated-packets", "corrupted-packets", "lost-packets", "queue-drops")), int(values["uplink-list-drops"]))
      """,
      options:
        "--profile '{ uplink: { bandwidth: 10 Mbps, queue: 40 packets, loss: 5 %, duplicate: 5 %, corrupt: 5 %, drop: [7..11] } }'"
    )
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines == ["True True 5"], "\(run.output)")
  }

  @Test func connectionsExchangesAndPacketsAreThoseSinceAMark() throws {
    let run = try run(
      """
      folder = sys.argv[1]
      link.ask("mark one"); curl("/status/200")
      two = link.ask("mark")[0].split()[1]
      curl("/status/404"); curl("/search.json?rpp=10&q=pear")
      print(link.ask("wait closed since one within 5 s"))
      # The server closes when it has heard that the client did.
      while True:
        connections = link.objects("connections since " + two)
        if all(c["state"] == "closed" for c in connections): break
        time.sleep(0.02)
      print([(c["stream"], c["state"], c["server_port"], c["client_end"], c["server_end"], c["over"]) for c in connections])
      print([(e["method"], e["target"], e["status"], e["outcome"]) for e in link.objects("exchanges since " + two)])
      print([len(link.ask(q)) - 1 for q in ("connections", "connections since one", "exchanges since one", "connections since " + two)])
      print(all(c["opened"] < c["connected"] < c["first_sent"] < c["first_received"] <= c["last"] for c in connections))
      traffic = dict(l.split(": ") for l in link.ask("traffic since " + two)[:-1])
      packets = int(link.ask("capture " + folder + "/two.pcapng since " + two)[0].split()[1])
      # The same as a descriptor.
      link.socket.sendall(b"capture since one\\n")
      text, files, _, _ = socket.recv_fds(link.socket, 4096, 1)
      with open(folder + "/one.pcapng", "wb") as file: file.write(open(files[0], "rb").read())
      def fields(name, shown, *which):
        return subprocess.run(["tshark", "-r", folder + "/" + name, "-Y", 'frame.interface_name == "client" && ' + shown, "-T", "fields"]
          + [w for f in which for w in ("-e", f)], capture_output=True, text=True).stdout.split("\\n")[:-1]
      print(fields("two.pcapng", "http.request", "http.request.uri"), fields("one.pcapng", "http.request", "http.request.uri"))
      sizes = [int(l) for l in fields("two.pcapng", "ip.src == 10.83.0.2", "frame.len")]
      print(len(sizes) == int(traffic["sent-packets"]), sum(sizes) == int(traffic["sent-bytes"]), packets > len(sizes))
      times = fields("two.pcapng", "frame", "frame.time_epoch")
      print(times[0] == traffic["first-packet"], times[-1] == traffic["last-packet"])
      sent = [sum(int(l) for l in fields("two.pcapng", "ip.src == 10.83.0.2 && tcp.dstport == 80 && tcp.srcport == %d" % c["client_port"], "tcp.len")) for c in connections]
      print(sent == [c["sent_bytes"] for c in connections])
      print(["exchange 2 on connection 1: GET http://search.example/status/404" in l for l in link.ask("timeline since " + two)].count(True), link.ask("timeline since two")[0])
      """)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.lines
    try #require(lines.count == 10, "\(run.output) \(run.errors)")
    #expect(lines[0] == "['met: true', 'ok']")
    #expect(
      lines[1]
        == "[(1, 'closed', 80, 'fin', 'fin', True), (2, 'closed', 80, 'fin', 'fin', True)]")
    #expect(
      lines[2]
        == "[('GET', '/status/404', 404, 'complete'), ('GET', '/search.json?rpp=10&q=pear', 200, 'complete')]")
    #expect(lines[3] == "[3, 3, 3, 2]")
    #expect(lines[4] == "True")
    #expect(
      lines[5]
        == "['/status/404', '/search.json?rpp=10&q=pear'] ['/status/200', '/status/404', '/search.json?rpp=10&q=pear']")
    #expect(lines[6] == "True True True" && lines[7] == "True True" && lines[8] == "True")
    #expect(lines[9].hasPrefix("1 error: there is no mark 'two'"), "\(lines[9])")
  }

  @Test func whatFollowsARebindIsSeenAndWaitedFor() throws {
    let run = try run(
      """
      link.ask("mark one"); link.ask("rebind"); link.ask("then Edge when response-started")
      print(curl("/status/200"), link.ask("wait response-started since one within 100 ms"), link.ask("status")[1])
      print([(c["over"], c["syns"]) for c in link.objects("connections since one")])
      link.ask("reset")
      first = socket.create_connection(("10.83.0.1", 80)); link.ask("mark two"); link.ask("reset")
      first.sendall(b"GET /status/204 HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
      print(first.recv(100)[:12])
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines == [
        "0 ['met: true', 'ok'] profile: Edge", "[(True, 1)]", "b'HTTP/1.1 204'",
      ], "\(run.output)")
  }

  @Test func anAttemptThatIsGivenUpIsOverThoughTheWireDoesNotShowIt() throws {
    let run = try run(
      """
      link.ask("mark one")
      link.ask("cut")
      attempt = socket.socket(); attempt.setblocking(False)
      try: attempt.connect(("10.83.0.1", 80))
      except BlockingIOError: pass
      print(link.ask("wait closed since one within 100 ms"), [c["state"] for c in link.objects("connections since one")])
      attempt.close()
      print(link.ask("wait closed since one within 20 s"), [(c["state"], c["client_end"]) for c in link.objects("connections since one")])
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.lines == ["['met: false', 'ok'] ['opening']", "['met: true', 'ok'] [('abandoned', None)]"], "\(run.output)")
  }

  @Test func severalAskAtOnce() throws {
    let run = try run(
      """
      link.ask("mark one")
      results = []
      def work(number):
        own = Link()
        mark = own.ask("mark worker")[0].split()[1]
        curl("/status/%d" % (200 + number))
        assert own.ask("wait closed since " + mark + " within 20 s") == ["met: true", "ok"]
        seen = [e["status"] for e in own.objects("exchanges since " + mark)]
        results.append(200 + number in seen)
      threads = [threading.Thread(target=work, args=(n,)) for n in range(12)]
      for t in threads: t.start()
      # Meanwhile somebody asks all the time.
      while any(t.is_alive() for t in threads): link.ask("connections since one")
      print(results.count(True), sorted(e["status"] for e in link.objects("exchanges since one")) == list(range(200, 212)))
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines == ["12 True"], "\(run.output)")
  }

  @Test func oneAfterTheOtherHasTheLinkToItself() throws {
    let run = try run(
      """
      first, second = Link(), Link()
      print(first.ask("hold"), first.ask("hold"), second.ask("hold within 50 ms"), second.ask("release"))
      print(second.ask("hold within 50 ms"), first.ask("release"), second.ask("hold"))
      # Who goes away gives it back, be it while he waits.
      waiting = Link(); waiting.socket.sendall(b"hold within 100 s\\n"); waiting.file.close(); waiting.socket.close()
      second.file.close(); second.socket.close()
      print(first.ask("hold within 10 s"), first.ask("hold for me"))
      """)
    #expect(run.status == 0, "\(run.errors)")
    let refusal = "['error: another client holds the link']"
    #expect(
      run.lines == [
        "['ok'] ['ok'] \(refusal) ['ok']", "\(refusal) ['ok'] ['ok']",
        #"['ok'] ["error: 'hold' takes 'within TIME' or nothing"]"#,
      ], "\(run.output)")
  }

  @Test func hostileClientsAreBounded() throws {
    let run = try run(
      """
      def raw():
        s = socket.socket(socket.AF_UNIX); s.connect("\\0" + os.environ["HEADWIND_CONTROL"][1:]); return s
      long = raw(); long.sendall(b"x" * 8192)
      print(long.recv(4096))
      # Bytes that are no text, empty lines, and words that are no requests.
      for line in [b"\\xff\\xfe\\x00", b"", b"   ", b"then", b"then x", b"wait", b"switch", b"capture /nonexistent/a.pcapng", b"\\x1b[2J"]:
        s = raw(); s.sendall(line + b"\\nstatus\\n")
        answer = b""
        while b"\\nok\\n" not in answer: answer += s.recv(65536)
        print(answer.startswith(b"error: "), answer.split(b"\\n")[1][:9])
      # Descriptors that nobody asked for do not pile up.
      keeper = raw()
      for _ in range(2000):
        socket.send_fds(keeper, [b"z"], [0, 1, 2])
      # Whoever waits and goes away lets go of his thread.
      for _ in range(300):
        s = raw()
        # As many as wait at the same time may be too many, until the first ones were noticed to be gone.
        try: s.sendall(b"wait syn within 3000 s\\n")
        except ConnectionError: pass
        s.close()
      # More connections than there may be: those that have been idle for longest make room, and are told so.
      many = []
      for _ in range(300):
        while True:
          s = raw()
          try:
            s.sendall(b"status\\n")
            if s.recv(4096).startswith(b"name: "): break
          except ConnectionError: pass
        many.append(s)
      print(all(b"which was idle" in s.recv(4096) for s in many[:40]))
      for s in many: s.close()
      time.sleep(0.5)
      # Somebody who asks and does not read.
      slow = raw(); slow.setblocking(False)
      try:
        while True: slow.send(b"connections\\nstatus\\n" * 100)
      except BlockingIOError: pass
      print(Link().ask("status")[0], curl("/status/200"), Link().ask("status")[0])
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.first == "b'error: a request is a line of at most 8192 bytes\\n'", "\(run.output)")
    #expect(run.lines.dropFirst().prefix(9).allSatisfy { $0 == "True b'name: run'" }, "\(run.output)")
    #expect(run.lines.dropFirst(10) == ["True", "name: run 0 name: run"], "\(run.output)")
  }
}
