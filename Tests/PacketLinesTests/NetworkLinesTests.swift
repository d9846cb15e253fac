import PacketLines
import TestSupport
import Testing
import Wire

/// Tunnels, routers' and bridges' messages, and SCTP: generated, damaged and cut, printed by tcpdump and by us.
@Suite struct NetworkLinesTests {
  static let covers: [(arguments: [String], options: ListingOptions)] = [
    (["-t"], ListingOptions(time: .none)),
    (["-t", "-q"], ListingOptions(time: .none, quick: true)),
    (["-t", "-e"], ListingOptions(time: .none, showsLinkHeader: true)),
    (["-t", "-v"], ListingOptions(time: .none, verbosity: 1)),
    (["-t", "-vv", "-e"], ListingOptions(time: .none, verbosity: 2, showsLinkHeader: true)),
    (["-t", "-x"], ListingOptions(time: .none, dump: .hexadecimal)),
  ]

  @Test(arguments: [LinkType.ethernet, .raw, .ppp, .pppHDLC, .pppEther, .nflog], Array(covers.indices))
  func sameBytesAsTcpdump(_ linkType: LinkType, _ cover: Int) throws {
    var generator = FrameGenerator(
      seed: UInt64(linkType.rawValue) * 31 + UInt64(cover), linkType: linkType, isOfNetworks: true)
    let frames = (0..<600).map { _ in generator.next() }
    var (arguments, options) = Self.covers[cover]
    arguments.append("-#")
    options.showsNumber = true
    let expected = try Tcpdump.lines(frames, linkType: linkType, options: arguments)
    let actual = ListedPackets.print(frames, linkType: linkType, options: options)
    let explained = ListedPackets.compare(
      expected, actual, count: frames.count, "\(linkType.rawValue) \(arguments)")
    // What is read in part differs after that part where a message is damaged.
    #expect(explained <= 60)
  }

  /// tcpdump's `-T`: every payload is what it says, whatever the port.
  @Test(arguments: ListingOptions.Interpretation.allCases)
  func sameBytesWhereThePayloadIsSaidToBe(_ interpretation: ListingOptions.Interpretation) throws {
    var generator = FrameGenerator(seed: 77, linkType: .ethernet)
    let frames = (0..<800).map { _ in generator.next() }
    for (flags, verbosity) in [(["-t", "-#"], 0), (["-t", "-#", "-vv"], 2)] {
      let expected = try Tcpdump.lines(
        frames, linkType: .ethernet, options: flags + ["-T", interpretation.rawValue])
      let options = ListingOptions(
        time: .none, verbosity: verbosity, showsNumber: true, interpretation: interpretation)
      let actual = ListedPackets.print(frames, linkType: .ethernet, options: options)
      #expect(ListedPackets.compare(expected, actual, count: frames.count, interpretation.rawValue) <= 12)
    }
  }
}
