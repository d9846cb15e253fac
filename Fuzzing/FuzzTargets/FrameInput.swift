import Dissection
import PacketLines
import TextOutput
import Wire

/// One frame: a byte that chooses the link type and the options, a byte for how much longer it was on the wire, and the rest.
struct FrameInput {
  static let linkTypes: [LinkType] = [
    .ethernet, .raw, .linuxSLL, .linuxSLL2, .null, .ppp, .pppHDLC, .nflog,
  ]

  let choice: UInt8
  let frame: Frame
  let bytes: [UInt8]

  init?(_ input: [UInt8]) {
    guard input.count > 2 else { return nil }
    choice = input[0]
    bytes = Array(input[2...])
    frame = Frame(
      number: 1, timestamp: Timestamp(nanoseconds: 1_700_000_000_123_456_789),
      linkType: Self.linkTypes[Int(choice & 7)], originalLength: bytes.count + Int(input[1]))
  }

  func readHeaders() {
    let span = bytes.span
    _ = PacketHeaders(innermostOf: frame, span)
    _ = try? EthernetHeader(span)
    _ = try? VLANTag(span, at: 0)
    _ = try? LinuxSLLHeader(span)
    _ = try? LinuxSLL2Header(span)
    _ = try? LoopbackHeader(span, linkType: .null)
    _ = try? ARPPacket(span, at: 0)
    _ = try? IPv4Header(span)
    _ = try? IPv6Header(span)
    _ = try? IPv6ExtensionHeader(span, at: 0, number: .hopByHop)
    _ = try? IPv6FragmentHeader(span, at: 0)
    _ = try? ICMPHeader(span, at: 0)
    _ = try? UDPHeader(span, at: 0)
    _ = try? TCPHeader(span, at: 0)
    _ = try? DNSMessage(span)
    _ = try? PPPHeader(span, at: 0)
    _ = try? PPPoEHeader(span, at: 0)
    _ = try? MPLSLabel(span, at: 0)
    _ = try? NFLOGAttribute(span, at: 0)
    _ = try? GREHeader(span, at: 0)
    _ = try? VXLANHeader(span, at: 0)
    _ = try? GeneveHeader(span, at: 0)
    if let header = try? GTPHeader(span, at: 0) { _ = header.carried(span, at: 0) }
    _ = try? CAPWAPHeader(span, at: 0)
    _ = try? L2TPHeader(span, at: 0)
    _ = try? TeredoHeader(span, at: 0)
    _ = try? VXLANGPEHeader(span, at: 0)
    readSTUN()
  }

  private func readSTUN() {
    let span = bytes.span
    let message = STUNMessage(span, at: 0)
    var position = 0
    while let attribute = STUNAttribute(span, at: position, limit: span.count) {
      _ = STUNAddress(span, in: attribute.value, xoredWith: message)
      position = attribute.end
    }
  }

  func list() {
    let dumps: [ListingOptions.Dump] = [.none, .text, .hexadecimal, .hexadecimalAndTextWithLink]
    var listing = PacketListing(
      options: ListingOptions(
        time: choice & 8 == 0 ? .dateAndTime : .sincePrevious, dump: dumps[Int(choice >> 6)],
        quick: choice & 0x38 == 0x38, verbosity: Int(choice >> 4 & 3), showsLinkHeader: choice & 8 != 0))
    for _ in 0..<2 { listing.append(frame, bytes.span) }
    listing.text.withBytes { Oracle.printable($0, "list") }
  }

  func dissect() {
    var dissector = PacketDissector()
    var printer = TreePrinter()
    // Mostly once: the second time shows what the first left behind.
    for _ in 0..<(choice & 0x18 == 0 ? 2 : 1) {
      dissector.dissect(frame, bytes.span)
      let tree = dissector.tree
      for node in tree.nodes {
        tree.withBytes(of: node, frame: bytes.span) { part in
          if part.count > 0 { _ = part[0] ^ part[part.count - 1] }
        }
      }
    }
    let summary = PacketSummary(dissector.tree)
    for part in [summary.source, summary.destination, summary.name, summary.info, summary.fate] {
      Oracle.text(part, "summary")
    }
    // One form for each input: a tree takes a tenth of the time that its text takes.
    if choice & 0x40 == 0 {
      printer.appendText(dissector.tree, bytes.span)
      printer.text.withBytes { Oracle.text($0, "tree") }
    } else {
      printer.appendObject(dissector.tree, frame, bytes.span)
      printer.text.withBytes { Oracle.json($0, "tree") }
      printer.text.removeAll()
      printer.appendLines(dissector.tree, frame, bytes.span)
      printer.text.withBytes { Oracle.text($0, "tree in lines") }
    }
  }
}
