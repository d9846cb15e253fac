import TestSupport
import Testing

/// The sources of consoles, and the files that they leave.
@Suite(.waiting) struct ConsoleSourceTests {
  private func run(_ script: String) throws {
    let result = try ConsoleScript.run(script)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// It says why and ends, instead of showing an empty page.
  @Test func aSourceThatCannotBeReadEndsTheConsole() throws {
    try run(
      """
      mkdir $folder/directory; echo "no packets" > $folder/text; gzip -c $folder/text > $folder/text.gz; mkfifo $folder/pipe
      (echo "no packets" > $folder/pipe) &
      refused() {
        timeout 60 $headwind console "${@:3}" > $folder/address 2> $folder/said; status=$?
        [ $status = $1 ] || fail "${*:3}: $status, $(cat $folder/said)"
        [ ! -s $folder/address ] || fail "${*:3}: $(cat $folder/address)"
        grep -q "$2" $folder/said || fail "${*:3}: $(cat $folder/said)"
      }
      refused 4 "cannot read $folder/nothing: No such file or directory" $folder/nothing
      refused 4 "directory" $folder/directory
      refused 3 "text" $folder/text
      refused 3 "text.gz" $folder/text.gz
      refused 3 "pipe" $folder/pipe
      refused 4 "nolink" -i nolink
      """)
  }

  /// The files of the page are given to whoever asks, token or not: somebody who asks for ever and reads nothing takes no memory.
  @Test func whoDoesNotReadTakesLittle() throws {
    try run(
      """
      start \(Repository.file("captures/recorded/clean.pcapng"))
      python3 - ${base##*:} <<'END' || fail "no flood"
      import socket, sys, time
      s = socket.create_connection(('127.0.0.1', int(sys.argv[1])))
      s.settimeout(2)
      request = b'GET /console.js HTTP/1.1\\r\\nHost: 127.0.0.1:' + sys.argv[1].encode() + b'\\r\\n\\r\\n'
      try:
          for _ in range(800):
              s.sendall(request * 500)
          sys.exit('it takes everything')
      except TimeoutError:
          pass
      s.shutdown(socket.SHUT_WR)
      time.sleep(1)
      END
      peak=$(sed -n 's/VmHWM:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$console/status)
      [ "$peak" -lt 100000 ] || fail "$peak kB"
      stop
      """)
  }

  /// One of two requests at once is taken, and nothing of its run stays when the console ends.
  @Test func aSuiteLeavesNothing() throws {
    try run(
      """
      mkdir $folder/tmp; export TMPDIR=$folder/tmp
      start
      for i in 1 2 3 4; do
        ask suites/run --data-urlencode 'client=sleep 30' -d 'only=body.stall&deadline=2' > $folder/answer$i & posts="$posts $!"
      done
      wait $posts
      [ $(cat $folder/answer? | grep -c '"run":1,') = 1 ] || fail "$(cat $folder/answer?)"
      [ $(cat $folder/answer? | grep -c 'a suite is running') = 3 ] || fail "$(cat $folder/answer?)"
      [ $(ls -d $TMPDIR/headwind-suite-* | wc -l) = 1 ] || fail "$(ls $TMPDIR)"
      stop
      [ -z "$(ls $TMPDIR)" ] || fail "left: $(ls $TMPDIR)"
      """)
  }
}
