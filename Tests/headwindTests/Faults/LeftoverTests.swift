import TestSupport
import Testing

/// Files that killed processes leave are removed by whoever comes next, and nobody's lock keeps them for ever.
@Suite(.serialized, .waiting) struct LeftoverTests {
  private static let helpers = """
    # Files in /tmp that are locked are those of links of other tests.
    files() {
      find $XDG_RUNTIME_DIR -mindepth 1
      find /tmp -maxdepth 1 -name 'headwind-keys-*' -newer $folder/script -exec flock -n {} echo {} ';'
    }
    """

  private func check(_ script: String, tools: [String: String] = [:]) throws {
    let all = tools.merging(["flock": "util-linux"]) { own, _ in own }
    let result = try FaultScript.run("\(Self.helpers)\n\(script)", tools: all)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// The first process of the link's tree outlives Headwind alone.
  @Test func theSocketOfARunWithAConsoleGoesWithIt() throws {
    try check(
      """
      $headwind run --console -q -- sleep 300 2>$folder/said & command=$!
      until_there pgrep -x sleep
      [ -n "$(find $XDG_RUNTIME_DIR -name '*.run-*')" ] || fail "no socket: $(files)"
      kill -9 $command; wait $command
      clean
      """)
  }

  /// All processes are killed at once, so that none is left that could remove anything: those of a link, of a lab, of a run. A link of
  /// another network namespace, whose socket is in the same directory, stays.
  @Test func whoeverComesNextSweeps() throws {
    try check(
      """
      unshare --net sh -c 'ip link set lo up; '$headwind' link up alive -q; exec sleep 300' & other=$!
      until_there sh -c "find $XDG_RUNTIME_DIR | grep -q alive"
      alive() { nsenter --net=/proc/$other/ns/net $headwind link list | grep -q alive; }
      until_there alive
      kept=$(files | sort)
      cat >$folder/lab.yaml <<'END'
      name: lab
      hosts:
        one: { run: sleep 300 }
        two: { run: sleep 300 }
      links:
        - { between: [one, two] }
      END
      unshare --net --pid --fork --kill-child --mount-proc sh -c 'ip link set lo up; '$headwind' link up dead -q; '$headwind' run --console -q -- sleep 300' &
      tree=$!
      until_there sh -c "find $XDG_RUNTIME_DIR | grep -q dead && find $XDG_RUNTIME_DIR | grep -q run-"
      # With the first process of their PID namespace, all are killed at the same moment.
      kill -9 $tree $(pgrep -P $tree); wait $tree
      [ "$(files | sort)" != "$kept" ] || fail "nothing was left to be swept"
      $headwind run -q -- true || fail "cannot run"
      [ "$(files | sort)" = "$kept" ] || fail "left: $(files)"
      alive || fail "swept what is alive"
      nsenter --net=/proc/$other/ns/net $headwind link down alive
      kill $other
      """)
  }

  /// A process of the same user keeps the directory locked: the link ends all the same, and its programs with it.
  @Test func nobodysLockKeepsAKilledLink() throws {
    try check(
      """
      $headwind link up locked -q
      $headwind link exec --detach locked -- sleep 300
      until_there pgrep -x sleep
      supervisor=$(pgrep -f 'link up locked' | head -1)
      exec 9<$XDG_RUNTIME_DIR/headwind; flock 9
      kill -9 $supervisor
      until_there sh -c '! pgrep -x sleep && ! pgrep -x headwind-init'
      # A new link says that its socket is elsewhere, and why; a run needs no socket there.
      $headwind link up other -q 9<&- 2>$folder/said || fail "$(cat $folder/said)"
      grep -q 'is abstract.*another process keeps .* locked' $folder/said || fail "$(cat $folder/said)"
      $headwind link down other 9<&- || fail "cannot take it down"
      $headwind run -q -- true 9<&- || fail "cannot run"
      exec 9<&-
      $headwind link list >/dev/null
      [ -z "$(files)" ] || fail "left: $(files)"
      """, tools: ["flock": "util-linux"])
  }

  /// Idle clients, more than there is room for, do not keep the owner from his link.
  @Test func idleClientsDoNotLockTheOwnerOut() throws {
    try check(
      """
      $headwind link up busy -q
      socket=$(find $XDG_RUNTIME_DIR -name '*busy*')
      cat >$folder/idle.py <<'END'
      import socket, sys
      def client():
        s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); return s
      holder = client(); holder.sendall(b"hold within 1 s\\n"); assert b"ok" in holder.recv(100)
      idle = [client() for number in range(600)]
      print("ready", flush=True)
      sys.stdin.read()
      # Who had to make room learns why; who holds the link has kept his connection.
      assert b"was idle" in idle[0].recv(1000)
      holder.sendall(b"status\\n"); assert b"profile: 3G" in holder.recv(10000)
      END
      mkfifo $folder/end
      python3 $folder/idle.py $socket <$folder/end >$folder/idle & client=$!
      exec 9>$folder/end
      until_there grep -q ready $folder/idle
      $headwind link switch busy 3G 9>&- 2>$folder/said || fail "$(cat $folder/said)"
      $headwind link list 9>&- | grep -q 'busy *3G' || fail "not switched"
      exec 9>&-; wait $client || fail "the clients"
      $headwind link down busy
      """, tools: ["python3": "python3"])
  }
}
