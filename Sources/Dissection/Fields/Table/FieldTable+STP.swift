extension FieldTable {
  /// STP: the fields and their Wireshark definitions.
  static let spanningTree: [Field] = [
    Field(.stp, "stp", .protocol, "Spanning Tree Protocol"),
    Field(.stpProtocol, "stp.protocol", .uint16, "Protocol Identifier", base: .hex),
    Field(.stpVersion, "stp.version", .uint8, "Protocol Version Identifier", values: .stpVersion),
    Field(.stpType, "stp.type", .uint8, "BPDU Type", base: .hex, values: .stpType),
    Field(.stpFlags, "stp.flags", .uint8, "BPDU flags", base: .hex),
    Field(
      .stpFlagsTcack, "stp.flags.tcack", .boolean, "Topology Change Acknowledgment", bits: 8, mask: 0x80,
      truth: ("Yes", "No")),
    Field(.stpFlagsAgreement, "stp.flags.agreement", .boolean, "Agreement", bits: 8, mask: 0x40, truth: ("Yes", "No")),
    Field(
      .stpFlagsForwarding, "stp.flags.forwarding", .boolean, "Forwarding", bits: 8, mask: 0x20, truth: ("Yes", "No")),
    Field(.stpFlagsLearning, "stp.flags.learning", .boolean, "Learning", bits: 8, mask: 0x10, truth: ("Yes", "No")),
    Field(.stpFlagsPortRole, "stp.flags.port_role", .uint8, "Port Role", mask: 0xc, values: .stpFlagsPortRole),
    Field(.stpFlagsProposal, "stp.flags.proposal", .boolean, "Proposal", bits: 8, mask: 0x2, truth: ("Yes", "No")),
    Field(.stpFlagsTc, "stp.flags.tc", .boolean, "Topology Change", bits: 8, mask: 0x1, truth: ("Yes", "No")),
    Field(.stpRootPrio, "stp.root.prio", .uint16, "Root Bridge Priority"),
    Field(.stpRootExt, "stp.root.ext", .uint16, "Root Bridge System ID Extension"),
    Field(.stpRootHw, "stp.root.hw", .ethernet, "Root Bridge System ID"),
    Field(.stpRootCost, "stp.root.cost", .uint32, "Root Path Cost"),
    Field(.stpBridgePrio, "stp.bridge.prio", .uint16, "Bridge Priority"),
    Field(.stpBridgeExt, "stp.bridge.ext", .uint16, "Bridge System ID Extension"),
    Field(.stpBridgeHw, "stp.bridge.hw", .ethernet, "Bridge System ID"),
    Field(.stpPort, "stp.port", .uint16, "Port identifier", base: .hex),
    Field(.stpMsgAge, "stp.msg_age", .double, "Message Age"),
    Field(.stpMaxAge, "stp.max_age", .double, "Max Age"),
    Field(.stpHello, "stp.hello", .double, "Hello Time"),
    Field(.stpForward, "stp.forward", .double, "Forward Delay"),
    Field(.stpVersion1Length, "stp.version_1_length", .uint8, "Version 1 Length"),
  ]
}
