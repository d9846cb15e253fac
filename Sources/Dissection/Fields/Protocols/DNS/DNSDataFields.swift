import TextOutput
import Wire

/// The data of DNS records, by type.
enum DNSDataFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, message: Int, _ start: Int, _ type: UInt64, owner: String,
    _ mark: NodeMark
  ) throws(DissectionStop) {
    var position = start
    switch type {
    case 1: try tree.ipv4(.dnsA, bytes, start)
    case 28: try tree.ipv6(.dnsAaaa, bytes, start)
    case 2: try name(&tree, .dnsNs, bytes, message, &position)
    case 5: try name(&tree, .dnsCname, bytes, message, &position)
    case 12: try name(&tree, .dnsPtrDomainName, bytes, message, &position)
    case 39: try name(&tree, .dnsDname, bytes, message, &position)
    case 6:
      try name(&tree, .dnsSoaMname, bytes, message, &position)
      try name(&tree, .dnsSoaRname, bytes, message, &position)
      for field in [
        FieldID.dnsSoaSerialNumber, .dnsSoaRefreshInterval, .dnsSoaRetryInterval, .dnsSoaExpireLimit, .dnsSoaMinimumTtl,
      ] {
        try tree.number(field, bytes, position, 4)
        position += 4
      }
    case 13:
      try counted(&tree, .dnsHinfoCpuLength, .dnsHinfoCpu, bytes, &position)
      try counted(&tree, .dnsHinfoOsLength, .dnsHinfoOs, bytes, &position)
    case 15:
      try tree.number(.dnsMxPreference, bytes, start, 2)
      position += 2
      try name(&tree, .dnsMxMailExchange, bytes, message, &position)
    case 16: while position < bytes.count { try counted(&tree, .dnsTxtLength, .dnsTxt, bytes, &position) }
    case 99: while position < bytes.count { try counted(&tree, .dnsSpfLength, .dnsSpf, bytes, &position) }
    case 33: try service(&tree, bytes, message, start, owner)
    case 41: try options(&tree, bytes, start)
    case 64, 65: try DNSServiceBinding.add(&tree, bytes, message: message, start)
    case 257: try authorization(&tree, bytes, start)
    default:
      if try DNSSecurityFields.add(&tree, bytes, message: message, start, type) { return }
      if let layout = DNSRecordPart.layouts[type] {
        return try DNSRecordPart.add(&tree, bytes, message: message, start, layout)
      }
      if try DNSOddRecords.add(&tree, bytes, message: message, start, type) { return }
      if start < bytes.count { tree.add(.dnsData, start..<bytes.count, .bytes) }
    }
  }

  private static func name(
    _ tree: inout TreeBuilder, _ field: FieldID, _ bytes: Span<UInt8>, _ message: Int, _ position: inout Int
  ) throws(DissectionStop) {
    let start = position
    let text = try DNSNameText.read(bytes, message: message, &position)
    tree.add(field, start..<position, .string(text))
  }

  /// A string with its length before it.
  private static func counted(
    _ tree: inout TreeBuilder, _ length: FieldID, _ field: FieldID, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(DissectionStop) {
    let count = Int(try tree.number(length, bytes, position, 1))
    try tree.string(field, bytes, position + 1, count)
    position += 1 + count
  }

  private static func service(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ message: Int, _ start: Int, _ owner: String
  ) throws(DissectionStop) {
    let labels = owner.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    for (field, label) in zip([FieldID.dnsSrvService, .dnsSrvProto, .dnsSrvName], labels) {
      tree.generate(field, .string(label))
    }
    try tree.number(.dnsSrvPriority, bytes, start, 2)
    try tree.number(.dnsSrvWeight, bytes, start + 2, 2)
    try tree.number(.dnsSrvPort, bytes, start + 4, 2)
    var position = start + 6
    try name(&tree, .dnsSrvTarget, bytes, message, &position)
  }

  private static func authorization(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let flags = try bytes.number(1, at: start)
    let mark = tree.begin(.dnsCaaFlags, start..<start + 1, .unsigned(flags))
    tree.bits(.dnsCaaFlagsIssuerCritical, of: flags, start..<start + 1)
    tree.end(mark)
    let length = Int(try bytes.number(1, at: start + 1))
    try bytes.need(length, at: start + 2)
    let tag = bytes.text(start + 2..<start + 2 + length)
    let fields: [String: FieldID] = ["issue": .dnsCaaIssue, "issuewild": .dnsCaaIssuewild, "iodef": .dnsCaaIodef]
    let value = start + 2 + length
    let group = tree.begin(
      fields[tag] ?? .dnsCaaUnknown, start + 2..<bytes.count, .string(bytes.text(value..<bytes.count)))
    try tree.number(.dnsCaaTagLength, bytes, start + 1, 1)
    try tree.string(.dnsCaaTag, bytes, start + 2, length)
    try tree.string(.dnsCaaValue, bytes, value, bytes.count - value)
    tree.end(group)
  }

  /// The options of an OPT record (RFC 6891, RFC 7871, RFC 7873, RFC 8914).
  private static func options(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      let code = try bytes.number(2, at: position)
      let length = Int(try bytes.number(2, at: position + 2))
      let data = position + 4
      let mark = tree.begin(
        .dnsOpt, position..<data + length, .none, text: "EDNS option: \(ValueNames.dnsOptCode[code] ?? "code \(code)")")
      try tree.number(.dnsOptCode, bytes, position, 2)
      try tree.number(.dnsOptLen, bytes, position + 2, 2)
      try tree.bytes(.dnsOptData, bytes, data, length)
      switch code {
      case 10:
        try tree.bytes(.dnsOptCookieClient, bytes, data, min(8, length))
        try tree.bytes(.dnsOptCookieServer, bytes, data + min(8, length), max(0, length - 8))
      case 8 where length >= 4: try subnet(&tree, bytes.extracting(0..<data + length), data)
      case 5, 6, 7:
        let field: FieldID = code == 5 ? .dnsOptDau : code == 6 ? .dnsOptDhu : .dnsOptN3u
        for offset in data..<data + length { try tree.number(field, bytes, offset, 1) }
      case 11 where length == 2: try tree.number(.dnsOptEdnsTcpKeepaliveTimeout, bytes, data, 2)
      case 13 where length > 0: try tree.string(.dnsOptChainFqdn, bytes, data, length)
      case 12 where length > 0: try tree.bytes(.dnsOptPadding, bytes, data, length)
      case 15 where length >= 2:
        try tree.number(.dnsOptExtErrorInfoCode, bytes, data, 2)
        if length > 2 { try tree.string(.dnsOptExtErrorExtraText, bytes, data + 2, length - 2) }
      default: break
      }
      tree.end(mark)
      position = data + length
    }
  }

  private static func subnet(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let family = try tree.number(.dnsOptClientFamily, bytes, start, 2)
    try tree.number(.dnsOptClientNetmask, bytes, start + 2, 1)
    try tree.number(.dnsOptClientScope, bytes, start + 3, 1)
    let range = start + 4..<bytes.count
    // The address is cut after its last byte that is not zero.
    var octets = range.map { bytes[$0] }
    octets += [UInt8](repeating: 0, count: max(0, 16 - octets.count))
    if family == 1, range.count <= 4 {
      tree.add(.dnsOptClientAddr4, range, .ipv4(IPv4Address(octets[0], octets[1], octets[2], octets[3])))
    } else if family == 2, range.count <= 16 {
      let span = octets.span
      tree.add(.dnsOptClientAddr6, range, .ipv6(IPv6Address(high: span.uint64(at: 0), low: span.uint64(at: 8))))
    }
  }
}
