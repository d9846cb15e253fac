import PacketLines
import TestSupport
import Testing
import TextOutput
import Wire

/// The text that packets have become, ours and tcpdump's, packet by packet.
enum ListedPackets {
  /// What we print of `frames`.
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

  /// Records each packet that differs without another protocol being the reason; gives how many have that reason.
  static func compare(
    _ expected: [UInt8], _ actual: [UInt8], count: Int, _ comment: @autoclosure () -> String = ""
  ) -> Int {
    if expected == actual { return 0 }
    let theirs = packets(in: expected)
    let ours = packets(in: actual)
    #expect(theirs.count == count && ours.count == count, "\(comment())")
    var explained = 0
    for (theirs, ours) in zip(theirs, ours) where theirs != ours {
      if OtherProtocols.explain(ours, unlike: theirs) {
        explained += 1
      } else {
        Issue.record("\(comment())\ntcpdump:\n\(theirs)\nours:\n\(ours)")
      }
    }
    return explained
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
}
