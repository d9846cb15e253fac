import TextOutput

// Protocols of the link layer. Their rows show them only where nothing above was found.

extension PacketNotesDissector {
  static let summary = ProtocolSummary(.pktComment, fields: [.frameComment]) { layer, line in
    let fates = layer.groups(.frameComment).compactMap { $0.text(.frameComment).flatMap { FateNote($0) } }
    line.fate = fates.map { "\($0.words)" as PrintableText }.joined(separator: ", ")
  }
}

extension EthernetDissector {
  /// Wireshark names a frame whose content it does not know by its EtherType.
  static let summary = ProtocolSummary(.eth, fields: [.ethSrc, .ethDst, .ethType, .ethLen]) { layer, line in
    line.setAddresses(layer.address(.ethSrc), layer.address(.ethDst))
    if let type = layer.number(.ethType) {
      line.begin("0x" + String(TextFormat.hex(type, 4).dropFirst(2)), .other)
      line.say("unknown EtherType")
    } else {
      line.begin("Ethernet", .other)
      if let length = layer.number(.ethLen) { line.say("802.3 frame, \(.size(length))") }
    }
  }
}

enum LinkSummaries {
  static let vlan = ProtocolSummary(.vlan, fields: [.vlanId, .vlanEtype, .vlanLen]) { layer, line in
    if let type = layer.number(.vlanEtype) { line.begin(TextFormat.hex(type, 4), .other) }
    if let id = layer.number(.vlanId) { line.say("VLAN \(id)") }
  }

  static let linuxSLL = ProtocolSummary(.sll, fields: [.sllSrcEth, .sllSrcIpv4, .sllEtype]) { layer, line in
    line.setAddresses(layer.address(.sllSrcEth) ?? layer.address(.sllSrcIpv4), nil)
    line.begin("SLL", .other)
    if let type = layer.number(.sllEtype) { line.say("EtherType \(.hex(type))") }
  }

  static let llc = ProtocolSummary(.llc, fields: [.llcDsap, .llcSsap]) { layer, line in
    line.begin("LLC", .other)
    if let to = layer.number(.llcDsap), let from = layer.number(.llcSsap) {
      line.say("from SAP \(.hex(from, 2)) to SAP \(.hex(to, 2))")
    }
  }

  static let spanningTree = ProtocolSummary(
    .stp, fields: [.stpType, .stpRootHw, .stpRootCost, .stpPort, .stpFlagsTc]
  ) { layer, line in
    line.begin("STP", .other)
    let type = layer.number(.stpType) ?? 0
    var words: PrintableText = type == 128 ? "Topology change" : type == 2 ? "Rapid spanning tree" : "Configuration"
    if let root = layer.address(.stpRootHw) { words += ", root \(root)" }
    if let cost = layer.number(.stpRootCost) { words += ", cost \(cost)" }
    if let port = layer.number(.stpPort) { words += ", port \(.hex(port))" }
    if layer.isTrue(.stpFlagsTc) { words += ", topology change" }
    line.say(words)
  }

  static let ppp = [
    ProtocolSummary(.ppp, fields: [.pppProtocol]) { layer, line in
      line.begin("PPP", .other)
      let number = layer.number(.pppProtocol) ?? 0
      line.say(ValueNames.pppProtocol[number].map { "\($0)" } ?? "protocol \(.hex(number))")
    },
    control(.lcp, "PPP LCP"), control(.ipcp, "PPP IPCP"), control(.ipv6cp, "PPP IPV6CP"), control(.ccp, "PPP CCP"),
    ProtocolSummary(.chdlc, fields: [.chdlcProtocol]) { layer, line in
      line.begin("CHDLC", .other)
      if let type = layer.number(.chdlcProtocol) { line.say("EtherType \(.hex(type))") }
    },
  ]

  /// The protocols that PPP is set up with (RFC 1661 section 5).
  private static func control(_ field: FieldID, _ name: String) -> ProtocolSummary {
    ProtocolSummary(field, fields: [.pppCode, .pppIdentifier]) { layer, line in
      line.begin(name, .other)
      let code = layer.number(.pppCode) ?? 0
      let names = [
        "", "Configure-Request", "Configure-Ack", "Configure-Nak", "Configure-Reject", "Terminate-Request",
        "Terminate-Ack", "Code-Reject", "Protocol-Reject", "Echo-Request", "Echo-Reply", "Discard-Request",
      ]
      let words = code > 0 && code < 12 ? names[Int(code)] : "code \(code)"
      line.say("\(words), identifier \(layer.number(.pppIdentifier) ?? 0)")
    }
  }

  static let pppoe = [
    ProtocolSummary(.pppoed, fields: [.pppoeCode]) { layer, line in
      line.begin("PPPoED", .other)
      let code = layer.number(.pppoeCode) ?? 0
      line.say(ValueNames.pppoeCode[code].map { "\($0)" } ?? "code \(.hex(code, 2))")
    },
    ProtocolSummary(.pppoes, fields: [.pppoeSessionId]) { layer, line in
      line.begin("PPPoES", .other)
      line.say("session \(.hex(layer.number(.pppoeSessionId) ?? 0))")
    },
  ]

  static let mpls = [
    ProtocolSummary(.mpls, fields: [.mplsLabel]) { layer, line in
      line.begin("MPLS", .other)
      if let label = layer.number(.mplsLabel) { line.say("label \(label)") }
    },
    ProtocolSummary(.pwethcw, named: "MPLS", .other, "Ethernet pseudowire"),
  ]

  static let nflog = ProtocolSummary(.nflog, fields: [.nflogFamily]) { layer, line in
    line.begin("NFLOG", .other)
    if let family = layer.number(.nflogFamily) { line.say("family \(family)") }
  }

  static let loopback = [
    ProtocolSummary(.null, fields: [.nullFamily]) { layer, line in
      line.begin("NULL", .other)
      if let family = layer.number(.nullFamily) { line.say("family \(family)") }
    },
    ProtocolSummary(.raw, named: "Raw"),
  ]
}

extension LLDPDissector {
  static let summary = ProtocolSummary(
    .lldp, fields: [.lldpTlvSystemName, .lldpPortId, .lldpPortIdMac, .lldpTimeToLive]
  ) { layer, line in
    line.begin("LLDP", .other)
    var words: PrintableText = layer.text(.lldpTlvSystemName).map { "\($0)" } ?? "Advertisement"
    if let port = layer.address(.lldpPortId) ?? layer.address(.lldpPortIdMac) { words += ", port \(port)" }
    if let seconds = layer.number(.lldpTimeToLive) { words += ", for \(seconds) s" }
    line.say(words)
  }
}

extension ARPDissector {
  static let summary = ProtocolSummary(
    .arp,
    fields: [
      .arpOpcode, .arpIsgratuitous, .arpIsannouncement, .arpIsprobe, .arpSrcHwMac, .arpSrcHw, .arpSrcProtoIpv4,
      .arpDstHwMac, .arpDstProtoIpv4,
    ]
  ) { layer, line in
    let operation = layer.number(.arpOpcode) ?? 0
    line.begin(name(operation), .arp)
    let sender = layer.address(.arpSrcProtoIpv4) ?? "an address of another kind"
    let target = layer.address(.arpDstProtoIpv4) ?? "an address of another kind"
    let hardware = layer.address(.arpSrcHwMac) ?? "unknown hardware"
    let sought = layer.address(.arpDstHwMac) ?? "unknown hardware"
    switch operation {
    case 1 where layer.has(.arpIsannouncement): line.say("Announcement: \(sender) is at \(hardware)")
    case 1 where layer.has(.arpIsgratuitous): line.say("Gratuitous request for \(sender) from \(hardware)")
    case 1 where layer.has(.arpIsprobe): line.say("Probe: does anybody have \(target)?")
    case 1: line.say("Request: where is \(target)? For \(sender)")
    case 2: line.say("Reply: \(sender) is at \(hardware)\(layer.has(.arpIsgratuitous) ? ", gratuitous" : "")")
    case 3, 5: line.say("Request: which address has \(sought)? For \(hardware)")
    case 4, 6: line.say("Reply: \(sought) has \(target)")
    case 8: line.say("Request: which address has \(sought)? For \(sender)")
    case 9: line.say("Reply: \(hardware) has \(sender)")
    default: line.say(ValueNames.arpOpcode[operation].map { "\($0)" } ?? "operation \(operation)")
    }
  }

  private static func name(_ operation: UInt64) -> String {
    switch operation {
    case 3, 4: "RARP"
    case 5...7: "DRARP"
    case 8, 9: "Inverse ARP"
    default: "ARP"
    }
  }
}
