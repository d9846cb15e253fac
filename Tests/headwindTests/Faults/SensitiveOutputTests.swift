import TestSupport
import Testing

/// Every file that can hold packets, secrets or bodies is for its owner alone, also where a file of that name was there before.
@Suite(.waiting) struct SensitiveOutputTests {
  /// `all_private FOLDER`: whether nobody but the owner may read or write any file there.
  private static let functions = """
    fail() { echo "line ${BASH_LINENO[0]}: $*" >&2; exit 1; }
    all_private() {
      [ -n "$(find $1 -type f)" ] || fail "no file in $1"
      others=$(find $1 -type f -perm /077 -printf '%m %p\\n')
      [ -z "$others" ] || fail "for others: $others"
    }
    # A file with that name that everybody may read, and the folder that it is in.
    was_there() { mkdir -p $(dirname $1); echo "before" > $1; chmod 644 $1; }
    umask 0
    slow=\(Repository.file("captures/recorded/slow-net.pcapng"))
    fetch="curl -sS -o /dev/null http://search.example/search.json?q=apple"
    """

  private func run(_ script: String) throws {
    let result = try Shell.run(Self.functions + "\n" + script, tools: ["curl": "curl"])
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test(arguments: ["", "--console"]) func capturesOfRuns(_ option: String) throws {
    try run(
      """
      mkdir $folder/out
      for name in new old; do
        [ $name = new ] || was_there $folder/out/$name.pcapng
        $headwind run --private -q \(option) --capture $folder/out/$name.pcapng -- $fetch 2>$folder/said || fail "$(cat $folder/said)"
        $headwind capture -r $folder/out/$name.pcapng -c 1 >/dev/null || fail "no capture"
      done
      all_private $folder/out
      """)
  }

  @Test func logsOfServers() throws {
    try run(
      """
      was_there $folder/out/old.log
      for name in new old; do $headwind run --private -q --server-log $folder/out/$name.log -- $fetch || fail "$name"; done
      grep -q request-ended $folder/out/old.log || fail "$(cat $folder/out/old.log)"
      grep -q before $folder/out/old.log && fail "what was there before stays"
      all_private $folder/out
      """)
  }

  @Test func copiesAndRotatedFiles() throws {
    try run(
      """
      was_there $folder/out/old.pcapng; was_there $folder/out/turned
      for name in new old; do $headwind capture -r $slow -w $folder/out/$name.pcapng || fail "$name"; done
      $headwind capture -r $slow -w $folder/out/turned -C 1 || fail "rotation"
      $headwind capture -r $slow -w - > $folder/of-the-shell.pcap
      $headwind capture -r $slow -w /dev/null || fail "/dev/null"
      $headwind capture -r $slow -w /dev/stdout | cmp - $folder/of-the-shell.pcap || fail "/dev/stdout"
      $headwind capture -r $slow -w >(cat > $folder/piped.pcap) || fail "a pipe"
      for i in $(seq 200); do cmp -s $folder/piped.pcap $folder/of-the-shell.pcap && break; sleep 0.02; done
      cmp $folder/piped.pcap $folder/of-the-shell.pcap || fail "another capture in the pipe"
      ln -s $folder/elsewhere $folder/out/link
      $headwind capture -r $slow -w $folder/out/link 2>$folder/said && fail "a link was followed"
      grep -q 'it is a symbolic link; name the file itself' $folder/said || fail "$(cat $folder/said)"
      [ ! -e $folder/elsewhere ] || fail "made through a link"
      all_private $folder/out
      """)
  }

  @Test func pagesAndObjects() throws {
    try run(
      """
      was_there $folder/out/old.html
      for name in new old; do $headwind console --save $folder/out/$name.html $slow || fail "$name"; done
      grep -q 'id="saved"' $folder/out/old.html || fail "no page"
      $headwind export objects -r $slow $folder/out/objects >/dev/null || fail "objects"
      all_private $folder/out
      """)
  }

  @Test func capturesOfStandingLinks() throws {
    try run(
      """
      export XDG_RUNTIME_DIR=$folder/runtime; mkdir -m 700 $XDG_RUNTIME_DIR
      was_there $folder/out/up.pcapng; was_there $folder/out/back.pcapng
      $headwind link up secrets -q --private --capture $folder/out/up.pcapng || fail "up"
      trap '$headwind link down secrets' EXIT
      $headwind link exec secrets -- sh -c \
        "$headwind control 'mark start' && $fetch && $headwind control 'capture $folder/out/back.pcapng'" || fail "exec"
      all_private $folder/out
      """)
  }
}
