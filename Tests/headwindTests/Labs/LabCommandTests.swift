import Glibc
import TestSupport
import Testing

/// `headwind up`, with the command itself and real programs, as root and as an ordinary user.
@Suite(.serialized, .waiting) struct LabCommandTests {
  private static let tools = [
    "curl": "curl", "python3": "python3", "iperf3": "iperf3", "jq": "jq", "ping": "iputils-ping",
  ]

  private static func run(_ script: String, as who: LinkUser = .ourselves) throws -> ToolResult {
    try LinkScript.run(script, as: who, tools: tools)
  }

  /// Names lead to hosts by IPv4 and IPv6, output is behind the names of hosts, and nothing is left.
  @Test(arguments: LinkUser.allCases) func aReachesBByName(_ who: LinkUser) throws {
    let result = try Self.run(
      """
      mkdir $folder/site; echo hello > $folder/site/index.html
      cat > $folder/lab.yaml <<'END'
      hosts:
        b:
          command: [python3, -u, -m, http.server, "8080", --bind, "::"]
          working_dir: site
          ready: { port: 8080 }
          daemon: true
        client-a:
          command: |
            curl -sS -4 http://b:8080/; curl -sS -6 http://b:8080/
            echo "$WORD $(pwd)" >&2
            getent ahosts client-a | wc -l
          environment: { WORD: there }
          network: home
          depends_on: { b: ready }
      networks: { home: { profile: DSL } }
      END
      chmod -R a+rX $folder
      $run $headwind up $folder/lab.yaml > $folder/out 2> $folder/errors || fail "$(cat $folder/errors)"
      grep '^client-a' $folder/out | sed 's/^/out: /'
      grep '^client-a' $folder/errors | sed "s,$folder,FOLDER,; s/^/err: /"
      clean "a lab"
      """, as: who)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.lines == [
        "out: client-a | hello", "out: client-a | hello", "out: client-a | 6", "err: client-a | there FOLDER",
      ], "\(result.output) \(result.errors)")
  }

  /// Three clients download at once over one line: together as much as the line carries, and each gets a part.
  @Test func threeClientsShareALine() throws {
    let clients = (1...3).map {
      """
        c\($0):
          command: iperf3 --client server --port 520\($0) --reverse --time 6 --json > c\($0).json
          network: home
          depends_on: [s\($0)]
        s\($0):
          command: iperf3 --server --one-off --port 520\($0)
          ready: { port: 520\($0) }
          daemon: true
      """.replacing("--client server", with: "--client s\($0)")
    }
    let result = try Self.run(
      """
      # iperf3 makes a file there, and the script has a /tmp of its own.
      unset TMPDIR
      cat > $folder/lab.yaml <<'END'
      hosts:
      \(clients.joined(separator: "\n"))
      networks: { home: { profile: { bandwidth: 8 Mbps, delay: 10 ms, queue: 100 ms } } }
      END
      $headwind up -q $folder/lab.yaml > $folder/out 2>&1 || fail "$(cat $folder/out)"
      for i in 1 2 3; do jq '.error // empty' $folder/c$i.json >&2; jq '.end.sum_received.bits_per_second / 1000 | floor' $folder/c$i.json; done
      clean "a lab"
      """)
    let rates = result.lines.compactMap { Int($0) }
    #expect(rates.count == 3, "\(result.output) \(result.errors)")
    let sum = rates.reduce(0, +)
    #expect(sum <= 8_000 && sum > 6_400, "\(rates)")
    #expect(rates.allSatisfy { $0 > 400 }, "\(rates)")
  }

  /// A path has conditions of its own: what a sends to b is late, what it sends to c is not. Routers lower the TTL.
  @Test(arguments: LinkUser.allCases) func aReachesBBadlyAndCWell(_ who: LinkUser) throws {
    let result = try Self.run(
      """
      cat > $folder/lab.yaml <<'END'
      hosts:
        a:
          command: |
            for host in b c; do for version in -4 -6; do
              ping $version -c 1 -W 5 $host | sed -nE "s/.*(ttl=[0-9]+).*time=([0-9.]+).*/$host $version \\1 \\2/p"
            done; done
        b: { command: sleep 60, daemon: true }
        c: { command: sleep 60, daemon: true, network: office }
      networks: { office: }
      paths: [{ from: a, to: b, profile: { delay: 300 ms } }]
      END
      chmod -R a+rX $folder
      $run $headwind up -q $folder/lab.yaml > $folder/out 2>&1 || fail "$(cat $folder/out)"
      cat $folder/out
      clean "a lab"
      """, as: who)
    let lines = result.lines.map { $0.split(separator: " ").dropFirst(2).map(String.init) }
    #expect(
      lines.map { $0.prefix(3).joined(separator: " ") } == [
        "b -4 ttl=64", "b -6 ttl=64", "c -4 ttl=62", "c -6 ttl=62",
      ], "\(result.output) \(result.errors)")
    let times = lines.compactMap { $0.last.flatMap(Double.init) }
    // There and back.
    #expect(times.count == 4 && times[0] >= 600 && times[1] >= 600 && times[2] < 300 && times[3] < 300, "\(times)")
  }

  /// While a lab runs, each line is a link: it is listed, switched, and used by `link exec`.
  @Test(arguments: LinkUser.allCases) func linesAreLinks(_ who: LinkUser) throws {
    let result = try Self.run(
      """
      cat > $folder/lab.yaml <<'END'
      name: shop
      hosts:
        server: { command: sleep 60 }
        client: { command: sleep 60, networks: { home: { profile: LTE }, guests: } }
      networks: { home: { profile: DSL }, guests: }
      paths: [{ from: client, to: server, profile: Edge }]
      END
      chmod -R a+rX $folder
      $run $headwind up $folder/lab.yaml --seed 7 --capture home=$folder/home.pcapng 2> $folder/errors &
      until_there grep -q "lab 'shop'" $folder/errors
      $run $headwind link list --json | jq -r '.name + " " + .status.profile + " " + (.status.seed | tostring)'
      $run $headwind link switch shop-home "Black Hole" || fail no switch
      $run $headwind link list --json | jq -r 'select(.name == "shop-home") | .status.profile'
      $run $headwind link exec shop-client -- getent ahostsv4 server | head -n 1 | cut -d ' ' -f 1
      $run $headwind up $folder/lab.yaml 2>&1 | head -n 1
      pkill -TERM -x headwind; wait %1; echo "ended with $?"
      $run $headwind capture -r $folder/home.pcapng -c 1 > /dev/null || fail no capture
      clean "a lab"
      """, as: who)
    #expect(
      result.lines == [
        "shop-client LTE 10", "shop-client-guests Clean 11", "shop-client-server Edge 12", "shop-guests Clean 8",
        "shop-home DSL 7", "shop-server Clean 9", "Black Hole", "10.84.0.2",
        "headwind: the link 'shop-home' is already up", "ended with 143",
      ], "\(result.output) \(result.errors)")
  }

  @Test(arguments: LinkUser.allCases) func leavesNothingWhenItIsKilled(_ who: LinkUser) throws {
    let result = try Self.run(
      """
      cat > $folder/lab.yaml <<'END'
      hosts:
        a: { command: "setsid sleep 300 & sleep 301" }
        b: { command: sleep 302, network: home }
      networks: { home: }
      END
      chmod -R a+rX $folder
      $run $headwind up $folder/lab.yaml 2> $folder/errors &
      until_there pgrep -f 'sleep 30[012]'
      until_there pgrep -f 'sleep 302'
      pkill -KILL -x headwind || fail no headwind
      wait; clean "a lab that was killed"; echo clean
      """, as: who)
    #expect(result.lines == ["clean"], "\(result.output) \(result.errors)")
  }

  /// How a lab ends, and with which status.
  @Test func endsAsItWasAsked() throws {
    let result = try Self.run(
      """
      cat > $folder/lab.yaml <<'END'
      hosts:
        quick: { command: exit 3 }
        slow: { command: sleep 0.4; exit 5, depends_on: { quick: started } }
        server: { command: sleep 60, daemon: true }
      END
      for options in "" "--abort-on-exit" "--exit-code-from slow" "--exit-code-from nobody"; do
        $headwind up -q $folder/lab.yaml $options 2> $folder/errors; echo "$? $(head -n 1 $folder/errors)"
      done
      printf 'hosts: { a: { command: exit 3 }, b: { command: echo never, depends_on: { a: ended } } }' > $folder/chain.yaml
      $headwind up -q $folder/chain.yaml 2> $folder/errors; echo "$? $(head -n 1 $folder/errors)"
      printf 'hosts: { a: { command: [no-such-program] } }' > $folder/missing.yaml
      $headwind up -q $folder/missing.yaml 2> $folder/errors; echo "$? $(head -n 1 $folder/errors)"
      printf 'hosts: { a: { command: sleep 60, ready: { port: 9, within: 100 ms } } }' > $folder/late.yaml
      $headwind up -q $folder/late.yaml 2> $folder/errors; echo "$? $(head -n 1 $folder/errors)"
      clean "labs"
      """)
    #expect(
      result.lines == [
        "3 ", "3 ", "5 ", "125 headwind: --exit-code-from: the lab has no command on a host 'nobody'",
        "125 headwind: b cannot start: a, which it depends on, ended with status 3",
        "127 headwind: a: no-such-program: command not found",
        "125 headwind: a: nothing listens on port 9 after 0 s",
      ], "\(result.output) \(result.errors)")
  }

  /// A broken file is refused with the line and the column, before anything is made; netem only where it is.
  @Test func saysWhatIsWrong() throws {
    let result = try Self.run(
      """
      printf 'hosts:\\n  a: { comand: x }\\n' > $folder/broken.yaml
      $headwind up $folder/broken.yaml 2>&1 | sed "s,$folder/,,"; echo ${PIPESTATUS[0]}
      $headwind lab check $folder/broken.yaml 2>&1 | sed "s,$folder/,,"; echo ${PIPESTATUS[0]}
      $headwind lab new $folder/lab.yaml > /dev/null && $headwind lab check $folder/lab.yaml | sed "s,$folder/,,"
      printf 'hosts: { a: { command: x, profile: Handover } }' > $folder/handover.yaml
      $headwind lab check $folder/handover.yaml | sed "s,$folder/,,"
      """)
    #expect(
      result.lines == [
        "broken.yaml:2:3: error: hosts.a: has neither 'command:' nor 'far_side: true' nor 'devices:'",
        "broken.yaml:2:8: error: hosts.a.comand: unknown key; did you mean 'command'? (allowed: command, far_side, devices, "
          + "environment, working_dir, depends_on, ready, daemon, network, networks, profile, then)", "125",
        "broken.yaml:2:3: error: hosts.a: has neither 'command:' nor 'far_side: true' nor 'devices:'",
        "broken.yaml:2:8: error: hosts.a.comand: unknown key; did you mean 'command'? (allowed: command, far_side, devices, "
          + "environment, working_dir, depends_on, ready, daemon, network, networks, profile, then)", "3",
        "lab.yaml: 2 hosts: ok", "handover.yaml: 1 host: ok",
      ], "\(result.output) \(result.errors)")
  }

  /// Background traffic takes about the share that was asked for, and what competes with it gets the rest.
  @Test(arguments: LinkUser.allCases) func aLinkIsLoaded(_ who: LinkUser) throws {
    let result = try Self.run(
      """
      conditions='{ bandwidth: 4 Mbps, delay: 5 ms, queue: 200 ms }'
      for load in '60 % down' '50 % bulk'; do
        $run $headwind run --seed 3 --profile "$conditions" --load "$load" -- sleep 8 2>&1 | grep background
      done
      $run $headwind run --load '60 %' -- true 2>&1 | grep -o 'a load is a share of a bandwidth'
      $run $headwind run --load '60' -- true 2>&1 | grep -o 'write a share such as'
      cat > $folder/lab.yaml <<'END'
      hosts: { a: { command: sleep 8, network: home }, b: { command: sleep 60, daemon: true } }
      networks: { home: { profile: { bandwidth: 4 Mbps }, load: 50 % bulk } }
      END
      chmod -R a+rX $folder
      $run $headwind up $folder/lab.yaml 2>&1 | grep background
      clean "background traffic"
      """, as: who)
    try #require(result.lines.count == 5, "\(result.output) \(result.errors)")
    func shares(_ line: String) -> [Int] {
      line.split(separator: ": ").last?.split(separator: ", ").compactMap { Int($0.prefix { $0 != " " }) } ?? []
    }
    #expect(result.lines[0].hasSuffix(" % of 4 Mbps downlink") && result.lines[1].hasSuffix(" % of 4 Mbps downlink"))
    let web = shares(result.lines[0])
    #expect(web.count == 1 && (30...95).contains(web[0]), "\(result.output)")
    for bulk in [shares(result.lines[1]), shares(result.lines[4])] {
      #expect(bulk.count == 2 && bulk.allSatisfy { (40...55).contains($0) }, "\(result.output)")
    }
    #expect(result.lines[2] == "a load is a share of a bandwidth" && result.lines[3] == "write a share such as")
  }

  /// Containers are hosts: they have the lines and the names of the host whose command starts them.
  @Test(.enabled(if: geteuid() == 0, "needs root, for podman with storage of its own")) func containersAreHosts() throws
  {
    let result = try LinkScript.run(
      PodmanScript.functions + #"""

        cat > $folder/lab.yaml <<END
        hosts:
          shop:
            command: podman run --rm --network host --rootfs $root busybox sh -c 'trap exit TERM; busybox httpd -f -p 8080 -h /etc & wait'
            ready: { port: 8080 }
            daemon: true
          buyer:
            command: podman run --rm --network host --rootfs $root:O busybox sh -c 'busybox time -f %e busybox wget -q -O - http://shop:8080/hosts'
            network: home
            depends_on: [shop]
        networks: { home: { profile: { uplink: { delay: 600 ms } } } }
        END
        $headwind up -q $folder/lab.yaml > $folder/out 2>&1 || fail "$(cat $folder/out)"
        grep -o '10.84.0.2.*shop' $folder/out | xargs
        # The handshake and the request, each there.
        awk '$1 == "buyer" && $NF >= 1.2 && NF == 3' $folder/out | wc -l
          clean "a lab of containers"
        """#, tools: PodmanScript.tools)
    #expect(result.status == 0 && result.lines == ["10.84.0.2 shop", "1"], "\(result.everything)")
  }

  /// The samples of the documentation, each to its end.
  @Test(arguments: ["three-clients", "services --exit-code-from a", "far-side", "busy-line"]) func samplesRun(
    _ sample: String
  )
    throws
  {
    let words = sample.split(separator: " ", maxSplits: 1).map(String.init)
    let result = try Self.run(
      """
      $headwind up -q \(Repository.file("samples/labs/\(words[0]).yaml")) \(words.count > 1 ? words[1] : "") || fail sample
      clean "a sample"
      """)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    switch words[0] {
    case "three-clients": #expect(result.lines.count { $0.contains("bytes in") } == 30, "\(result.output)")
    case "busy-line": #expect(result.lines.count { $0.hasPrefix("client | ") } == 5, "\(result.output)")
    case "services":
      let times = result.lines.filter { $0.hasPrefix("a | ") }.compactMap {
        $0.split(separator: " ").dropLast().last.flatMap { Double($0) }
      }
      // The handshake and the request, each there and back.
      #expect(times.count == 2 && times[0] >= 1.2 && times[1] < times[0], "\(result.output)")
    default: #expect(result.output.contains("phone  | {") && result.output.contains("laptop | {"), "\(result.output)")
    }
  }
}
