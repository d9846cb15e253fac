/// The format of a file according to its first four bytes.
enum FileMagic {
  case pcap(bigEndian: Bool, TimestampResolution)
  case pcapng

  var format: CaptureFormat {
    switch self {
    case .pcap: .pcap
    case .pcapng: .pcapng
    }
  }

  /// Reads the first bytes in the window without consuming them.
  static func read(_ input: inout InputBuffer) throws(CaptureError) -> FileMagic {
    let path = input.path
    guard try input.require(4) else {
      guard input.available > 0 else {
        throw CaptureError(.notACapture, path: path, offset: 0, "the file is empty, not a pcap or pcapng file")
      }
      throw CaptureError(
        .notACapture, path: path, offset: 0, "\(input.available) bytes are too short for a pcap or pcapng file")
    }
    let magic = input.load32(0, bigEndian: false)
    if let known = known(magic, bigEndian: false) ?? known(magic.byteSwapped, bigEndian: true) { return known }
    if let name = refused[magic] ?? refused[magic.byteSwapped] {
      throw CaptureError(
        .unsupported, path: path, offset: 0, "\(name), which is not supported; convert it with `editcap -F pcapng`")
    }
    let found = "0x" + String(magic.byteSwapped, radix: 16)
    throw CaptureError(.notACapture, path: path, offset: 0, "starts with \(found), so it is not a pcap or pcapng file")
  }

  private static func known(_ magic: UInt32, bigEndian: Bool) -> FileMagic? {
    switch magic {
    case 0xA1B2_C3D4: .pcap(bigEndian: bigEndian, .microseconds)
    case 0xA1B2_3C4D: .pcap(bigEndian: bigEndian, .nanoseconds)
    case BlockType.section: .pcapng
    default: nil
    }
  }

  /// Capture formats that are recognized but not supported.
  ///
  /// The variants of pcap have other record layouts. Three of them share the first number, so a reader would have to
  /// guess.
  private static let refused: [UInt32: String] = [
    0xA1B2_CD34: "a modified pcap file (from Alexey Kuznetsov's patched libpcap, in old Linux distributions)",
    0xA1B2_34CD: "a modified pcap file (from Francisco Mesquita's patched libpcap)",
    0xA12B_3C4D: "a modified pcap file (from Navtel Communications)",
    0xA1E2_CB12: "an IXIA hardware capture (lcap)",
    0x6F6F_6E73: "a Solaris snoop file",
    0x4D53_4247: "a Microsoft Network Monitor file",
    0x5852_4E54: "a Sniffer file",
    0x1C00_01AC: "an IXIA hardware capture (lcap)",
  ]
}
