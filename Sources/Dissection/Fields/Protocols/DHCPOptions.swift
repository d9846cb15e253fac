import Wire

/// The options of DHCP (RFC 2132).
enum DHCPOptions {
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      let kind = bytes[position]
      if kind == 0 {
        let end = (position..<bytes.count).first { bytes[$0] != 0 } ?? bytes.count
        tree.add(.dhcpOptionPadding, position..<end, .bytes)
        position = end
        continue
      }
      if kind == 255 {
        let mark = tree.begin(.dhcpOptionType, position..<position + 1, .unsigned(255), text: "Option: (255) End")
        tree.add(.dhcpOptionEnd, position..<position + 1, .unsigned(255), text: "Option End: 255")
        tree.end(mark)
        if position + 1 < bytes.count { tree.add(.dhcpOptionPadding, position + 1..<bytes.count, .bytes) }
        return
      }
      let length = Int(try bytes.number(1, at: position + 1))
      try bytes.need(length, at: position + 2)
      let data = position + 2
      let mark = tree.begin(
        .dhcpOptionType, position..<data + length, .unsigned(UInt64(kind)),
        text: "Option: (\(kind)) \(names[kind] ?? "Unassigned")")
      try tree.number(.dhcpOptionLength, bytes, position + 1, 1)
      if length > 0 { try tree.bytes(.dhcpOptionValue, bytes, data, length) }
      try value(&tree, bytes.extracting(0..<data + length), data, kind)
      tree.end(mark)
      position = data + length
    }
  }

  private static func value(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ kind: UInt8)
    throws(DissectionStop)
  {
    let length = bytes.count - start
    switch kind {
    case 53: try tree.number(.dhcpOptionDhcp, bytes, start, 1)
    case 55: for offset in start..<bytes.count { try tree.number(.dhcpOptionRequestListItem, bytes, offset, 1) }
    case 57: try tree.number(.dhcpOptionDhcpMaxMessageSize, bytes, start, 2)
    case 26: try tree.number(.dhcpOptionInterfaceMtu, bytes, start, 2)
    case 61:
      let isHardware = length == 7 && bytes[start] == 1
      try tree.number(isHardware ? .dhcpHwType : .dhcpClientIdType, bytes, start, 1)
      if isHardware { try tree.ethernet(.dhcpHwMacAddr, bytes, start + 1) }
    default:
      if let field = times[kind] {
        try tree.number(field, bytes, start, 4)
      } else if let field = texts[kind] {
        try tree.string(field, bytes, start, length)
      } else if let field = addresses[kind] {
        for index in 0..<(length / 4) { try tree.ipv4(field, bytes, start + index * 4) }
      }
    }
  }

  private static let times: [UInt8: FieldID] = [
    51: .dhcpOptionIpAddressLeaseTime, 58: .dhcpOptionRenewalTimeValue, 59: .dhcpOptionRebindingTimeValue,
  ]
  private static let texts: [UInt8: FieldID] = [
    12: .dhcpOptionHostname, 15: .dhcpOptionDomainName, 56: .dhcpOptionMessage, 60: .dhcpOptionVendorClassId,
  ]
  private static let addresses: [UInt8: FieldID] = [
    1: .dhcpOptionSubnetMask, 3: .dhcpOptionRouter, 6: .dhcpOptionDomainNameServer, 28: .dhcpOptionBroadcastAddress,
    42: .dhcpOptionNtpServer, 50: .dhcpOptionRequestedIpAddress, 54: .dhcpOptionDhcpServerId,
  ]
  private static let names: [UInt8: String] = [
    1: "Subnet Mask", 3: "Router", 6: "Domain Name Server", 12: "Host Name", 15: "Domain Name",
    26: "Interface MTU", 28: "Broadcast Address", 42: "Network Time Protocol Servers",
    43: "Vendor-Specific Information", 50: "Requested IP Address", 51: "IP Address Lease Time",
    53: "DHCP Message Type", 54: "DHCP Server Identifier", 55: "Parameter Request List", 56: "Message",
    57: "Maximum DHCP Message Size", 58: "Renewal Time Value", 59: "Rebinding Time Value",
    60: "Vendor class identifier", 61: "Client identifier", 121: "Classless Static Route",
  ]
}
