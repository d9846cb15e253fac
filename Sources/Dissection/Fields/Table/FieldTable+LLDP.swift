extension FieldTable {
  /// LLDP: the fields and their Wireshark definitions.
  static let lldp: [Field] = [
    Field(.lldp, "lldp", .protocol, "Link Layer Discovery Protocol"),
    Field(.lldpTlvType, "lldp.tlv.type", .uint16, "TLV Type", mask: 0xfe00, values: .lldpTlvType),
    Field(.lldpTlvLen, "lldp.tlv.len", .uint16, "TLV Length", mask: 0x1ff),
    Field(.lldpChassisSubtype, "lldp.chassis.subtype", .uint8, "Chassis Id Subtype", values: .lldpChassisSubtype),
    Field(.lldpChassisId, "lldp.chassis.id", .bytes, "Chassis Id"),
    Field(.lldpChassisIdMac, "lldp.chassis.id.mac", .ethernet, "Chassis Id"),
    Field(.lldpChassisIdIp4, "lldp.chassis.id.ip4", .ipv4, "Chassis Id"),
    Field(.lldpChassisIdIp6, "lldp.chassis.id.ip6", .ipv6, "Chassis Id"),
    Field(
      .lldpNetworkAddressSubtype, "lldp.network_address.subtype", .uint8, "Network Address family",
      values: .lldpNetworkAddressSubtype),
    Field(.lldpPortSubtype, "lldp.port.subtype", .uint8, "Port Id Subtype", values: .lldpPortSubtype),
    Field(.lldpPortId, "lldp.port.id", .string, "Port Id"),
    Field(.lldpPortIdMac, "lldp.port.id.mac", .ethernet, "Port Id"),
    Field(.lldpPortIdIp4, "lldp.port.id.ip4", .ipv4, "Port Id"),
    Field(.lldpPortIdIp6, "lldp.port.id.ip6", .ipv6, "Port Id"),
    Field(.lldpPortDesc, "lldp.port.desc", .string, "Port Description"),
    Field(.lldpTimeToLive, "lldp.time_to_live", .uint16, "Seconds"),
    Field(.lldpTlvSystemName, "lldp.tlv.system.name", .string, "System Name"),
    Field(.lldpTlvSystemDesc, "lldp.tlv.system.desc", .string, "System Description"),
    Field(.lldpTlvSystemCap, "lldp.tlv.system_cap", .uint16, "Capabilities", base: .hex),
    Field(
      .lldpTlvSystemCapOther, "lldp.tlv.system_cap.other", .boolean, "Other", bits: 16, mask: 0x1,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapRepeater, "lldp.tlv.system_cap.repeater", .boolean, "Repeater", bits: 16, mask: 0x2,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapBridge, "lldp.tlv.system_cap.bridge", .boolean, "Bridge", bits: 16, mask: 0x4,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapWlanAccessPt, "lldp.tlv.system_cap.wlan_access_pt", .boolean, "WLAN access point", bits: 16,
      mask: 0x8, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapRouter, "lldp.tlv.system_cap.router", .boolean, "Router", bits: 16, mask: 0x10,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapTelephone, "lldp.tlv.system_cap.telephone", .boolean, "Telephone", bits: 16, mask: 0x20,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapDocsisCableDevice, "lldp.tlv.system_cap.docsis_cable_device", .boolean, "DOCSIS cable device",
      bits: 16, mask: 0x40, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvSystemCapStationOnly, "lldp.tlv.system_cap.station_only", .boolean, "Station only", bits: 16, mask: 0x80,
      truth: ("Capable", "Not capable")),
    Field(.lldpTlvEnableSystemCap, "lldp.tlv.enable_system_cap", .uint16, "Enabled Capabilities", base: .hex),
    Field(
      .lldpTlvEnableSystemCapOther, "lldp.tlv.enable_system_cap.other", .boolean, "Other", bits: 16, mask: 0x1,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapRepeater, "lldp.tlv.enable_system_cap.repeater", .boolean, "Repeater", bits: 16, mask: 0x2,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapBridge, "lldp.tlv.enable_system_cap.bridge", .boolean, "Bridge", bits: 16, mask: 0x4,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapWlanAccessPt, "lldp.tlv.enable_system_cap.wlan_access_pt", .boolean, "WLAN access point",
      bits: 16, mask: 0x8, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapRouter, "lldp.tlv.enable_system_cap.router", .boolean, "Router", bits: 16, mask: 0x10,
      truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapTelephone, "lldp.tlv.enable_system_cap.telephone", .boolean, "Telephone", bits: 16,
      mask: 0x20, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapDocsisCableDevice, "lldp.tlv.enable_system_cap.docsis_cable_device", .boolean,
      "DOCSIS cable device", bits: 16, mask: 0x40, truth: ("Capable", "Not capable")),
    Field(
      .lldpTlvEnableSystemCapStationOnly, "lldp.tlv.enable_system_cap.station_only", .boolean, "Station only", bits: 16,
      mask: 0x80, truth: ("Capable", "Not capable")),
    Field(.lldpMgnAddressLen, "lldp.mgn.address.len", .uint8, "Address String Length"),
    Field(
      .lldpMgnAddressSubtype, "lldp.mgn.address.subtype", .uint8, "Address Subtype", values: .lldpNetworkAddressSubtype),
    Field(.lldpMgnAddrIp4, "lldp.mgn.addr.ip4", .ipv4, "Management Address"),
    Field(.lldpMgnAddrIp6, "lldp.mgn.addr.ip6", .ipv6, "Management Address"),
    Field(.lldpMgnAddrHex, "lldp.mgn.addr.hex", .bytes, "Management Address"),
    Field(
      .lldpMgnInterfaceSubtype, "lldp.mgn.interface.subtype", .uint8, "Interface Subtype",
      values: .lldpMgnInterfaceSubtype),
    Field(.lldpMgnInterfaceNumber, "lldp.mgn.interface.number", .uint32, "Interface Number"),
    Field(.lldpMgnObjLen, "lldp.mgn.obj.len", .uint8, "OID String Length"),
    Field(.lldpOrgtlvOui, "lldp.orgtlv.oui", .uint24, "Organization Unique Code"),
  ]
}
