import Glibc
import TestSupport
import Testing

/// Whose a link is, where its control socket is, and what goes with it.
@Suite(.serialized, .waiting) struct LinkOwnershipTests {
  /// "nobody" has the number by which a user namespace knows all users that it does not know.
  @Test(.enabled(if: geteuid() == 0, "needs root, to act as other users"), arguments: [65_534, 4711, 0])
  func aLinkObeysItsUserAlone(_ user: Int) throws {
    let result = try LinkScript.run(
      """
      as \(user) $headwind link up shop -q || fail up
      cat >$folder/reach.py <<'END'
      import os, socket, sys
      places = ["\\0" + line.split()[-1][1:] for line in open("/proc/net/unix") if "headwind" in line and "@headwind" in line]
      places += sys.argv[1:]
      for place in places:
        client = socket.socket(socket.AF_UNIX)
        try:
          client.connect(place); client.sendall(b"cut\\n"); print(place, client.recv(100))
        except PermissionError: print("refused")
      END
      socket=$(find /tmp /run -type s -name '*shop*'); [ -n "$socket" ] || fail "no socket"
      [ "$(as 1234 python3 $folder/reach.py $socket)" = refused ] || fail "$(as 1234 python3 $folder/reach.py $socket)"
      [ -z "$(as 1234 $headwind link list)" ] || fail "$(as 1234 $headwind link list)"
      for words in 'switch shop Edge' 'down shop' 'exec shop -- true' 'exec shop --detach -- true'; do
        as 1234 $headwind link $words 2>$folder/said && fail "$words"
        grep -q "there is no link 'shop'" $folder/said || fail "$words: $(cat $folder/said)"
      done
      as \(user) $headwind link list | grep -q '^shop  Clean' || fail "$(as \(user) $headwind link list)"
      as \(user) $headwind link down shop || fail down
      clean
      """, tools: ["python3": "python3"])
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test(.enabled(if: geteuid() == 0, "needs root, to act as other users"))
  func nobodyElseCanTakeTheNameOfALink() throws {
    let result = try LinkScript.run(
      """
      cat >$folder/squat.py <<'END'
      import socket, sys, time
      sockets = [socket.socket(socket.AF_UNIX) for name in sys.argv[1:]]
      for one, name in zip(sockets, sys.argv[1:]): one.bind("\\0" + name); one.listen()
      print("ready", flush=True); time.sleep(300)
      END
      setpriv --reuid 1234 --regid 1234 --clear-groups -- python3 $folder/squat.py headwind.4711.shop headwind.65534.shop headwind.0.shop headwind-condition.1 >$folder/squatted & squatter=$!
      until_there grep ready $folder/squatted
      for user in 4711 65534 0; do
        [ -z "$(as $user $headwind link list)" ] || fail "$(as $user $headwind link list)"
        as $user $headwind link up shop -q || fail "up as $user"
        as $user $headwind link exec shop -- true || fail "exec as $user"
        as $user $headwind link down shop || fail "down as $user"
        as $user $headwind link down shop 2>/dev/null && fail "twice as $user"
      done
      # Where no directory is the user's, the address is an abstract one, and it is said.
      for user in 4711 65534; do mkdir /tmp/headwind-$user; chown 1234 /tmp/headwind-$user; done
      as 4711 $headwind link up other -q 2>$folder/said || fail "$(cat $folder/said)"
      grep -q 'is abstract.*/tmp/headwind-4711 belongs to another user' $folder/said || fail "$(cat $folder/said)"
      as 4711 $headwind link list | grep -q '^other  Clean' || fail list
      as 1234 $headwind link down other 2>/dev/null && fail "down as another"
      as 4711 $headwind link down other || fail down
      as 4711 $headwind link up shop -q 2>$folder/said && fail "took a name that was taken"
      grep -q 'another user listens on the control socket' $folder/said || fail "$(cat $folder/said)"
      # Nobody cannot tell who asks him.
      as 65534 $headwind link up other -q 2>$folder/said && fail "nobody"
      grep -q 'every user could control' $folder/said || fail "$(cat $folder/said)"
      mkdir $folder/mine; chown 65534 $folder/mine; chmod 700 $folder/mine; export XDG_RUNTIME_DIR=$folder/mine
      as 65534 $headwind link up other -q || fail "in a directory of his own"
      as 65534 $headwind link down other || fail down
      kill $squatter; rmdir /tmp/headwind-4711 /tmp/headwind-65534
      clean; [ -z "$(ls $folder/mine)" ] || fail "$(ls $folder/mine)"
      """, tools: ["python3": "python3"])
    #expect(result.status == 0, "\(result.everything)")
  }

  /// A path of more than 108 bytes is no address of a socket, a directory that is open to others no place for one.
  @Test(arguments: LinkUser.allCases) func theRuntimeDirectoryMayHaveALongPath(_ who: LinkUser) throws {
    let result = try LinkScript.run(
      """
      long=$folder/$(printf 'x%.0s' $(seq 200)); $run mkdir -m 700 $long || fail mkdir
      export XDG_RUNTIME_DIR=$long
      $run $headwind link up shop -q || fail up
      [ "$(find $long -type s | wc -l)" = 1 ] || fail "$(find $long)"
      # Another network namespace has links of its own, of the same name.
      $run $headwind run -q -- bash -c "$headwind link list | grep shop; $headwind link up shop -q && $headwind link list | grep -q shop && \\
        [ \\$(find $long -type s | wc -l) = 2 ] && $headwind link down shop" || fail inside
      $run $headwind link exec shop -- $headwind link list | grep -q '^shop  Clean' || fail "by its program"
      $run $headwind link down shop || fail down
      [ -z "$(ls $long)" ] || fail "$(ls $long)"
      mkdir -p $long/headwind; chmod 777 $long $long/headwind
      $run $headwind link up shop -q || fail up
      [ -z "$(ls $long/headwind)" ] || fail "in a directory that is open to others"
      $run $headwind link down shop || fail down
      clean
      """, as: who)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// Whoever of the two that know of the socket is killed, or both at once.
  @Test(arguments: LinkUser.allCases) func nothingIsLeftOfALinkWhoseHolderIsKilled(_ who: LinkUser) throws {
    let result = try LinkScript.run(
      """
      for victims in headwind headwind-init; do
        $run $headwind link up shop -q || fail up
        $run $headwind link exec shop --detach -- sh -c 'setsid sleep 300 & exec sleep 301' || fail detach
        $run $headwind link exec shop -- sleep 302 2>/dev/null & program=$!
        until_there pgrep -f 'sleep 302'; until_there pgrep -f 'sleep 300'
        kill -9 $(pgrep -x $victims | head -n 1)
        wait $program; [ $? = 125 ] || fail "status $?"
        clean "by $victims"
      done
      $run $headwind link up shop -q || fail up
      kill -9 $(pgrep -x headwind) $(pgrep -x headwind-init)
      until_there sh -c '! pgrep headwind'
      # The next that looks for links clears what is left.
      [ -z "$($run $headwind link list)" ] || fail "$($run $headwind link list)"
      clean
      $run $headwind link up shop -q || fail up
      kill -9 $(pgrep -x headwind) $(pgrep -x headwind-init)
      until_there sh -c '! pgrep headwind'
      $run $headwind link up shop -q || fail "up again"
      $run $headwind link down shop || fail down
      clean
      """, as: who)
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test(arguments: LinkUser.allCases) func aDetachedProgramGoesOnUntilTheLinkIsDown(_ who: LinkUser) throws {
    let result = try LinkScript.run(
      """
      $run $headwind link up shop -q || fail up
      # It returns although somebody waits for the end of its output, and its terminal is not the program's.
      [ -z "$($run $headwind link exec shop --detach -- python3 -m http.server --directory / 8099 2>&1)" ] || fail output
      until_there $run $headwind link exec shop -- curl -sf -o /dev/null http://127.0.0.1:8099/
      # What ends a session does not end it.
      $run $headwind link exec shop --detach -- sh -c 'setsid sleep 300 & sleep 301 & exec sleep 302' || fail detach
      until_there pgrep -f 'sleep 302'
      $run $headwind link exec shop -- sh -c 'sleep 303 & setsid sleep 304 & exit 7'; [ $? = 7 ] || fail exec
      pgrep -f 'sleep 30[34]' && fail "exec has left something"
      [ $(pgrep -c -f 'sleep 30[0-2]') = 3 ] || fail "$(ps -e -o args)"
      $run $headwind link exec shop --detach -- sh -c 'echo said; echo wrong >&2; readlink /proc/self/fd/0' >$folder/said 2>&1
      until_there grep /dev/null $folder/said
      [ "$(echo $(cat $folder/said))" = 'said wrong /dev/null' ] || fail "$(cat $folder/said)"
      $run $headwind link exec shop --detach -- no-such-program 2>/dev/null; status=$?
      $run env no-such-program 2>/dev/null; [ $status = $? ] || fail "status $status"
      $run $headwind link exec shop --detach -- /etc/passwd 2>/dev/null; [ $? = 126 ] || fail "status $?"
      # Those that end are collected.
      until_there sh -c '! ps -e -o stat= | grep -q Z'
      $run $headwind link down shop || fail down
      [ -z "$(pgrep 'sleep|python3')" ] || fail "still there: $(ps -e -o args)"
      clean
      """, as: who, tools: ["python3": "python3", "curl": "curl"])
    #expect(result.status == 0, "\(result.everything)")
  }

  /// Started from a shell in the background, without a word more.
  @Test(arguments: LinkUser.allCases) func aProgramInTheBackgroundGoesOnUntilTheLinkIsDown(_ who: LinkUser) throws {
    let result = try LinkScript.run(
      """
      $run $headwind link up shop -q || fail up
      $run $headwind link exec shop -- python3 -m http.server --directory / 8099 >/dev/null 2>$folder/said & server=$!
      until_there $run $headwind link exec shop -- curl -sf -o /dev/null http://127.0.0.1:8099/
      $run $headwind link down shop || fail down
      wait $server; [ $? = 125 ] || fail "status $?"
      grep -q 'the link is down' $folder/said || fail "$(cat $folder/said)"
      clean
      """, as: who, tools: ["python3": "python3", "curl": "curl"])
    #expect(result.status == 0, "\(result.everything)")
  }
}
