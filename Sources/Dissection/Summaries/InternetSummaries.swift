import TextOutput

// IP, and what goes by its numbers besides TCP and UDP.

extension IPv4Dissector {
  static let summary = ProtocolSummary(
    .ip, fields: [.ipVersion, .ipSrc, .ipDst, .ipProto, .ipFragOffset, .ipFlagsMf, .ipTtl, .ipReassembledIn]
  ) { layer, line in
    line.setAddresses(layer.address(.ipSrc), layer.address(.ipDst))
    let version = layer.number(.ipVersion) ?? 4
    line.begin(version == 4 ? "IPv4" : "IP", .other)
    guard version == 4 else { return line.say("version \(version)") }
    let offset = layer.number(.ipFragOffset) ?? 0
    line.say(words(layer.number(.ipProto), fragment: layer.isTrue(.ipFlagsMf) || offset > 0 ? offset : nil))
  }

  /// - Parameter fragment: the place of a fragment, in bytes; nil for a whole packet.
  static func words(_ number: UInt64?, fragment: UInt64?) -> PrintableText {
    let name = number.map { number in
      ValueNames.ipProto[number].map { "\($0)" } ?? "protocol \(number)" as PrintableText
    }
    return
      "\(fragment.map { "Fragment at \($0)" as PrintableText } ?? "Packet")\(name.map { " of \($0)" } ?? "" as PrintableText)"
  }
}

extension IPv6Dissector {
  static let summary = ProtocolSummary(
    .ipv6, fields: [.ipv6Src, .ipv6Dst, .ipv6Nxt, .ipv6FraghdrNxt, .ipv6FraghdrOffset, .ipv6FraghdrMore]
  ) { layer, line in
    line.setAddresses(layer.address(.ipv6Src), layer.address(.ipv6Dst))
    line.begin("IPv6", .other)
    let offset = layer.number(.ipv6FraghdrOffset).map { $0 * 8 }
    line.say(IPv4Dissector.words(layer.number(.ipv6FraghdrNxt) ?? layer.number(.ipv6Nxt), fragment: offset))
  }
}

extension IPsecDissector {
  static let summaries = [
    ProtocolSummary(.esp, fields: [.espSpi, .espSequence]) { layer, line in
      line.begin("ESP", .other)
      line.say("SPI \(.hex(layer.number(.espSpi) ?? 0, 8)), sequence \(layer.number(.espSequence) ?? 0)")
    },
    ProtocolSummary(.ah, fields: [.ahSpi, .ahSequence]) { layer, line in
      line.begin("AH", .other)
      line.say("SPI \(.hex(layer.number(.ahSpi) ?? 0, 8)), sequence \(layer.number(.ahSequence) ?? 0)")
    },
  ]
}

extension ICMPDissector {
  static let summary = ProtocolSummary(
    .icmp, fields: [.icmpType, .icmpCode, .icmpIdent, .icmpSeq, .icmpMtu, .icmpRedirGw, .icmpRespTo]
  ) { layer, line in
    let type = layer.number(.icmpType) ?? 0
    let isError = [3, 4, 5, 11, 12].contains(type)
    line.begin("ICMP", isError ? .icmpError : .icmp)
    let name = ICMPNames.type(type)
    var words: PrintableText = name == "Unknown" ? "Type \(type)" : "\(name)"
    if isError, let code = layer.number(.icmpCode).flatMap({ ICMPNames.code(type, $0) }) { words = "\(code)" }
    if let mtu = layer.number(.icmpMtu) { words += ", MTU \(mtu)" }
    if let gateway = layer.address(.icmpRedirGw) { words += ", use \(gateway)" }
    if !isError, let id = layer.number(.icmpIdent) { words += ", id \(.hex(id))" }
    if !isError, let sequence = layer.number(.icmpSeq) { words += ", seq \(sequence)" }
    if let request = layer.number(.icmpRespTo) { words += ", answers packet \(request)" }
    line.say(words)
    line.end()
  }
}

extension ICMPv6Dissector {
  static let summary = ProtocolSummary(
    .icmpv6,
    fields: [
      .icmpv6Type, .icmpv6Code, .icmpv6Mtu, .icmpv6EchoIdentifier, .icmpv6EchoSequenceNumber,
      .icmpv6NdNsTargetAddress, .icmpv6NdNaTargetAddress, .icmpv6NdRdTargetAddress, .icmpv6MldMulticastAddress,
      .icmpv6OptPrefix,
    ]
  ) { layer, line in
    let type = layer.number(.icmpv6Type) ?? 0
    let isError = type < 128
    line.begin("ICMPv6", isError ? .icmpError : .icmp)
    var words: PrintableText = ValueNames.icmpv6Type[type].map { "\($0)" } ?? "type \(type)"
    if type == 1, let code = layer.number(.icmpv6Code), code < unreachable.count { words = "\(unreachable[Int(code)])" }
    if type == 2, let mtu = layer.number(.icmpv6Mtu) { words += ", MTU \(mtu)" }
    if let id = layer.number(.icmpv6EchoIdentifier) { words += ", id \(.hex(id))" }
    if let sequence = layer.number(.icmpv6EchoSequenceNumber) { words += ", seq \(sequence)" }
    let targets = layer.addresses([
      .icmpv6NdNsTargetAddress, .icmpv6NdNaTargetAddress, .icmpv6NdRdTargetAddress, .icmpv6MldMulticastAddress,
    ])
    if let target = targets.first { words += ", \(target)" }
    if let prefix = layer.address(.icmpv6OptPrefix) { words += ", prefix \(prefix)" }
    line.say(words)
    line.end()
  }

  /// The codes of "destination unreachable" (RFC 4443 section 3.1).
  private static let unreachable = [
    "No route to the destination", "Administratively prohibited", "Beyond the scope of the source address",
    "Address unreachable", "Port unreachable", "Source address failed policy", "Route to the destination rejected",
    "Error in the source routing header",
  ]
}

extension IGMPDissector {
  static let summary = ProtocolSummary(
    .igmp, fields: [.igmpType, .igmpVersion, .igmpMaddr, .igmpNumGrpRecs]
  ) { layer, line in
    line.begin(layer.number(.igmpVersion).map { "IGMPv\($0)" } ?? "IGMP", .other)
    guard let type = layer.number(.igmpType) else { return line.say("DVMRP or PIM") }
    let group = layer.address(.igmpMaddr)
    switch type {
    case 0x11:
      let isGeneral = group == nil || group == "0.0.0.0"
      line.say(isGeneral ? "Query for all groups" : "Query for \(group ?? "")")
    case 0x12, 0x16: line.say("Report: member of \(group ?? "a group")")
    case 0x17: line.say("Leave \(group ?? "a group")")
    case 0x22:
      let groups = layer.addresses([.igmpMaddr])
      line.say("Report: \(groups.isEmpty ? "no group" : groups.prefix(4).joined(separator: " "))")
    default: line.say(ValueNames.igmpType[type].map { "\($0)" } ?? "type \(.hex(type, 2))")
    }
  }
}

extension VRRPDissector {
  static let summary = ProtocolSummary(
    .vrrp, fields: [.vrrpVersion, .vrrpVirtRtrId, .vrrpPrio, .vrrpIpAddr, .vrrpIpv6Addr]
  ) { layer, line in
    line.begin("VRRP", .other)
    var words: PrintableText = "Advertisement of router \(layer.number(.vrrpVirtRtrId) ?? 0)"
    if let priority = layer.number(.vrrpPrio) { words += ", priority \(priority)" }
    let addresses = layer.addresses([.vrrpIpAddr, .vrrpIpv6Addr])
    if !addresses.isEmpty { words += ", \(addresses.prefix(3).joined(separator: " "))" }
    line.say(words)
  }
}

extension OSPFDissector {
  static let summary = ProtocolSummary(.ospf, fields: [.ospfMsg, .ospfSrcrouter, .ospfAreaId]) { layer, line in
    line.begin("OSPF", .other)
    let type = layer.number(.ospfMsg) ?? 0
    var words: PrintableText = ValueNames.ospfMsg[type].map { "\($0)" } ?? "type \(type)"
    if let router = layer.address(.ospfSrcrouter) { words += " from router \(router)" }
    if let area = layer.address(.ospfAreaId) { words += ", area \(area)" }
    line.say(words)
  }
}

extension SCTPDissector {
  static let summary = ProtocolSummary(
    .sctp, fields: [.sctpSrcport, .sctpDstport, .sctpChunkType]
  ) { layer, line in
    line.begin("SCTP", .other)
    let chunks = layer.numbers(.sctpChunkType).map { ValueNames.sctpChunkType[$0] ?? "chunk \($0)" }
    for chunk in chunks { line.say("\(chunk)") }
    if chunks.isEmpty { line.say("\(layer.number(.sctpSrcport) ?? 0) → \(layer.number(.sctpDstport) ?? 0)") }
  }
}

enum TunnelSummaries {
  static let gre = [
    ProtocolSummary(.gre, fields: [.greProto, .greKey]) { layer, line in
      line.begin("GRE", .other)
      line.say("carries \(.hex(layer.number(.greProto) ?? 0))")
    },
    ProtocolSummary(.erspan, fields: [.erspanSpanid]) { layer, line in
      line.begin("ERSPAN", .other)
      if let session = layer.number(.erspanSpanid) { line.say("session \(session)") }
    },
  ]
  static let vxlan = ProtocolSummary(.vxlan, fields: [.vxlanVni]) { layer, line in
    line.begin("VXLAN", .other)
    if let network = layer.number(.vxlanVni) { line.say("network \(network)") }
  }
  static let gtp = ProtocolSummary(.gtp, fields: [.gtpMessage, .gtpTeid]) { layer, line in
    line.begin("GTP", .other)
    let message = layer.number(.gtpMessage) ?? 0
    let name = ValueNames.gtpMessage[message].map { "\($0)" as PrintableText } ?? "Message \(message)"
    line.say(layer.number(.gtpTeid).map { "\(name), tunnel \(.hex($0, 8))" } ?? name)
  }
  static let capwap = ProtocolSummary(.capwap, fields: [.capwapPreambleType, .capwapHeaderFlagsK]) { layer, line in
    line.begin("CAPWAP-Data", .other)
    line.say(
      layer.number(.capwapPreambleType) == 1
        ? "encrypted" : layer.isTrue(.capwapHeaderFlagsK) ? "keep-alive" : "frame of a client")
  }
  static let l2tp = ProtocolSummary(.l2tp, fields: [.l2tpType, .l2tpTunnel, .l2tpSession]) { layer, line in
    line.begin("L2TP", .other)
    let kind: PrintableText = layer.number(.l2tpType) == 1 ? "Control message" : "Data"
    line.say("\(kind), tunnel \(layer.number(.l2tpTunnel) ?? 0), session \(layer.number(.l2tpSession) ?? 0)")
  }
  static let teredo = ProtocolSummary(.teredo, fields: [.teredoOrigAddr]) { layer, line in
    line.begin("Teredo", .other)
    line.say("IPv6 through a NAT")
  }
  static let geneve = ProtocolSummary(.geneve, fields: [.geneveVni]) { layer, line in
    line.begin("Geneve", .other)
    if let network = layer.number(.geneveVni) { line.say("network \(network)") }
  }
}
