internal import CPcap
internal import Wire

/// A capture filter as the BPF program that libpcap makes of it for one link type.
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

  func matches(_ frame: Frame, _ bytes: Span<UInt8>) -> Bool {
    var header = pcap_pkthdr()
    header.caplen = bpf_u_int32(clamping: bytes.count)
    header.len = bpf_u_int32(clamping: frame.originalLength)
    // The program's interpreter looks at no byte beyond caplen; the span lends its bytes for this one call.
    return bytes.withUnsafeBufferPointer { pcap_offline_filter(&program, &header, $0.baseAddress) } != 0
  }
}
