extension FieldTable {
  /// STP: the fields, with Wireshark's names and types.
  static let spanningTree: [Field] = [
    Field(.stp, "stp", .protocol, "STP: spanning tree of bridges"),
    Field(.stpProtocol, "stp.protocol", .uint16, "Protocol (0 for spanning tree)", base: .hex),
    Field(.stpVersion, "stp.version", .uint8, "Version of the protocol", values: .stpVersion),
    Field(.stpType, "stp.type", .uint8, "Type of the BPDU", base: .hex, values: .stpType),
    Field(.stpFlags, "stp.flags", .uint8, "Flags of the BPDU", base: .hex),
    Field(
      .stpFlagsTcack, "stp.flags.tcack", .boolean, "Change of the topology is acknowledged", bits: 8, mask: 0x80,
      truth: ("Yes", "No")),
    Field(
      .stpFlagsAgreement, "stp.flags.agreement", .boolean, "Agrees to forward", bits: 8, mask: 0x40,
      truth: ("Yes", "No")),
    Field(
      .stpFlagsForwarding, "stp.flags.forwarding", .boolean, "Port forwards", bits: 8, mask: 0x20, truth: ("Yes", "No")),
    Field(
      .stpFlagsLearning, "stp.flags.learning", .boolean, "Port learns addresses", bits: 8, mask: 0x10,
      truth: ("Yes", "No")),
    Field(.stpFlagsPortRole, "stp.flags.port_role", .uint8, "Role of the port", mask: 0xc, values: .stpFlagsPortRole),
    Field(
      .stpFlagsProposal, "stp.flags.proposal", .boolean, "Proposes to forward", bits: 8, mask: 0x2, truth: ("Yes", "No")
    ),
    Field(.stpFlagsTc, "stp.flags.tc", .boolean, "Topology has changed", bits: 8, mask: 0x1, truth: ("Yes", "No")),
    Field(.stpRootPrio, "stp.root.prio", .uint16, "Priority of the root (low wins)"),
    Field(.stpRootExt, "stp.root.ext", .uint16, "System ID extension of the root"),
    Field(.stpRootHw, "stp.root.hw", .ethernet, "MAC address of the root"),
    Field(.stpRootCost, "stp.root.cost", .uint32, "Cost of the path to the root"),
    Field(.stpBridgePrio, "stp.bridge.prio", .uint16, "Priority of this bridge (low wins)"),
    Field(.stpBridgeExt, "stp.bridge.ext", .uint16, "System ID extension of this bridge"),
    Field(.stpBridgeHw, "stp.bridge.hw", .ethernet, "MAC address of this bridge"),
    Field(.stpPort, "stp.port", .uint16, "Port of this bridge", base: .hex),
    Field(.stpMsgAge, "stp.msg_age", .double, "Time since the root sent it, in seconds"),
    Field(.stpMaxAge, "stp.max_age", .double, "Time until it expires, in seconds"),
    Field(.stpHello, "stp.hello", .double, "Time between BPDUs, in seconds"),
    Field(.stpForward, "stp.forward", .double, "Time in listening and learning, in seconds"),
    Field(.stpVersion1Length, "stp.version_1_length", .uint8, "Length of the part for version 1"),
  ]
}
