import PacketLines
import TestSupport
import Testing
import Wire

/// Thousands of generated frames, right and wrong, printed by tcpdump and by us: the same bytes.
@Suite struct TcpdumpLinesTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let linkType: LinkType
    let seed: UInt64
    let arguments: [String]
    let options: ListingOptions

    init(_ linkType: LinkType, _ seed: UInt64, _ arguments: String, _ options: ListingOptions) {
      self.linkType = linkType
      self.seed = seed
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.options = options
    }

    var testDescription: String { "link type \(linkType.rawValue), \(arguments.joined(separator: " "))" }
  }

  /// The lines of `-q`, and the bytes after them: what must be equal whatever the packet.
  static let quick: [Case] = [
    Case(.ethernet, 1, "-t -q", ListingOptions(time: .none, quick: true)),
    Case(.ethernet, 2, "-t -q -A", ListingOptions(time: .none, dump: .text, quick: true)),
    Case(.ethernet, 3, "-t -q -x", ListingOptions(time: .none, dump: .hexadecimal, quick: true)),
    Case(.ethernet, 4, "-t -q -X", ListingOptions(time: .none, dump: .hexadecimalAndText, quick: true)),
    Case(.ethernet, 5, "-q -e", ListingOptions(quick: true, showsLinkHeader: true)),
    Case(.linuxSLL2, 6, "-t -q -AA", ListingOptions(time: .none, dump: .textWithLink, quick: true)),
    Case(.linuxSLL, 7, "-tt -q -e", ListingOptions(time: .epoch, quick: true, showsLinkHeader: true)),
    Case(.raw, 8, "-ttt -q -XX", ListingOptions(time: .sincePrevious, dump: .hexadecimalAndTextWithLink, quick: true)),
    Case(.null, 9, "-tttt -q -xx", ListingOptions(time: .dateAndTime, dump: .hexadecimalWithLink, quick: true)),
  ]

  /// The full lines.
  static let full: [Case] = [
    Case(.ethernet, 11, "-t", ListingOptions(time: .none)),
    Case(.ethernet, 12, "-t -S -e", ListingOptions(time: .none, showsLinkHeader: true, absoluteSequenceNumbers: true)),
    Case(.ethernet, 13, "-t -v", ListingOptions(time: .none, verbosity: 1)),
    Case(.ethernet, 14, "-t -vvv", ListingOptions(time: .none, verbosity: 3)),
    Case(.linuxSLL2, 15, "-ttttt -e -v", ListingOptions(time: .sinceFirst, verbosity: 1, showsLinkHeader: true)),
    Case(.linuxSLL, 16, "-t -X", ListingOptions(time: .none, dump: .hexadecimalAndText)),
    Case(.raw, 17, "-t -vv", ListingOptions(time: .none, verbosity: 2)),
    Case(.loop, 18, "-t -e", ListingOptions(time: .none, showsLinkHeader: true)),
  ]

  @Test(arguments: quick + full) func sameBytesAsTcpdump(_ test: Case) throws {
    var generator = FrameGenerator(seed: test.seed, linkType: test.linkType)
    let frames = (0..<1200).map { _ in generator.next() }
    let expected = try Tcpdump.lines(frames, linkType: test.linkType, options: ["-#"] + test.arguments)
    var options = test.options
    options.showsNumber = true
    options.interfaceName = { $0 == 1 ? "lo" : nil }
    let actual = ListedPackets.print(frames, linkType: test.linkType, options: options)
    let explained = ListedPackets.compare(expected, actual, count: frames.count)
    // A wrong byte makes another protocol of a packet now and then; no more than that may go unread.
    #expect(explained <= 12)
  }
}
