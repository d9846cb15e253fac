import TextOutput
import Wire

/// The questions and resource records of a DNS message.
enum DNSRecordFields {
  static func query(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, message: Int, _ position: inout Int, _ isMulticast: Bool
  ) throws(DissectionStop) {
    let start = position
    let name = try DNSNameText.read(bytes, message: message, &position)
    let type = try bytes.number(2, at: position)
    let group = try bytes.number(2, at: position + 2)
    let mark = tree.begin(
      .text, start..<position + 4, .none,
      text: "\(name) \(className(group, isMulticast)) \(typeName(type))")
    tree.add(.dnsQryName, start..<position, .string(name))
    let length = name == "<Root>" ? 6 : name.utf8.count
    tree.generate(.dnsQryNameLen, .unsigned(UInt64(length)))
    let labels = name == "<Root>" ? 1 : name.split(separator: ".").count
    tree.generate(.dnsCountLabels, .unsigned(UInt64(labels)))
    try tree.number(.dnsQryType, bytes, position, 2)
    if isMulticast {
      tree.add(.dnsQryClass, position + 2..<position + 4, .unsigned(group & 0x7FFF))
      tree.add(.dnsQryQu, position + 2..<position + 4, .boolean(group & 0x8000 != 0))
    } else {
      try tree.number(.dnsQryClass, bytes, position + 2, 2)
    }
    position += 4
    tree.end(mark)
  }

  static func record(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, message: Int, _ position: inout Int, _ isMulticast: Bool
  ) throws(DissectionStop) {
    let start = position
    let name = try DNSNameText.read(bytes, message: message, &position)
    let type = try bytes.number(2, at: position)
    let group = try bytes.number(2, at: position + 2)
    let length = Int(try bytes.number(2, at: position + 8))
    let isOptions = type == 41
    let mark = tree.begin(
      .text, start..<position + 10 + length, .none,
      text: isOptions ? "\(typeName(type))" : "\(name) \(className(group, isMulticast)) \(typeName(type))")
    tree.add(.dnsRespName, start..<position, .string(name))
    try tree.number(.dnsRespType, bytes, position, 2)
    if isOptions {
      try extended(&tree, bytes, position)
    } else {
      if isMulticast {
        tree.add(.dnsRespClass, position + 2..<position + 4, .unsigned(group & 0x7FFF))
        tree.add(.dnsRespCacheFlush, position + 2..<position + 4, .boolean(group & 0x8000 != 0))
      } else {
        try tree.number(.dnsRespClass, bytes, position + 2, 2)
      }
      let lifetime = try bytes.number(4, at: position + 4)
      tree.add(.dnsRespTtl, position + 4..<position + 8, .unsigned(lifetime))
    }
    try tree.number(.dnsRespLen, bytes, position + 8, 2)
    let data = position + 10
    try bytes.need(length, at: data)
    try DNSDataFields.add(
      &tree, bytes.extracting(0..<data + length), message: message, data, type, owner: name, mark)
    position = data + length
    if tree.wantsText, let index = mark.index, let summary = summary(tree, index, type),
      let text = tree.tree.text(of: tree.tree.nodes[index])
    {
      tree.setText(mark, "\(PrintableText(verbatim: text)) \(summary)")
    }
    tree.end(mark)
  }

  /// The data of a record in short, as a master file has them (RFC 1035 section 5), from the fields that were found.
  private static func summary(_ tree: TreeBuilder, _ start: Int, _ type: UInt64) -> String? {
    func value(_ field: FieldID) -> String? {
      tree.tree.nodes[start...].first { $0.field == field }.map { FieldText.plain($0, tree.tree) }
    }
    func words(_ fields: FieldID...) -> String? {
      let all = fields.compactMap(value)
      return all.isEmpty ? nil : all.joined(separator: " ")
    }
    return switch type {
    case 1: words(.dnsA)
    case 2: words(.dnsNs)
    case 5: words(.dnsCname)
    case 6: words(.dnsSoaMname)
    case 12: words(.dnsPtrDomainName)
    case 15: words(.dnsMxPreference, .dnsMxMailExchange)
    case 28: words(.dnsAaaa)
    case 33: words(.dnsSrvPriority, .dnsSrvWeight, .dnsSrvPort, .dnsSrvTarget)
    case 47: words(.dnsNsecNextDomainName)
    default: nil
    }
  }

  /// What an OPT record has in the places of class and lifetime (RFC 6891).
  private static func extended(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: Int)
    throws(DissectionStop)
  {
    try tree.number(.dnsRrUdpPayloadSize, bytes, position + 2, 2)
    try tree.number(.dnsRespExtRcode, bytes, position + 4, 1)
    try tree.number(.dnsRespEdns0Version, bytes, position + 5, 1)
    let flags = try bytes.number(2, at: position + 6)
    let range = position + 6..<position + 8
    let mark = tree.begin(.dnsRespZ, range, .unsigned(flags))
    tree.bits(.dnsRespZDo, of: flags, range)
    tree.bits(.dnsRespZReserved, of: flags, range)
    tree.end(mark)
  }

  static func typeName(_ type: UInt64) -> String {
    ValueNames.dnsQryType[type] ?? "TYPE\(type)"
  }

  private static func className(_ group: UInt64, _ isMulticast: Bool) -> String {
    let flush = isMulticast && group & 0x8000 != 0
    return
      (ValueNames.dnsQryClass[isMulticast ? group & 0x7FFF : group] ?? "CLASS\(isMulticast ? group & 0x7FFF : group)")
      + (flush ? " (cache flush)" : "")
  }
}
