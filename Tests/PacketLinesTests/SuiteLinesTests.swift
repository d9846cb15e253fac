import PacketLines
import TestSupport
import Testing
import Wire

/// tcpdump's own test captures, printed by tcpdump and by us: the same bytes with whatever options, as they are and
/// with wrong bytes and cut short.
@Suite struct SuiteLinesTests {
  @Test(arguments: SuiteCaptures.linkTypes, ListingCover.all)
  func sameBytesOfTcpdumpsCaptures(_ linkType: LinkType, _ cover: ListingCover) throws {
    let frames = try #require(SuiteCaptures.packets[linkType])
    let expected = try Tcpdump.lines(
      frames, linkType: linkType, options: cover.arguments, nanoseconds: cover.isNanosecondFile)
    let actual = ListedPackets.print(frames, linkType: linkType, options: cover.options)
    guard expected != actual else { return }
    // Say which packets; none of these captures has a protocol that we do not read.
    let explained = try compare(frames, linkType, cover.numbered)
    Issue.record("other text, or other protocols in \(explained) packets")
  }

  /// Runs `HEADWIND_FUZZ_COUNT` inputs, spread evenly over the combinations of options.
  @Test(arguments: SuiteCaptures.linkTypes) func sameBytesOfMutatedPackets(_ linkType: LinkType) throws {
    let frames = try #require(SuiteCaptures.packets[linkType])
    var mutator = FrameMutator(seed: UInt64(linkType.rawValue) &+ 4099, frames)
    let count = linkType == .ethernet ? FuzzCount.or(3000) : FuzzCount.or(3000) / 8
    let share = min(2000, max(1, count / ListingCover.all.count))
    var explained = 0
    for round in 0..<max(1, count / share) {
      let mutated = (0..<share).map { _ in mutator.next() }
      explained += try compare(mutated, linkType, ListingCover.all[round % ListingCover.all.count].numbered)
    }
    // A wrong byte makes another protocol of a packet now and then; no more than that may go unread.
    #expect(explained * 100 <= count + 200)
  }

  private func compare(
    _ frames: [FrameGenerator.Generated], _ linkType: LinkType, _ cover: ListingCover
  ) throws -> Int {
    let expected = try Tcpdump.lines(
      frames, linkType: linkType, options: cover.arguments, nanoseconds: cover.isNanosecondFile)
    let actual = ListedPackets.print(frames, linkType: linkType, options: cover.options)
    return ListedPackets.compare(expected, actual, count: frames.count, "tcpdump -n \(cover)")
  }
}
