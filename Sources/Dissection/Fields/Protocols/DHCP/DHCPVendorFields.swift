import Wire

/// What vendors put into DHCP, by their enterprise numbers (RFC 3925).
enum DHCPVendorFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isClass: Bool
  ) throws(DissectionStop) {
    var position = start
    while position + 5 <= bytes.count {
      let length = Int(bytes[position + 4])
      let data = position + 5
      if isClass {
        try tree.number(.dhcpOptionViClassEnterprise, bytes, position, 4)
        try tree.number(.dhcpOptionViClassLength, bytes, position + 4, 1)
        try tree.string(.dhcpOptionViClassData, bytes, data, length)
      } else {
        let enterprise = try bytes.number(4, at: position)
        let mark = tree.begin(.dhcpOptionViEnterprise, position..<position + 4, .unsigned(enterprise))
        try tree.number(.dhcpOptionViLength, bytes, position + 4, 1)
        guard data + length <= bytes.count else { return tree.end(mark) }
        try suboptions(&tree, bytes, data, data + length)
        tree.end(mark)
      }
      position = data + length
    }
    if position < bytes.count { DHCPOptions.expert(&tree, "The option is shorter than 5 bytes") }
  }

  private static func suboptions(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ end: Int
  ) throws(DissectionStop) {
    var position = start
    while position < end {
      let mark = tree.begin(.dhcpVendorSuboption, position..<position + 1, .unsigned(UInt64(bytes[position])))
      defer { tree.end(mark) }
      guard position + 1 < end else { return }
      let length = Int(try tree.number(.dhcpOptionSuboptionLength, bytes, position + 1, 1))
      guard position + 2 + length <= end else { return }
      try tree.bytes(.dhcpVendorData, bytes, position + 2, length)
      position += 2 + length
    }
  }
}
