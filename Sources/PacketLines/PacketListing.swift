public import TextOutput
public import Wire

/// Writes packets as tcpdump 4.99.3 does: one line each, and the bytes after it if they are asked for.
///
///     var listing = PacketListing(options: ListingOptions(time: .none, quick: true))
///     listing.append(frame, bytes)
///     listing.text.withBytes { ... }
///     listing.text.removeAll()
///
/// The lines are those of `tcpdump -n`; `docs/tcpdump-lines.md` says where they differ. A line is written without
/// allocating once the buffer and the table of TCP conversations have grown.
public struct PacketListing: Sendable {
  /// How the lines are written.
  public let options: ListingOptions
  /// What has been written and not yet taken.
  public var text: TextBuffer
  /// The protocol that is named when the captured bytes end within a header: `[|tcp]`.
  var layer: StaticString = ""
  /// How many bytes of link-layer header `-x` and `-A` leave out.
  var linkHeaderLength: Int = 0
  let words = ListingWords()
  /// How many packets the current one is within.
  var nesting = 0
  var timeColumn = TimeColumn()
  var sequences = TCPSequenceTable()
  /// What this packet's sequence numbers are counted from, if that was found out before its line is written.
  var givenBase: TCPSequenceTable.Base?
  /// What the sequence numbers of the last TCP header were counted from.
  var usedBase: TCPSequenceTable.Base?

  /// Begins a listing, without any conversation seen.
  public init(options: ListingOptions) {
    self.options = options
    text = TextBuffer()
  }

  /// Appends the line of one frame, and its bytes if the options ask for them.
  /// - Parameter note: what the line ends with, before the bytes.
  public mutating func append(_ frame: Frame, _ bytes: Span<UInt8>, note: PrintableText? = nil) {
    appendNumber(frame)
    guard !appendHeaderComplaint(frame, bytes) else { return }
    givenBase = nil
    appendPacket(frame, bytes, since: timeColumn.reference(for: frame, options), note: note)
  }

  /// Appends the line of a frame of which the context is known, so that the frames before it need not have been seen.
  mutating func append(_ frame: Frame, _ bytes: Span<UInt8>, in context: ListingContext) {
    appendNumber(frame)
    givenBase = context.base
    appendPacket(frame, bytes, since: context.timeReference)
  }

  private mutating func appendNumber(_ frame: Frame) {
    guard options.showsNumber else { return }
    let digits = String(frame.number).utf8.count
    for _ in digits..<max(digits, 5) { text.append(byte: 0x20) }
    text.append(length: frame.number)
    text.append("  ")
  }

  private mutating func appendPacket(
    _ frame: Frame, _ bytes: Span<UInt8>, since reference: ListedTime, note: PrintableText? = nil
  ) {
    appendTime(of: frame, since: reference)
    layer = ""
    linkHeaderLength = 0
    nesting = 0
    do {
      try appendLink(frame, bytes)
    } catch {
      appendTruncation()
      linkHeaderLength = 0
    }
    if let note { text.append(note.text) }
    appendDump(bytes)
    text.append(byte: 0x0A)
  }

  private mutating func appendDump(_ bytes: Span<UInt8>) {
    let packet = bytes.extracting(min(linkHeaderLength, bytes.count)...)
    switch options.dump {
    case .none: break
    case .text: if packet.count > 0 { text.appendText(packet) }
    case .textWithLink: text.appendText(bytes)
    case .hexadecimal: text.appendHexadecimal(packet)
    case .hexadecimalWithLink: text.appendHexadecimal(bytes)
    case .hexadecimalAndText: text.appendHexadecimalAndText(packet)
    case .hexadecimalAndTextWithLink: text.appendHexadecimalAndText(bytes)
    }
  }

  private mutating func appendLink(_ frame: Frame, _ bytes: Span<UInt8>) throws(Truncation) {
    let length = frame.originalLength
    switch frame.linkType {
    case .ethernet:
      linkHeaderLength = try appendEthernet(bytes, at: 0, length: length)
    case .linuxSLL: try appendLinuxSLL(bytes, length: length)
    case .linuxSLL2: try appendLinuxSLL2(bytes, length: length)
    case .null, .loop: try appendLoopback(bytes, length: length)
    case .raw, .ipv4, .ipv6:
      layer = "raw"
      if options.showsLinkHeader { text.append("ip: ") }
      try appendIP(bytes, at: 0, length: length)
    case .ppp, .pppWithDirection: try appendPPPLink(bytes, length: length)
    case .pppHDLC: try appendSerial(bytes, length: length)
    case .pppEther: linkHeaderLength = try appendPPPoE(bytes, at: 0, length: length)
    case .nflog: try appendNFLOG(bytes, length: length)
    default:
      layer = "unsupported"
      text.append("[link type ")
      text.append(frame.linkType.rawValue)
      text.append(" is not read]")
    }
  }

  /// ` [|tcp]`: the captured bytes end within a header of this protocol.
  mutating func appendTruncation() {
    text.append(" [|")
    text.append(layer.description)
    text.append(byte: 0x5D)
  }

  mutating func appendInvalid() {
    text.append(" (invalid)")
  }

  /// What the file says of a packet cannot be: that is the whole line.
  mutating func appendHeaderComplaint(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    let captured = bytes.count
    let original = frame.originalLength
    let start = text.count
    func separator() -> String { text.count == start ? "[Invalid header:" : "," }
    if captured == 0 { text.append("[Invalid header: caplen==0") }
    if original == 0 {
      text.append(separator())
      text.append(" len==0")
    } else if original < captured {
      text.append(separator())
      text.append(" len(")
      text.append(length: original)
      text.append(") < caplen(")
      text.append(length: captured)
      text.append(")")
    }
    for (name, value) in [("caplen", captured), ("len", original)] where value > Self.maximumLength {
      text.append(separator())
      text.append(" \(name)(\(UInt32(truncatingIfNeeded: value))) > \(Self.maximumLength)")
    }
    guard text.count > start else { return false }
    text.append("]\n")
    return true
  }

  /// How many packets and options may be within each other; whoever nests more wants the stack to run out.
  static let deepestNesting = 64

  /// The longest packet that is taken for one.
  static let maximumLength = 262_144
}
