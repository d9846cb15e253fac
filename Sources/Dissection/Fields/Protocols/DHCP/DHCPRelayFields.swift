import TextOutput
import Wire

/// What relay agents add to DHCP messages (RFC 3046): suboptions.
enum DHCPRelayFields {
  private static let fields: [UInt8: FieldID] = [
    1: .dhcpOptionAgentInformationOptionAgentCircuitId, 2: .dhcpOptionAgentInformationOptionAgentRemoteId,
    4: .dhcpOptionAgentInformationOptionDocsisDeviceClass, 5: .dhcpOptionAgentInformationOptionLinkSelection,
    6: .dhcpOptionAgentInformationOptionSubscriberId, 7: .dhcpOptionAgentInformationOptionRadiusAttributes,
    8: .dhcpOptionAgentInformationOptionAuthentication, 10: .dhcpOptionAgentInformationOptionFlags,
    11: .dhcpOptionAgentInformationOptionServerIdOverride, 12: .dhcpOptionAgentInformationOptionRelayAgentId,
  ]

  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position + 1 < bytes.count {
      let (kind, length) = (bytes[position], Int(bytes[position + 1]))
      let data = position + 2
      let mark = tree.begin(
        .dhcpOptionAgentInformationOptionSuboption, position..<data + length, .unsigned(UInt64(kind)),
        text: "Suboption of the relay agent: \(kind), "
          + "\(ValueNames.dhcpOptionAgentInformationOptionSuboption[UInt64(kind)] ?? "not known")")
      defer { tree.end(mark) }
      try tree.number(.dhcpOptionSuboptionLength, bytes, position + 1, 1)
      guard data + length <= bytes.count else { return }
      let field = fields[kind]
      tree.add(
        .dhcpOptionAgentInformationOptionValue, data..<data + length, .bytes,
        traits: field == nil && kind != 9 ? [] : .hidden)
      let value = bytes.extracting(0..<data + length)
      if kind == 9 {
        try vendors(&tree, value, data)
      } else if let field {
        if let width = FieldTable[field].type.width, width != length {
          DHCPOptions.expert(&tree, "The suboption should have \(width) bytes")
        } else {
          try tree.run([field], value, data)
        }
      }
      position = data + length
    }
  }

  /// RFC 4243.
  private static func vendors(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      try tree.number(.dhcpOptionAgentInformationOptionViEnterprise, bytes, position, 4)
      let length = Int(try tree.number(.dhcpOptionAgentInformationOptionViDataLength, bytes, position + 4, 1))
      try tree.bytes(.dhcpOptionAgentInformationOptionValue, bytes, position + 5, length)
      position += 5 + length
    }
  }
}
