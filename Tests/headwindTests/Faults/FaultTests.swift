import TestSupport
import Testing

/// What is defined for faults in docs/links.md, brought about for real: the program learns of it, and nothing stays behind.
@Suite(.serialized, .waiting) struct FaultTests {
  typealias Who = FaultScript.Who

  @Test(arguments: Who.allCases, ["c0", "m1"])
  func anInterfaceIsDeletedUnderTheLink(_ who: Who, _ interface: String) throws {
    let result = try FaultScript.run(
      """
      $run $headwind run -q -- sleep 300 2>$folder/said & command=$!
      until_there pgrep -x sleep
      nsenter --net=$(namespace_with $command \(interface)) ip link del \(interface)
      ended $command; [ $? = 125 ] || fail "status $?"
      grep -q 'the link is down: the link is broken: the interface .* is gone' $folder/said || fail "$(cat $folder/said)"
      clean
      """, as: who)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The kernel kills no thread alone: where the engine is a thread, the process goes, and everything with it. An engine
  /// without real-time scheduling is a process.
  @Test(arguments: Who.allCases) func theEngineIsKilled(_ who: Who) throws {
    let result = try FaultScript.run(
      """
      $run $headwind run -q -- sleep 300 2>$folder/said & command=$!
      until_there pgrep -x sleep
      for task in /proc/[0-9]*/task/*; do grep -qx headwind-link $task/comm && kill -9 ${task##*/}; done
      ended $command; status=$?
      if [ $status = 125 ]; then grep -q 'the link is down: the engine was killed by signal 9' $folder/said || fail "$(cat $folder/said)"
      else [ $status = 137 ] || fail "status $status: $(cat $folder/said)"; fi
      clean
      """, as: who)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// Whoever works for the way out of a connected link is killed, or its interface is deleted.
  @Test(arguments: [
    (Who.root, "masquerade", "pkill -9 -x nft", "nft, through which"),
    (.root, "masquerade", "ip link del hw1", "the interface h0, through which"),
    (.root, "masquerade", "pkill -9 -x headwind-init", "killed from outside|nft, through which"),
  ])
  func theWayOutOfAConnectedLinkIsLost(_ who: Who, _ way: String, _ fault: String, _ said: String) throws {
    let result = try FaultScript.run(
      """
      echo 1 > /proc/sys/net/ipv4/ip_forward
      $run $headwind run --connected -- sleep 300 2>$folder/said & command=$!
      until_there pgrep -x sleep
      grep -q 'link by \(way)' $folder/said || fail "$(cat $folder/said)"
      \(fault)
      ended $command 'without its way out'; [ $? = 125 ] || fail "status $?: $(cat $folder/said)"
      grep -qE '\(said)' $folder/said || fail "$(cat $folder/said)"
      clean
      """, as: who)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func aLinkThatStaysUpIsGoneWithItsWayOut() throws {
    let result = try FaultScript.run(
      """
      bash -c '$headwind link up shop --connected -q && exec $headwind link exec shop -- sleep 300' 2>$folder/said &
      program=$!
      until_there pgrep -x sleep
      pkill -9 nft
      ended $program; [ $? = 125 ] || fail "status $?"
      grep -q 'the link is down' $folder/said || fail "$(cat $folder/said)"
      [ -z "$($headwind link list)" ] || fail "$($headwind link list)"
      clean
      """)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// At some moment between its start and a fifth of a second later, which is when it runs.
  @Test(
    arguments: Who.allCases,
    ["run -q --private -- sleep 300", "run -q --connected -- sleep 300", "link up x -q --connected"])
  func aProcessIsKilledAtAnyMoment(_ who: Who, _ words: String) throws {
    let result = try FaultScript.run(
      """
      for round in 1 2 3; do
        $run $headwind \(words) 2>/dev/null & command=$!
        sleep 0.$(printf %03d $((RANDOM % 200)))
        victims=($(pgrep headwind; pgrep nft))
        [ ${#victims[@]} -gt 0 ] || fail "nothing runs that could be killed"
        kill -9 ${victims[RANDOM % ${#victims[@]}]}
        # A link that was up already, whose command is what was killed, stays up, as it should.
        $run $headwind link down x 2>/dev/null
        ended $command
        $run $headwind link down x 2>/dev/null
        clean "after $round"
      done
      """, as: who)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The supervisor of a link that stays up has no terminal: whoever asks it is told.
  @Test(arguments: Who.allCases) func theDiskIsFullForTheCaptureOfALinkThatStaysUp(_ who: Who) throws {
    let result = try FaultScript.run(
      """
      mkdir $folder/small; mount -t tmpfs -o size=32k none $folder/small; chmod 777 $folder/small
      cat >$folder/steps <<'END'
      $headwind link up full -q --capture $folder/small/link.pcapng
      fetch="curl -sS -o /dev/null http://search.example/search.json?rpp=100&q=apple"
      $headwind link exec full -- true; echo "exec $?"
      $headwind link exec full -- $fetch; echo "exec $?"
      $headwind link exec full -- sh -c 'exit 7'; echo "exec $?"
      $headwind link list >/dev/null; echo "list $?"
      $headwind link down full; echo "down $?"
      END
      $run bash $folder/steps >$folder/told 2>$folder/said
      [ "$(echo $(<$folder/told))" = "exec 0 exec 125 exec 7 list 0 down 4" ] || fail "$(cat $folder/told $folder/said)"
      [ $(grep -c 'full.*No space left on device; the file has [0-9]* complete packets' $folder/said) = 4 ] || fail "$(cat $folder/said)"
      tshark -r $folder/small/link.pcapng >/dev/null 2>$folder/errors || fail "$(cat $folder/errors)"
      clean
      """, as: who, tools: ["tshark": "tshark", "curl": "curl"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A judge reads the servers' log: one that ends early is said, and fails the run.
  @Test(arguments: Who.allCases) func theDiskIsFullForTheServersLog(_ who: Who) throws {
    let result = try FaultScript.run(
      """
      mkdir $folder/small; mount -t tmpfs -o size=16k none $folder/small; chmod 777 $folder/small
      fetch="curl -sS -o /dev/null http://search.example/search.json?q=apple"
      $run $headwind run --private -q --server-log /dev/full -- $fetch 2>$folder/said
      [ $? = 125 ] || fail "status $?"
      grep -q 'not everything was recorded: /dev/full: cannot write: No space left on device; the file has the first 0 events' \
        $folder/said || fail "$(cat $folder/said)"
      $run $headwind run --private -q --server-log $folder/small/log -- sh -c "for i in $(seq -s " " 60); do $fetch; done" 2>$folder/said
      [ $? = 125 ] || fail "status $?"
      whole=$(sed -n 's/.*the file has the first \\([0-9]*\\) events.*/\\1/p' $folder/said)
      [ "$whole" -gt 10 ] || fail "$(cat $folder/said)"
      [ "$(wc -l <$folder/small/log)" = "$whole" ] || fail "$whole events and $(wc -l <$folder/small/log) lines"
      python3 -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' $folder/small/log || fail "half a line"
      # The program's own failure comes first.
      $run $headwind run --private -q --server-log /dev/full -- sh -c "$fetch; exit 7" 2>/dev/null
      [ $? = 7 ] || fail "status $?"
      clean
      """, as: who, tools: ["curl": "curl", "python3": "python3"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A scenario of which not everything was recorded has no verdict, whatever the rest would say.
  @Test func theDiskIsFullForAScenario() throws {
    let result = try FaultScript.run(
      """
      mkdir $folder/small; mount -t tmpfs -o size=32k none $folder/small
      $headwind test --only body.truncated-length --captures $folder/small --report json=$folder/report.json \
        -- curl -sS --max-time 10 -o /dev/null {url} >$folder/said 2>&1
      [ $? != 0 ] || fail "it passes: $(cat $folder/said)"
      grep -q 'not everything was recorded' $folder/report.json || fail "$(cat $folder/report.json $folder/said)"
      clean
      """, tools: ["curl": "curl"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// A capture that a console shows is cut like any other, and the message names its file.
  @Test func theDiskIsFullBesideAConsole() throws {
    let result = try FaultScript.run(
      """
      mkdir $folder/small; mount -t tmpfs -o size=32k none $folder/small
      fetch="curl -sS -o /dev/null http://search.example/search.json?rpp=100&q=apple"
      $headwind run --private -q --console --capture $folder/small/run.pcapng -- $fetch 2>$folder/said
      [ $? = 125 ] || fail "status $?"
      grep -q "recorded: $folder/small/run.pcapng: cannot write: No space left" $folder/said || fail "$(cat $folder/said)"
      TMPDIR=$folder/small $headwind run --private -q --console -- $fetch 2>$folder/said
      grep -q "recorded: a file without a name in $folder/small: cannot write: No space left" $folder/said || fail "$(cat $folder/said)"
      ! grep -q /proc/self $folder/said || fail "$(cat $folder/said)"
      clean
      """, tools: ["curl": "curl"])
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The file holds whole packets only, it is said, and the program's satisfaction does not hide it.
  @Test(arguments: Who.allCases) func theDiskIsFullForTheCapture(_ who: Who) throws {
    let result = try FaultScript.run(
      """
      mkdir $folder/small; mount -t tmpfs -o size=32k none $folder/small; chmod 777 $folder/small
      fetch="curl -sS -o /dev/null http://search.example/search.json?rpp=100&q=apple"
      $run $headwind run -q --capture $folder/small/run.pcapng -- $fetch 2>$folder/said
      [ $? = 125 ] || fail "status $?"
      grep -q 'No space left on device; the file has [0-9]* complete packets' $folder/said || fail "$(cat $folder/said)"
      whole=$(sed -n 's/.*device; the file has \\([0-9]*\\) complete packets.*/\\1/p' $folder/said)
      [ "$whole" -gt 10 ] || fail "$whole packets"
      tshark -r $folder/small/run.pcapng >$folder/list 2>$folder/errors || fail "$(cat $folder/errors)"
      [ "$(wc -l <$folder/list)" = "$whole" ] || fail "$whole packets and $(wc -l <$folder/list) lines"
      # The program's own failure comes first.
      $run $headwind run -q --capture $folder/small/other.pcapng -- sh -c "$fetch; exit 7" 2>/dev/null
      [ $? = 7 ] || fail "status $?"
      clean
      """, as: who, tools: ["tshark": "tshark", "curl": "curl"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
