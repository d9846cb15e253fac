internal import CPcap
internal import Wire

/// A capture filter that libpcap has compiled to a BPF program for one link type.
final class FilterProgram {
  private var program = bpf_program()

  init(_ expression: String, linkType: LinkType, snapshotLength: Int) throws(CaptureError) {
    guard let dead = pcap_open_dead(linkType.dataLink, Int32(clamping: snapshotLength)) else {
      throw CaptureError(.invalidFilter, path: expression, "out of memory")
    }
    defer { pcap_close(dead) }
    guard pcap_compile(dead, &program, expression, 1, bpf_u_int32(PCAP_NETMASK_UNKNOWN)) == 0 else {
      throw CaptureError(.invalidFilter, path: expression, String(cString: pcap_geterr(dead)))
    }
  }

  deinit {
    pcap_freecode(&program)
  }

  /// The program as text, in the formats of tcpdump's `-d`, `-dd` and `-ddd`.
  func text(_ style: CaptureFilter.Style) -> String {
    let instructions = UnsafeBufferPointer(start: program.bf_insns, count: Int(program.bf_len))
    switch style {
    case .assembly:
      return instructions.enumerated().map { index, instruction in
        var instruction = instruction
        // libpcap returns a pointer to a static buffer, so copy it at once.
        return String(cString: bpf_image(&instruction, Int32(clamping: index))) + "\n"
      }.joined()
    case .c:
      return instructions.map {
        "{ 0x\(Self.hex($0.code, 1)), \($0.jt), \($0.jf), 0x\(Self.hex($0.k, 8)) },\n"
      }.joined()
    case .numbers:
      return "\(instructions.count)\n" + instructions.map { "\($0.code) \($0.jt) \($0.jf) \($0.k)\n" }.joined()
    }
  }

  private static func hex(_ value: some FixedWidthInteger, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  func matches(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    var header = pcap_pkthdr()
    header.caplen = bpf_u_int32(clamping: bytes.count)
    header.len = bpf_u_int32(clamping: frame.originalLength)
    // The interpreter reads no byte beyond caplen, and the pointer is used only during this call.
    return bytes.withUnsafeBufferPointer { pcap_offline_filter(&program, &header, $0.baseAddress) } != 0
  }
}
