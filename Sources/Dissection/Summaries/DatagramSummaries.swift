import TextOutput
import Wire

// Protocols in datagrams, and SOCKS.

extension DNSDissector {
  static let summaries = [summary(.dns), summary(.mdns)]

  private static let data: [FieldID] = [
    .dnsA, .dnsAaaa, .dnsCname, .dnsNs, .dnsPtrDomainName, .dnsMxMailExchange, .dnsTxt, .dnsSrvTarget,
  ]

  private static func summary(_ layer: FieldID) -> ProtocolSummary {
    ProtocolSummary(
      layer,
      fields: [
        .dnsFlagsResponse, .dnsFlagsOpcode, .dnsFlagsRcode, .dnsFlagsTruncated, .dnsCountAnswers, .dnsQryName,
        .dnsQryType, .dnsRespName, .dnsRespType, .dnsRetransmission,
      ] + data
    ) { fields, line in
      // DNS in the body of an exchange is DNS over HTTPS.
      let isInHTTP = ["HTTP", "HTTP2", "HTTP3"].contains { line.has($0) }
      line.begin(isInHTTP ? "DoH" : layer == .mdns ? "MDNS" : "DNS", .dns)
      line.say(words(fields))
    }
  }

  private static func words(_ layer: LayerFields) -> PrintableText {
    let operation = layer.number(.dnsFlagsOpcode) ?? 0
    let isResponse = layer.isTrue(.dnsFlagsResponse)
    // RFC 1035 section 4.1.1 calls operation 0 a standard query.
    var words: PrintableText =
      operation == 0
      ? "Standard query" : ValueNames.dnsFlagsOpcode[operation].map { "\($0)" } ?? "Operation \(operation)"
    if isResponse { words += " response" }
    for query in layer.groups(.dnsQryName).prefix(4) {
      words += " \(query.number(.dnsQryType).map { type($0) } ?? "") \(query.text(.dnsQryName) ?? "")"
    }
    let code = layer.number(.dnsFlagsRcode) ?? 0
    if isResponse, code != 0 { words += ": \(ValueNames.dnsFlagsRcode[code] ?? "error \(code)")" }
    let answers = layer.groups(.dnsRespName).prefix(Int(clamping: layer.number(.dnsCountAnswers) ?? 0))
    for (place, answer) in answers.prefix(6).enumerated() {
      words += place == 0 && isResponse && code == 0 ? ": " : ", "
      words +=
        "\(type(answer.number(.dnsRespType) ?? 0))\(answer.addresses(data).first.map { " \($0)" } ?? "" as PrintableText)"
    }
    if answers.count > 6 { words += ", … (\(answers.count - 6) more)" }
    if layer.isTrue(.dnsFlagsTruncated) { words += ", truncated" }
    if layer.isTrue(.dnsRetransmission) { words += ", sent again" }
    return words
  }

  /// The mnemonic of a record's type.
  private static func type(_ number: UInt64) -> PrintableText {
    guard let name = ValueNames.dnsQryType[number] else { return "TYPE\(number)" }
    return "\(String(name.prefix { $0 != " " }))"
  }
}

extension DHCPDissector {
  static let summary = ProtocolSummary(
    .dhcp,
    fields: [
      .dhcpType, .dhcpId, .dhcpCookie, .dhcpOptionDhcp, .dhcpIpYour, .dhcpIpClient, .dhcpOptionRequestedIpAddress,
      .dhcpOptionHostname, .dhcpHwMacAddr,
    ]
  ) { layer, line in
    let message = layer.number(.dhcpOptionDhcp)
    line.begin(message == nil ? "BOOTP" : "DHCP", .udp)
    var words: PrintableText =
      message.flatMap { ValueNames.dhcpOptionDhcp[$0] }.map { "\($0)" } ?? message.map { "message \($0)" }
      ?? (layer.number(.dhcpType) == 1 ? "Boot request" : "Boot reply")
    let yours = layer.address(.dhcpIpYour).flatMap { $0 == "0.0.0.0" ? nil : $0 }
    if let address = yours ?? layer.address(.dhcpOptionRequestedIpAddress) { words += " \(address)" }
    if let client = layer.address(.dhcpHwMacAddr) { words += " for \(client)" }
    if let name = layer.text(.dhcpOptionHostname) { words += " (\(name))" }
    line.say("\(words), transaction \(.hex(layer.number(.dhcpId) ?? 0, 8))")
  }
}

extension NTPDissector {
  static let summary = ProtocolSummary(.ntp, fields: [.ntpFlagsVn, .ntpFlagsMode, .ntpStratum]) { layer, line in
    line.begin("NTP", .udp)
    let mode = layer.number(.ntpFlagsMode) ?? 0
    let names = [
      "reserved mode", "symmetric active", "symmetric passive", "client", "server", "broadcast", "control", "private",
    ]
    var words: PrintableText = "Version \(layer.number(.ntpFlagsVn) ?? 0), \(names[Int(mode & 7)])"
    if mode == 4, let stratum = layer.number(.ntpStratum) { words += ", stratum \(stratum)" }
    line.say(words)
  }
}

extension STUNDissector {
  static let summary = ProtocolSummary(
    .stun,
    fields: [
      .stunTypeClass, .stunTypeMethod, .stunAttErrorClass, .stunAttError, .stunAttErrorReason, .stunAttUsername,
      .stunAttIpv4, .stunAttIpv6, .stunAttPort,
    ]
  ) { layer, line in
    line.begin("STUN", .udp)
    let bits = layer.number(.stunTypeClass) ?? 0
    let kind = STUNNames.classes[Int((bits & 1) | (bits >> 3 & 2))]
    let method = layer.number(.stunTypeMethod).map { ($0 & 0xF) | ($0 >> 1 & 0x70) | ($0 >> 2 & 0xF80) } ?? 0
    var words: PrintableText = "\(STUNNames.methods[method] ?? "Method \(method)") \(kind)"
    if let hundreds = layer.number(.stunAttErrorClass) {
      words += " \(hundreds * 100 + (layer.number(.stunAttError) ?? 0)) \(layer.text(.stunAttErrorReason) ?? "")"
    }
    if let address = layer.addresses([.stunAttIpv4, .stunAttIpv6]).first {
      words += ", \(address)\(layer.number(.stunAttPort).map { " port \($0)" } ?? "" as PrintableText)"
    }
    if let name = layer.text(.stunAttUsername) { words += ", user \(name)" }
    line.say(words.trimmed)
  }
}

enum SOCKSSummary {
  static let summary = ProtocolSummary(
    .socks,
    fields: [
      .socksVersion, .socksAuthMethodCount, .socksAuthAcceptedMethod, .socksUsername, .socksAuthStatus, .socksCommand,
      .socksResults, .socksDst, .socksDstV6, .socksRemoteName, .socksPort,
    ]
  ) { layer, line in
    line.begin("Socks", .tcp)
    let place = layer.addresses([.socksDst, .socksDstV6, .socksRemoteName]).first.map { address -> PrintableText in
      " \(address)\(layer.number(.socksPort).map { " port \($0)" } ?? "" as PrintableText)"
    }
    if let command = layer.number(.socksCommand) {
      line.say("\(ValueNames.socksCommand[command] ?? "Command \(command)")\(place ?? "")")
    } else if let result = layer.number(.socksResults) {
      line.say("\(ValueNames.socksResults[result] ?? "Result \(result)")\(place ?? "")")
    } else if layer.has(.socksUsername) {
      line.say("User name and password")
    } else if let status = layer.number(.socksAuthStatus) {
      line.say(status == 0 ? "Authenticated" : "Authentication refused")
    } else if let method = layer.number(.socksAuthAcceptedMethod) {
      line.say(method == 0xFF ? "No method is acceptable" : "Method \(method) accepted")
    } else if let count = layer.number(.socksAuthMethodCount) {
      line.say("\(count) \(count == 1 ? "method" : "methods") offered")
    }
  }
}
