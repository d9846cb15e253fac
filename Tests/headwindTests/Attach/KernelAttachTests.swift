import Glibc
import TestSupport
import Testing

/// `headwind attach` on a kernel that has netem, and no nf_tables at single interfaces: filters of `tc` lead the frames.
@Suite(.serialized, .enabled(if: getenv("RUN_IN_UML") != nil, "needs a kernel with netem: make test-kernel"))
struct KernelAttachTests {
  private func check(_ script: String, as who: LinkUser = .ourselves) throws {
    let result = try AttachScript.run(script, as: who)
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test(arguments: ["netem", "userspace"]) func nothingIsLostAndNothingIsLeft(engine: String) throws {
    try check(AttachScript.nothingIsLost("--engine \(engine)"))
  }

  @Test(arguments: ["netem", "userspace"]) func killingItLetsFramesGoStraight(engine: String) throws {
    try check(AttachScript.killed("--engine \(engine)"))
  }

  @Test(arguments: ["netem", "userspace"]) func onlyAPeerIsTaken(engine: String) throws {
    try check(AttachScript.onlyAPeer("--engine \(engine)"))
  }

  @Test(arguments: ["netem", "userspace"]) func bytesAreCarried(engine: String) throws {
    try check(AttachScript.bytes(mtu: 1500, "--engine \(engine)"))
  }

  /// An interface whose filters are somebody else's is left alone.
  @Test func filtersOfOthersStay() throws {
    try check(
      """
      container; inside tc qdisc add dev eth0 clsact; state > $folder/before
      $headwind attach --pid $target --profile 3G 2> $folder/said && fail "attached"
      grep -q 'eth0 of process .* already has filters of tc' $folder/said || fail "$(cat $folder/said)"
      as_before
      until_there nothing_left
      """)
  }
}
