extension FieldTable {
  /// LLDP: the fields, with Wireshark's names and types.
  static let lldp: [Field] = [
    Field(.lldp, "lldp", .protocol, "LLDP: discovery of neighbors on the link"),
    Field(.lldpTlvType, "lldp.tlv.type", .uint16, "Kind of information", mask: 0xfe00, values: .lldpTlvType),
    Field(.lldpTlvLen, "lldp.tlv.len", .uint16, "Length of the information, in bytes", mask: 0x1ff),
    Field(.lldpChassisSubtype, "lldp.chassis.subtype", .uint8, "How the chassis is named", values: .lldpChassisSubtype),
    Field(.lldpChassisId, "lldp.chassis.id", .bytes, "Chassis"),
    Field(.lldpChassisIdMac, "lldp.chassis.id.mac", .ethernet, "MAC address of the chassis"),
    Field(.lldpChassisIdIp4, "lldp.chassis.id.ip4", .ipv4, "IPv4 address of the chassis"),
    Field(.lldpChassisIdIp6, "lldp.chassis.id.ip6", .ipv6, "IPv6 address of the chassis"),
    Field(
      .lldpNetworkAddressSubtype, "lldp.network_address.subtype", .uint8, "Address family",
      values: .lldpNetworkAddressSubtype),
    Field(.lldpPortSubtype, "lldp.port.subtype", .uint8, "How the port is named", values: .lldpPortSubtype),
    Field(.lldpPortId, "lldp.port.id", .string, "Port of the sender"),
    Field(.lldpPortIdMac, "lldp.port.id.mac", .ethernet, "MAC address of the port"),
    Field(.lldpPortIdIp4, "lldp.port.id.ip4", .ipv4, "IPv4 address of the port"),
    Field(.lldpPortIdIp6, "lldp.port.id.ip6", .ipv6, "IPv6 address of the port"),
    Field(.lldpPortDesc, "lldp.port.desc", .string, "Description of the port"),
    Field(.lldpTimeToLive, "lldp.time_to_live", .uint16, "Time that the information is valid, in seconds"),
    Field(.lldpTlvSystemName, "lldp.tlv.system.name", .string, "Name of the system"),
    Field(.lldpTlvSystemDesc, "lldp.tlv.system.desc", .string, "Description of the system"),
    Field(.lldpTlvSystemCap, "lldp.tlv.system_cap", .uint16, "Functions that the system has", base: .hex),
    Field(
      .lldpTlvSystemCapOther, "lldp.tlv.system_cap.other", .boolean, "Something else", bits: 16, mask: 0x1,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapRepeater, "lldp.tlv.system_cap.repeater", .boolean, "Repeats frames", bits: 16, mask: 0x2,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapBridge, "lldp.tlv.system_cap.bridge", .boolean, "Bridges frames", bits: 16, mask: 0x4,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapWlanAccessPt, "lldp.tlv.system_cap.wlan_access_pt", .boolean, "Is a Wi-Fi access point",
      bits: 16,
      mask: 0x8, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapRouter, "lldp.tlv.system_cap.router", .boolean, "Routes packets", bits: 16, mask: 0x10,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapTelephone, "lldp.tlv.system_cap.telephone", .boolean, "Is a telephone", bits: 16, mask: 0x20,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapDocsisCableDevice, "lldp.tlv.system_cap.docsis_cable_device", .boolean, "Is a DOCSIS device",
      bits: 16, mask: 0x40, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapStationOnly, "lldp.tlv.system_cap.station_only", .boolean, "Is a station and nothing else",
      bits: 16, mask: 0x80,
      truth: ("Capable", "Not capable")),
    Field(.lldpTlvEnableSystemCap, "lldp.tlv.enable_system_cap", .uint16, "Functions that are on", base: .hex),
    Field(
      .lldpTlvEnableSystemCapOther, "lldp.tlv.enable_system_cap.other", .boolean, "Something else", bits: 16, mask: 0x1,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapRepeater, "lldp.tlv.enable_system_cap.repeater", .boolean, "Repeats frames", bits: 16,
      mask: 0x2,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapBridge, "lldp.tlv.enable_system_cap.bridge", .boolean, "Bridges frames", bits: 16,
      mask: 0x4,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapWlanAccessPt, "lldp.tlv.enable_system_cap.wlan_access_pt", .boolean,
      "Is a Wi-Fi access point",
      bits: 16, mask: 0x8, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapRouter, "lldp.tlv.enable_system_cap.router", .boolean, "Routes packets", bits: 16,
      mask: 0x10,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapTelephone, "lldp.tlv.enable_system_cap.telephone", .boolean, "Is a telephone", bits: 16,
      mask: 0x20, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapDocsisCableDevice, "lldp.tlv.enable_system_cap.docsis_cable_device", .boolean,
      "Is a DOCSIS device", bits: 16, mask: 0x40, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapStationOnly, "lldp.tlv.enable_system_cap.station_only", .boolean,
      "Is a station and nothing else", bits: 16,
      mask: 0x80, truth: ("Capable", "Not capable")),
    Field(.lldpMgnAddressLen, "lldp.mgn.address.len", .uint8, "Length of family and address, in bytes"),
    Field(
      .lldpMgnAddressSubtype, "lldp.mgn.address.subtype", .uint8, "Family of the management address",
      values: .lldpNetworkAddressSubtype),
    Field(.lldpMgnAddrIp4, "lldp.mgn.addr.ip4", .ipv4, "IPv4 address for management"),
    Field(.lldpMgnAddrIp6, "lldp.mgn.addr.ip6", .ipv6, "IPv6 address for management"),
    Field(.lldpMgnAddrHex, "lldp.mgn.addr.hex", .bytes, "Address for management"),
    Field(
      .lldpMgnInterfaceSubtype, "lldp.mgn.interface.subtype", .uint8, "How the interface is numbered",
      values: .lldpMgnInterfaceSubtype),
    Field(.lldpMgnInterfaceNumber, "lldp.mgn.interface.number", .uint32, "Number of the interface"),
    Field(.lldpMgnObjLen, "lldp.mgn.obj.len", .uint8, "Length of the object identifier, in bytes"),
    Field(.lldpOrgtlvOui, "lldp.orgtlv.oui", .uint24, "Organization (OUI)"),
  ]
}
