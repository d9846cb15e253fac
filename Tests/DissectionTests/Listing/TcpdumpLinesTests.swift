import Dissection
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
    let actual = Self.print(frames, linkType: test.linkType, options: options)
    let theirs = Self.packets(in: expected)
    let ours = Self.packets(in: actual)
    #expect(theirs.count == frames.count && ours.count == frames.count)
    var skipped = 0
    for (theirs, ours) in zip(theirs, ours) where theirs != ours {
      if Self.isBeyondUs(theirs) {
        skipped += 1
      } else {
        Issue.record("tcpdump:\n\(theirs)\nours:\n\(ours)")
      }
    }
    // A wrong byte makes another protocol of a packet now and then; no more than that may go unread.
    #expect(skipped <= 12)
  }

  static func print(
    _ frames: [FrameGenerator.Generated], linkType: LinkType, options: ListingOptions
  ) -> [UInt8] {
    var listing = PacketListing(options: options)
    for (index, generated) in frames.enumerated() {
      let frame = Frame(
        number: index + 1, timestamp: Tcpdump.timestamp(of: index), linkType: linkType,
        originalLength: generated.originalLength)
      listing.append(frame, generated.bytes.span)
    }
    return listing.text.withBytes { span in span.indices.map { span[$0] } }
  }

  /// The text of each packet, all its lines: a packet begins with its number, in five places or more.
  private static func packets(in text: [UInt8]) -> [String] {
    var packets: [[UInt8]] = []
    var number = 1
    for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let digits = String(number)
      let prefix = Array((String(repeating: " ", count: max(0, 5 - digits.count)) + digits + "  ").utf8)
      if line.starts(with: prefix) {
        packets.append(Array(line))
        number += 1
      } else if !packets.isEmpty {
        packets[packets.count - 1] += [0x0A] + line
      }
    }
    return packets.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a packet is one of a protocol that docs/tcpdump-lines.md says we do not read.
  private static func isBeyondUs(_ text: String) -> Bool {
    beyondUs.contains { text.contains($0) }
  }

  private static let beyondUs = [
    "RPL", "router renumbering", "who-are-you", "node information", "mptcp", "sctp", "SCTP", "DCCP", "GRE", "OSPF",
    "PIM", "VRRP", "EIGRP", "igrp", "IGRP", "egp", "mobility", "RSVP", "PGM", "dvmrp", "pimv1", "IPComp", "MPLS",
    "Multi-Part", "STP", "IPX", "NTP", "Q.9", "ATM", "FrameRelay", "PPP", "LLDP", "mobile", "ipx", "rsvp", "TELNET",
    "BGP",
    "[|gre]", "EGPv", "TIPC", "Loopback, ", " A6", "[|mobility]", "[|ospf", "[|pim", "[|vrrp]", "[|dccp]",
  ]
}
