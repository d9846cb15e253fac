import TestSupport
import Testing

/// Faults at the start of a link and limits of the process: what is said, and what goes on.
@Suite(.serialized, .waiting) struct StartTests {
  typealias Who = FaultScript.Who

  private func check(_ script: String, as who: Who = .root, tools: [String: String] = [:]) throws {
    let result = try FaultScript.run(script, as: who, tools: tools)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// A file that cannot be written stands where /dev/null is.
  @Test func theTrueCauseIsSaid() throws {
    try check(
      """
      touch $folder/null; mount --bind $folder/null /dev/null; mount -o remount,bind,ro /dev/null
      $headwind run -q -- true 2>$folder/said; [ $? = 125 ] || fail "status $?"
      grep -q 'cannot open /dev/null: Read-only' $folder/said || fail "$(cat $folder/said)"
      """)
  }

  /// `nft` is killed before it has answered.
  @Test func aHelperThatIsKilledAtTheStartIsSaid() throws {
    try check(
      """
      printf '#!/bin/sh\\nkill -9 $$\\n' >$folder/nft; chmod 755 $folder/nft
      mount --bind $folder/nft "$(readlink -f "$(command -v nft)")"
      $headwind run -q --connected -- true 2>$folder/said; [ $? = 125 ] || fail "status $?"
      grep -q 'nft has ended without an answer' $folder/said || fail "$(cat $folder/said)"
      """)
  }

  /// The console has its file whatever numbers are taken.
  @Test(arguments: [3, 9, 10, 12]) func aConsoleBesideInheritedDescriptors(last: Int) throws {
    try check(
      """
      for number in $(seq 3 \(last)); do eval "exec $number</dev/null"; done
      $headwind run --console -- sh -c 'curl -sS -o /dev/null http://search.example/; exit 7' 2>$folder/said
      [ $? = 7 ] || fail "$(cat $folder/said)"
      grep -q 'the console: http' $folder/said || fail "$(cat $folder/said)"
      [ "$(wc -l <$folder/said)" = 2 ] || fail "$(cat $folder/said)"
      """, tools: ["curl": "curl"])
  }

  /// A file that reaches the limit on the size of files is cut and said, as on a full disk. The program has the signal as the user has it.
  @Test(arguments: Who.allCases) func theSizeOfFilesIsLimited(_ who: Who) throws {
    try check(
      """
      fetch="curl -sS -o /dev/null http://search.example/search.json?rpp=100&q=apple"
      mkdir -m 777 $folder/out
      # Beyond the limit the shell's own redirections fail, too: what is said goes through a pipe.
      said=$( (ulimit -f 16; $run $headwind run -q --capture $folder/out/run.pcapng -- $fetch; echo "status $?") 2>&1)
      case $said in *'status 125'*) ;; *) fail "$said";; esac
      case $said in *'File too large; the file has '*' complete packets'*) ;; *) fail "$said";; esac
      $headwind capture -r $folder/out/run.pcapng >$folder/list 2>&1 || fail "$(cat $folder/list)"
      ignored=$($run $headwind run -q -- sed -n 's/SigIgn:[^0-9a-f]*/0x/p' /proc/self/status)
      # SIGXFSZ is number 25.
      [ $((ignored >> 24 & 1)) = 0 ] || fail "ignored signals: $ignored"
      (trap '' XFSZ; ignored=$($run $headwind run -q -- sed -n 's/SigIgn:[^0-9a-f]*/0x/p' /proc/self/status)
        [ $((ignored >> 24 & 1)) = 1 ]) || fail "SIGXFSZ is not ignored"
      clean
      """, as: who, tools: ["curl": "curl"])
  }
}
