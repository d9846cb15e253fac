import Glibc
import TestSupport
import Testing

/// The command on a kernel that has netem: `make test-kernel` brings one where the machine's own has none.
@Suite(.serialized, .enabled(if: getenv("RUN_IN_UML") != nil, "needs a kernel with netem: make test-kernel"))
struct KernelCommandTests {
  private static let tools = ["tc": "iproute2", "curl": "curl"]

  @Test(arguments: [false, true])
  func runsWithTheKernelsEngine(isOrdinaryUser: Bool) throws {
    let prefix = isOrdinaryUser ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
    let result = try Shell.run(
      """
      cp "$headwind" /run/tmp/headwind-test && chmod 755 /run/tmp/headwind-test && cd /
      \(prefix)/run/tmp/headwind-test run --engine netem --profile LTE -- \
        curl -sS -o /dev/null -w '%{http_code} %{time_connect}' http://search.example/search.json?q=apple
      """, tools: Self.tools)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("netem engine (requested with --engine"))
    let words = result.output.split(separator: " ")
    #expect(words.first == "200")
    // A name and a connection: at least two round trips of 115 ms.
    #expect((words.last.flatMap { Double($0) } ?? 0) >= 0.23)
  }

  @Test func choosesByItself() throws {
    func line(_ options: String) throws -> String {
      try Shell.run("$headwind run \(options) -- true", tools: Self.tools).errors
    }
    #expect(try line("--profile LTE").contains("netem engine (netem supports everything requested)"))
    #expect(
      try line("--then 'Black Hole when response-started'").contains("userspace engine (only it can start a phase"))
    #expect(try line("--capture $folder/run.pcapng").contains("userspace engine (only it can record each packet"))
    #expect(try line("--then 'Black Hole after 2 s'").contains("netem engine"))
    #expect(try line("--profile '{ select: [{ port: 443, loss: 9 % }] }'").contains("netem engine"))
    #expect(
      try line("--profile '{ select: [{ host: a.example, loss: 9 % }] }'").contains(
        "only it can select by host name"))
    #expect(
      try line("--profile '{ select: [{ port: 443, first: 3 packets, loss: 9 % }] }'").contains(
        "only it can select the first packets"))
    #expect(try line("--engine userspace").contains("userspace engine (requested with --engine)"))
    let refused = try Shell.run("$headwind run --engine netem --then 'Edge when syn' -- true", tools: Self.tools)
    #expect(refused.status == 125)
    #expect(refused.errors.contains("netem cannot start a phase at an event on the wire"))
  }

  /// What tests ask for in the middle of a run, where nobody said which engine it should be.
  @Test func givesWayToOurOwnEngine() throws {
    let script = """
      import subprocess
      def curl(path, seconds):
        return subprocess.run(["curl", "-4", "-sS", "--max-time", seconds, "-o", "/dev/null", "http://search.example" + path], stderr=subprocess.DEVNULL).returncode
      def engine(): return [l for l in ask("status") if l.startswith("engine")]
      ask("mark one")
      print(curl("/status/200", "20"), engine(), ask("wait closed since one"))
      print(ask("then Black Hole when response-started"), engine())
      print(curl("/search.json?rpp=100&q=apple", "3"), ask("status")[1])
      print(ask("reset"), curl("/status/200", "20"), ask("rebind"), curl("/status/200", "20"))
      print(len([l for l in ask("exchanges since one") if l.startswith("exchange")]))
      """
    let result = try Shell.run(
      """
      \(ControlScript.writing(script))
      $headwind run --profile "Edge" -- python3 $folder/script.py
      """, tools: Self.tools)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.lines == [
        "0 ['engine: netem'] ['met: true', 'ok']", "['profile: Edge', 'ok'] ['engine: userspace']",
        "28 profile: Black Hole", "['profile: Edge', 'ok'] 0 ['profile: Edge', 'ok'] 0", "4",
      ], "\(result.output)")
  }

  @Test func switchesALink() throws {
    let result = try Shell.run(
      """
      set -e
      $headwind link up t1 --engine netem --profile "Slow Net"
      $headwind link list
      $headwind link switch t1 "Black Hole"
      ! $headwind link exec t1 -- curl -sS -m 1 http://search.example/search.json
      $headwind link switch t1 Clean
      $headwind link exec t1 -- curl -sS -m 20 -o /dev/null http://search.example/search.json
      $headwind link down t1
      """, tools: Self.tools)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("netem"))
  }

  /// The kernel does not report the fate of a packet; the frames at both ends show it.
  @Test func saysInACaptureWhatBothEndsSaw() throws {
    let run = try RunCapture(
      "--engine netem --then 'Edge after 6 s' "
        + "--profile '{ uplink: { delay: 20 ms, loss: 20 %, duplicate: 20 %, corrupt: 10 % }, downlink: { delay: 20 ms } }'",
      client: RunCapture.datagrams(300) + "; sleep 6; \(RunCapture.datagrams(3)); sleep 1")
    let up = run.rows.filter { $0.isFromClient && $0.payload == 40 }
    let (came, left) = (up.filter(\.isEntering), up.filter { !$0.isEntering })
    #expect(came.count == 303, "\(run.errors)")
    let name = "{ uplink: { delay: 20 ms, loss: 20 %, duplicate: 20 %, corrupt: 10 % }, downlink: { delay: 20 ms } }: "
    #expect(came.prefix(300).allSatisfy { $0.fate == name + "the kernel decides" }, "\(Set(came.map(\.fate)))")
    let fates = left.map(\.fate)
    #expect(fates.contains { $0.hasPrefix(name + "delayed 2") && $0.hasSuffix(" ms") }, "\(Set(fates))")
    #expect(fates.contains { $0.hasPrefix(name + "duplicated, delayed 2") })
    #expect(run.rows.contains { !$0.isAtClient && $0.fate.contains(", corrupted at byte ") })
    #expect(left.count { !$0.fate.contains("duplicated") } < 290)
    #expect(run.switches.map(\.note) == ["profile: Edge, after 6 s"])
    #expect(came.suffix(3).allSatisfy { $0.fate == "Edge: the kernel decides" })
  }

  /// The wall clock is set under a link, ahead and back: round trips take as long as before, and stamps go on evenly.
  @Test(arguments: ["userspace", "netem"]) func theWallClockIsSet(_ engine: String) throws {
    let run = try RunCapture(
      "--engine \(engine) --profile '{ delay: 100 ms }' --then '{ delay: 150 ms } after 8 s'",
      client: """
        set -e
        trip() { curl -4 -sS -m 5 -o /dev/null -w "%{time_connect} " http://10.83.0.1/status/200; }
        trips=$(trip; trip; date -s "+1 hour" >/dev/null; trip; trip; date -s "-2 hours" >/dev/null; trip; trip)
        date -s "+1 hour" >/dev/null; sleep 8; late=$(trip)
        for trip in $trips; do awk "BEGIN { exit !($trip >= 0.2 && $trip < 0.28) }" || { echo "trips: $trips"; exit 1; }; done
        awk "BEGIN { exit !($late >= 0.3 && $late < 0.38) }" || { echo "late: $late"; exit 1; }
        echo all in time
        """)
    #expect(run.errors.contains("all in time"), "\(run.errors)")
    #expect(zip(run.rows, run.rows.dropFirst()).allSatisfy { $0.time <= $1.time && $1.time - $0.time < 60 })
    let notes = run.rows.flatMap(\.comments).filter { $0.hasPrefix("the wall clock was set") }
    #expect(
      notes.count >= 2 && notes.contains { $0.contains(" ahead of ") } && notes.contains { $0.contains(" behind ") })
    #expect(run.switches.count == 1 && run.switches[0].note.hasSuffix("after 8 s"))
  }

  /// What is printed for tc and what we tell the kernel ourselves comes out the same in the kernel's own words.
  @Test(arguments: [
    "Slow Net", "Very Bad Network", "Android EDGE", "Nasty Net", "Black Hole", "High Latency DNS", "LTE",
    "{ downlink: { delay: 7 ms }, select: [{ port: 8000..8003, loss: 10 % }, { address: 192.0.2.0/24, delay: 30 ms }] }",
    "{ dns: { delay: 1 s }, select: [{ protocol: quic, downlink: { loss: 5 % } }] }",
  ])
  func printsWhatTcNeeds(_ profile: String) throws {
    let result = try Shell.run(
      """
      set -e
      ip netns add plain; ip netns add ours
      for space in plain ours; do
        ip -n $space link add m0 type veth peer name c0
        ip -n $space link set m0 up; ip -n $space link set c0 up
      done
      ip -n plain link add m1 type veth peer name c1; ip -n plain link set m1 up
      DOWN=m1 UP=m0 ip netns exec plain sh -c "$($headwind profile show '\(profile)' --tc)"
      ip netns exec ours $headwind condition m0 --profile '\(profile)' &
      for i in $(seq 200); do ip netns exec ours $headwind condition m0 --show | grep -q profile && break; sleep 0.02; done
      # Without the numbers of disciplines and what stands above.
      words() { ip netns exec $1 tc qdisc show dev $2 | grep netem | sed 's/^qdisc netem [0-9a-f]*: //; s/^root refcnt [0-9]* //; \
        s/^parent [0-9a-f:]* //' | sort; }
      beside() { ip -n ours -o link show type ifb | sed -n "s/^[0-9]*: \\($1[0-9]*\\):.*/\\1/p"; }
      words plain m0; echo --; words ours $(beside hw-ofb); echo ==
      words plain m1; echo --; words ours $(beside hw-ifb)
      ip netns exec ours $headwind condition m0 --off -q
      wait
      """, tools: Self.tools)
    _ = try Shell.run("ip netns del plain; ip netns del ours")
    #expect(result.status == 0, "\(result.errors)")
    for pair in result.output.split(separator: "==\n") {
      let both = pair.split(separator: "--\n", omittingEmptySubsequences: false)
      try #require(both.count == 2, "\(result.output)")
      #expect(both[0].contains("limit"))
      #expect(both[0] == both[1])
    }
  }

  /// What is on an interface, in words that do not change by the traffic.
  private static let look =
    "{ for what in qdisc class filter; do ip netns exec t tc -d $what show dev e0; done; "
    + "ip netns exec t tc -d filter show dev e0 parent 5: 2>&1; } "
    + "| sed -E 's/direct_packets_stat [0-9]*//; s/rule hit.*//'; ip netns exec t ip -o link show | grep -cE 'hw-[io]fb'"

  private static func conditioned(_ before: String, _ body: String) throws -> ToolResult {
    defer { _ = try? Shell.run("ip netns del t; ip netns del far 2>/dev/null") }
    return try Shell.run(
      """
      ip netns add t; ip -n t link add e0 numtxqueues 4 type veth peer name e1; ip -n t link set e0 up; ip -n t link set e1 up
      ip -n t addr add 10.9.0.1/24 dev e0
      within() { ip netns exec t "$@"; }
      had() { within tc "$@" || exit 10; }
      shown() { for i in $(seq 300); do within $headwind condition e0 --show | grep -q "$1" && return; sleep 0.02; done; exit 9; }
      \(before)
      before=$(\(look))
      \(body)
      after=$(\(look))
      [ "$before" = "$after" ] || { echo "before: $before; after: $after" >&2; exit 8; }
      """, tools: Self.tools)
  }

  static let befores = [
    "true", "had qdisc add dev e0 root handle 5: pfifo limit 77",
    "had qdisc add dev e0 root handle 5: fq_codel limit 123 flows 77 target 7ms interval 90ms quantum 999 noecn",
    "had qdisc add dev e0 root handle 5: mq; had qdisc replace dev e0 parent 5:2 fq limit 77 maxrate 5mbit",
    "had qdisc add dev e0 root handle 5: htb default 2; had class add dev e0 parent 5: classid 5:1 htb rate 50mbit ceil 70mbit; "
      + "had class add dev e0 parent 5:1 classid 5:2 htb rate 20mbit; had qdisc add dev e0 parent 5:2 handle 6: netem delay 1ms; "
      + "had filter add dev e0 parent 5: protocol ip pref 3 u32 match ip dport 80 0xffff flowid 5:1",
  ]

  @Test(arguments: befores)
  func putsBackWhatWasThereWhenItEnds(_ before: String) throws {
    let result = try Self.conditioned(
      before,
      """
      within $headwind condition e0 --profile "Slow Net" --for 300ms -q || exit 7
      [ "$before" = "$(\(Self.look))" ] || exit 6
      within $headwind condition e0 --profile "Slow Net" -q & shown 'state: conditioned'
      holder=$(within $headwind condition e0 --show | sed -n 's/^process: //p')
      within $headwind condition e0 --profile LTE 2>/dev/null && exit 5
      kill -TERM $holder; wait
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: befores)
  func putsBackWhatWasThereAfterKill9(_ before: String) throws {
    let result = try Self.conditioned(
      before,
      """
      within $headwind condition e0 --profile "Black Hole" -q & shown 'state: conditioned'
      kill -9 $(within $headwind condition e0 --show | sed -n 's/^process: //p')
      shown 'not conditioned'
      for i in $(seq 300); do [ "$before" = "$(\(Self.look))" ] && break; sleep 0.02; done
      [ "$before" = "$(\(Self.look))" ] || exit 6
      # Both killed: what is left says what was there.
      within $headwind condition e0 --profile "Black Hole" -q & shown 'state: conditioned'
      holder=$(within $headwind condition e0 --show | sed -n 's/^process: //p')
      kill -STOP $holder; kill -9 $(cat /proc/$holder/task/$holder/children); kill -9 $holder
      shown 'left behind'
      within $headwind condition e0 --profile LTE 2>/dev/null && exit 5
      within $headwind condition e0 --off -q
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Says back what it hears on port 2222; or says there what it reads, and prints what it hears.
  private static let shell = """
    import socket, sys
    if sys.argv[1] == 'listen':
        server = socket.create_server(('10.9.0.2', 2222)); peer = server.accept()[0]
        while data := peer.recv(100): peer.send(b'heard ' + data)
    else:
        peer = socket.create_connection(('10.9.0.2', 2222))
        for line in sys.stdin: peer.send(line.encode()); print(peer.recv(100).decode(), end='', flush=True)
    """

  /// A profile that loses all of the downlink blocks the direction that is the downlink of the chosen end.
  @Test(arguments: [
    ("", "far to host", "what this host sends there"), ("--toward-device", "host to far", "from the device"),
  ])
  func directionsAreWhoseItSays(_ option: String, _ lost: String, _ said: String) throws {
    let result = try Self.conditioned(
      "ip netns add far; ip -n t link set e1 netns far; ip -n far link set e1 up; ip -n far addr add 10.9.0.2/24 dev e1",
      """
      # Sends from one namespace to the other until something comes, for so many seconds at most.
      passes() {
        ip netns exec $3 python3 -c "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(('$4', 9));
      s.settimeout($5); s.recv(9)" 2>/dev/null & hearing=$!
        while [ -e /proc/$hearing/exe ]; do
          ip netns exec $1 python3 -c "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('$4', 9))"
          sleep 0.2
        done
        wait $hearing
      }
      within $headwind condition e0 --profile '{ downlink: { loss: 100 % } }' \(option) 2>$folder/said & shown 'state: conditioned'
      grep -q '\(said)' $folder/said || exit 4
      within $headwind condition e0 --show | grep 'directions' | grep -q '\(said)' || exit 5
      lost=
      passes t 10.9.0.1 far 10.9.0.2 \(lost == "host to far" ? 3 : 60) || lost="host to far"
      passes far 10.9.0.2 t 10.9.0.1 \(lost == "far to host" ? 3 : 60) || lost="$lost""far to host"
      within $headwind condition e0 --show | grep -q 'downlink-dropped-packets: 0' && exit 6
      within $headwind condition e0 --show | grep -q 'uplink-dropped-packets: 0' || exit 7
      within $headwind condition e0 --off -q; wait
      echo $lost
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output == lost + "\n")
  }

  /// Whoever holds the conditions, or is to undo them, is stopped: they are undone all the same, and the next may come.
  @Test func undoesWhatAStoppedProcessHolds() throws {
    let result = try Self.conditioned(
      "had qdisc add dev e0 root handle 5: pfifo limit 77",
      """
      begin() {
        within $headwind condition e0 --profile "Black Hole" 2>$folder/holder & command=$!
        shown 'state: conditioned'
        holder=$(within $headwind condition e0 --show | sed -n 's/^process: //p')
        watcher=$(cat /proc/$holder/task/$holder/children)
      }
      same() { [ "$before" = "$(\(Self.look))" ] || { echo "$1: $(\(Self.look))" >&2; exit 6; }; }
      begin; kill -STOP $holder
      within timeout 60 $headwind condition e0 --show | grep -q 'does not answer' || exit 3
      within timeout 60 $headwind condition e0 --off 2>$folder/said || exit 4
      grep -q "($holder) did not answer, and was killed" $folder/said || { cat $folder/said >&2; exit 5; }
      wait $command; same "holder stopped"
      begin; kill -STOP $watcher
      within timeout 60 $headwind condition e0 --off 2>$folder/said || exit 4
      wait $command || exit 7; same "watcher stopped"
      begin; kill -STOP $watcher $holder
      within timeout 60 $headwind condition e0 --off -q || exit 4
      wait $command; same "both stopped"
      for i in $(seq 300); do [ -e /proc/$watcher/exe ] || break; sleep 0.02; done
      [ -e /proc/$watcher/exe ] && exit 11
      begin; kill -STOP $watcher; kill -9 $holder; wait $command; shown 'not conditioned'
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Any signal that can be caught.
  @Test func putsBackWhatWasThereOnEverySignal() throws {
    let result = try Self.conditioned(
      "had qdisc add dev e0 root handle 5: pfifo limit 77",
      """
      for signal in INT HUP QUIT TERM USR1 USR2 ALRM; do
        within $headwind condition e0 --profile "Slow Net" -q & shown 'state: conditioned'
        kill -$signal $(within $headwind condition e0 --show | sed -n 's/^process: //p')
        wait $! || { echo "$signal: $?" >&2; exit 7; }
        [ "$before" = "$(\(Self.look))" ] || exit 6
      done
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Whoever relies on the conditions is told by the exit status that they did not last, and nothing of them stays.
  @Test func endsWhenItsInterfaceIsRemoved() throws {
    let result = try Self.conditioned(
      "ip -n t link add x0 type veth peer name x1; ip -n t link set x0 up; ip -n t link set x1 up",
      """
      within $headwind condition x0 --profile "Slow Net" 2>$folder/said & holder=$!
      for i in $(seq 300); do within $headwind condition x0 --show | grep -q 'state: conditioned' && break; sleep 0.02; done
      ip -n t link del x0; wait $holder; [ $? = 4 ] || exit 7
      grep -q 'x0 has been removed' $folder/said || exit 6
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Everything is lost but what was to be left alone, both ways.
  @Test func leavesExceptionsAlone() throws {
    let result = try Self.conditioned(
      "ip netns add far; ip -n t link set e1 netns far; ip -n far link set e1 up; ip -n far addr add 10.9.0.2/24 dev e1",
      """
      serve() { ip netns exec far python3 -m http.server --bind 10.9.0.2 $1 >/dev/null 2>&1 & }
      serve 22; serve 80
      for port in 22 80; do
        for i in $(seq 100); do within curl -s -m 1 -o /dev/null http://10.9.0.2:$port/ && break; sleep 0.1; done
      done
      ip netns exec far python3 -c "\(Self.shell)" listen >/dev/null 2>&1 &
      sleep 1; mkfifo $folder/talk; within python3 -c "\(Self.shell)" talk <$folder/talk >$folder/heard & exec 5>$folder/talk
      words() { echo $1 >&5; for i in $(seq 100); do grep -qx "heard $1" $folder/heard && return; sleep 0.05; done; exit 11; }
      words 1
      within $headwind condition e0 --profile "100% Loss" --except 'port 22' --except 'port 2222' -q & shown 'state: conditioned'
      within curl -sS -m 5 -o /dev/null http://10.9.0.2:22/ || exit 4
      within curl -sS -m 1 -o /dev/null http://10.9.0.2:80/ && exit 5
      # Who was there before goes on talking, as a shell over ssh does: same connection, an answer to each word.
      words 2
      within $headwind condition e0 --off -q; wait $!
      words 3; rm $folder/talk
      within curl -sS -m 5 -o /dev/null http://10.9.0.2:80/ || exit 6
      kill $(jobs -p)
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Where somebody else has filters there is no room; they stay as they are.
  @Test(arguments: ["clsact", "ingress"]) func refusesWhereOthersFilter(_ kind: String) throws {
    let result = try Self.conditioned(
      """
      had qdisc add dev e0 \(kind)
      had filter add dev e0 ingress pref 7 protocol ip u32 match ip dport 9 0xffff flowid 1:1
      filters() { within tc -s filter show dev e0 ingress | grep -v 'rule hit'; }
      """,
      """
      kept=$(filters); [ -n "$kept" ] || exit 4
      within $headwind condition e0 --profile LTE && exit 3
      [ "$kept" = "$(filters)" ] || exit 5
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("e0 already has ingress or egress filters: \(kind)"))
  }

  /// What others put there meanwhile is left to them.
  @Test func leavesFiltersThatHaveComeMeanwhile() throws {
    let result = try Self.conditioned(
      "true",
      """
      within $headwind condition e0 --profile LTE -q & shown 'state: conditioned'
      had filter add dev e0 ingress pref 7 protocol ip u32 match ip dport 9 0xffff flowid 1:1
      within $headwind condition e0 --off -q; wait $!
      within tc filter show dev e0 ingress | grep -q 'pref 7 ' || exit 4
      within tc filter show dev e0 ingress | grep -q mirred && exit 5
      had qdisc del dev e0 clsact
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func doctorKnowsTheKernel() throws {
    let result = try Shell.run("$headwind doctor", tools: Self.tools)
    #expect(result.status == 0)
    #expect(result.lines.contains { $0.hasPrefix("ok") && $0.contains("sch_netem") })
    #expect(result.output.contains("netem engine"))
  }
}
