import TestSupport
import Testing

/// Runs whose success says nothing of the link: nothing crossed it, or the results are those of an earlier run.
@Suite(.waiting) struct UnusedLinkTests {
  @Test func aRunThatNothingCrossedSaysSo() throws {
    let result = try LinkScript.run(
      """
      said() { $run $headwind run "$@" 2>$folder/said >/dev/null; }
      said -- true; grep -q 'nothing crossed the link: the program sent nothing' $folder/said || fail "$(cat $folder/said)"
      said -q -- true; [ -s $folder/said ] && fail "$(cat $folder/said)"
      said -- curl -sS http://search.example/status/200; grep -q 'nothing crossed' $folder/said && fail "$(cat $folder/said)"
      said --profile Offline -- curl -sS -m 1 http://10.83.0.1/; grep -q 'nothing crossed' $folder/said && fail "$(cat $folder/said)"
      said -- ping -c 1 10.83.0.1; grep -q 'nothing crossed' $folder/said && fail "$(cat $folder/said)"
      # A test with a server of its own.
      cat > $folder/own.py <<'END'
      import socket
      s = socket.create_server(("127.0.0.1", 0)); c = socket.create_connection(s.getsockname()); p, _ = s.accept(); p.sendall(b"x"); c.recv(1)
      END
      said -- python3 $folder/own.py
      grep -q 'nothing crossed the link: the program talked only to its own loopback interface' $folder/said || fail "$(cat $folder/said)"
      # A server of the host, which a private link does not reach.
      python3 -c 'import socket, time; s = socket.create_server(("127.0.0.1", 8080)); print("ready", flush=True); time.sleep(300)' > $folder/ready & server=$!
      until_there grep -q ready $folder/ready
      said -- curl -sS http://localhost:8080/
      grep -q 'nothing listens on 127.0.0.1:8080 inside the link; the host does: use --connected --localhost 8080' $folder/said || fail "$(cat $folder/said)"
      said -- curl -sS http://localhost:8081/; grep -q 'the host does' $folder/said && fail "$(cat $folder/said)"
      kill $server; clean end
      """, tools: ["curl": "curl", "python3": "python3", "ping": "iputils-ping"])
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test func eachRunHasAnAddressOfItsOwn() throws {
    let result = try LinkScript.run(
      """
      for i in 1 2; do $headwind run -q -- sh -c 'echo $HEADWIND_CONTROL; "$HEADWIND_COMMAND" control status | head -n 1; echo $HEADWIND_RUN_ID'; done > $folder/runs
      [ $(sort -u $folder/runs | wc -l) = 5 ] || fail "$(cat $folder/runs)"
      $headwind link up shop -q || fail up
      for i in 1 2; do $headwind link exec shop -- sh -c 'echo $HEADWIND_CONTROL; "$HEADWIND_COMMAND" control status | head -n 1; echo $HEADWIND_RUN_ID'; done > $folder/execs
      # The link is the same, the runs are not.
      [ $(sort -u $folder/execs | wc -l) = 4 ] || fail "$(cat $folder/execs)"
      # The usual name answers as well, and is what lists show.
      $headwind link exec shop -- "$headwind" link list | grep -c '^shop ' | grep -qx 1 || fail "$($headwind link exec shop -- $headwind link list)"
      head -n 1 $folder/execs > $folder/before; $headwind link down shop; $headwind link up shop -q
      $headwind link exec shop -- sh -c 'echo $HEADWIND_CONTROL' | cmp -s - $folder/before && fail 'the same after down and up'
      $headwind link down shop; clean end
      """)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// The go command repeats results of tests whose environment has not changed.
  @Test func goDoesNotRepeatTheResultOfAnotherNetwork() throws {
    let result = try Shell.run(
      """
      mkdir $folder/shop; cd $folder/shop
      cat > go.mod <<'END'
      module shop
      go 1.19
      END
      cat > shop_test.go <<'END'
      package shop

      import (
      	"net"
      	"os"
      	"testing"
      	"time"
      )

      func TestFetch(t *testing.T) {
      	_, _ = os.Getenv("HEADWIND_CONTROL"), os.Getenv("HEADWIND_RUN_ID")
      	connection, err := net.DialTimeout("tcp", "10.83.0.1:80", 2*time.Second)
      	if err != nil {
      		t.Fatal(err)
      	}
      	connection.Close()
      }
      END
      export GOFLAGS=-mod=mod GOPROXY=off GOTOOLCHAIN=local GOCACHE=$folder/cache HOME=$folder
      go test ./... ; echo "alone: $?"
      for profile in Clean Clean Offline; do
        "$headwind" run -q --profile $profile -- go test ./... > out 2>&1; echo "$profile: $? $(grep -c cached out) $(grep -c i/o.timeout out)"
      done
      "$headwind" link up shop -q || exit 1
      "$headwind" link exec shop -- go test ./... > out 2>&1; echo "up: $? $(grep -c cached out)"
      "$headwind" link switch shop Offline
      "$headwind" link exec shop -- go test ./... > out 2>&1; echo "switched: $? $(grep -c cached out)"
      "$headwind" link down shop
      """, tools: ["go": "golang-go"], isolated: true)
    #expect(
      result.lines.suffix(6) == [
        "alone: 1", "Clean: 0 0 0", "Clean: 0 0 0", "Offline: 1 0 1", "up: 0 0", "switched: 1 0",
      ], "\(result.everything)")
  }
}
