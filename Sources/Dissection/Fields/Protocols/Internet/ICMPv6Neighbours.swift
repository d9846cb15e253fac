import TextOutput
import Wire

/// Neighbour discovery (RFC 4861) and its options (also RFC 4191, RFC 8106).
enum ICMPv6Neighbours {
  static func dissect(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: UInt64)
    throws(DissectionStop)
  {
    var position = start + 8
    switch type {
    case 134:
      try advertisement(&tree, bytes, start)
      position = start + 16
    case 135:
      try tree.bytes(.icmpv6Reserved, bytes, start + 4, 4)
      try tree.ipv6(.icmpv6NdNsTargetAddress, bytes, start + 8)
      position = start + 24
    case 136:
      let flags = try bytes.number(4, at: start + 4)
      let range = start + 4..<start + 8
      let mark = tree.begin(.icmpv6NdNaFlag, range, .unsigned(flags))
      for field in [FieldID.icmpv6NdNaFlagR, .icmpv6NdNaFlagS, .icmpv6NdNaFlagO, .icmpv6NdNaFlagRsv] {
        tree.bits(field, of: flags, range)
      }
      tree.end(mark)
      try tree.ipv6(.icmpv6NdNaTargetAddress, bytes, start + 8)
      position = start + 24
    case 137:
      try tree.bytes(.icmpv6Reserved, bytes, start + 4, 4)
      try tree.ipv6(.icmpv6NdRdTargetAddress, bytes, start + 8)
      try tree.ipv6(.icmpv6RdNaDestinationAddress, bytes, start + 24)
      position = start + 40
    default:
      try tree.bytes(.icmpv6Reserved, bytes, start + 4, 4)
    }
    while position < bytes.count { position = try option(&tree, bytes, position, type) }
  }

  private static func advertisement(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    try tree.number(.icmpv6NdRaCurHopLimit, bytes, start + 4, 1)
    let flags = try bytes.number(1, at: start + 5)
    let range = start + 5..<start + 6
    let mark = tree.begin(.icmpv6NdRaFlag, range, .unsigned(flags))
    for field in [
      FieldID.icmpv6NdRaFlagM, .icmpv6NdRaFlagO, .icmpv6NdRaFlagH, .icmpv6NdRaFlagPrf, .icmpv6NdRaFlagP,
      .icmpv6NdRaFlagRsv,
    ] { tree.bits(field, of: flags, range) }
    tree.end(mark)
    try tree.number(.icmpv6NdRaRouterLifetime, bytes, start + 6, 2)
    try tree.number(.icmpv6NdRaReachableTime, bytes, start + 8, 4)
    try tree.number(.icmpv6NdRaRetransTimer, bytes, start + 12, 4)
  }

  private static func option(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ message: UInt64)
    throws(DissectionStop) -> Int
  {
    let type = try bytes.number(1, at: start)
    let units = Int(try bytes.number(1, at: start + 1))
    guard units > 0 else { throw .malformed }
    let end = start + units * 8
    let name = ValueNames.icmpv6OptType[type] ?? "type \(type)"
    let mark = tree.begin(.icmpv6Opt, start..<end, .none, text: "Option: \(name)")
    try tree.number(.icmpv6OptType, bytes, start, 1)
    tree.add(
      .icmpv6OptLength, start + 1..<start + 2, .unsigned(UInt64(units)),
      text: "Length of the option, in units of 8 bytes: \(units)")
    try bytes.need(units * 8, at: start)
    try data(&tree, bytes, start, end, type)
    tree.end(mark)
    return end
  }

  private static func data(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ type: UInt64
  ) throws(DissectionStop) {
    switch type {
    case 1, 2:
      guard end - start == 8 else { return }
      let range = start + 2..<start + 8
      let address = MACAddress(rawValue: try bytes.number(6, at: start + 2))
      tree.add(.icmpv6OptLinkaddr, range, .ethernet(address))
      tree.hide(type == 1 ? .icmpv6OptSrcLinkaddr : .icmpv6OptTargetLinkaddr, range, .ethernet(address))
    case 3: try prefix(&tree, bytes, start)
    case 4:
      try tree.bytes(.icmpv6OptReserved, bytes, start + 2, 6)
      tree.quote(IPv6Dissector.dissector, bytes.extracting(0..<end), start + 8)
    case 5:
      try tree.bytes(.icmpv6OptReserved, bytes, start + 2, 2)
      try tree.number(.icmpv6OptMtu, bytes, start + 4, 4)
    case 7:
      try tree.bytes(.icmpv6OptReserved, bytes, start + 2, 2)
      try tree.number(.icmpv6OptAdvertisementInterval, bytes, start + 4, 4)
    case 8:
      try tree.bytes(.icmpv6OptReserved, bytes, start + 2, 2)
      try tree.number(.icmpv6OptHomeAgentPreference, bytes, start + 4, 2)
      try tree.number(.icmpv6OptHomeAgentLifetime, bytes, start + 6, 2)
    case 14: try tree.bytes(.icmpv6OptNonce, bytes, start + 2, end - start - 2)
    case 24: try route(&tree, bytes, start, end)
    case 25:
      try tree.bytes(.icmpv6OptReserved, bytes, start + 2, 2)
      try tree.number(.icmpv6OptRdnssLifetime, bytes, start + 4, 4)
      for index in 0..<((end - start - 8) / 16) { try tree.ipv6(.icmpv6OptRdnss, bytes, start + 8 + index * 16) }
    case 31:
      try tree.bytes(.icmpv6OptReserved, bytes, start + 2, 2)
      try tree.number(.icmpv6OptDnsslLifetime, bytes, start + 4, 4)
      try searchList(&tree, bytes.extracting(0..<end), start + 8)
    default: break
    }
  }

  private static func prefix(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    try bytes.need(32, at: start)
    try tree.number(.icmpv6OptPrefixLength, bytes, start + 2, 1)
    let flags = try bytes.number(1, at: start + 3)
    let range = start + 3..<start + 4
    let mark = tree.begin(.icmpv6OptPrefixFlag, range, .unsigned(flags))
    for field in [
      FieldID.icmpv6OptPrefixFlagL, .icmpv6OptPrefixFlagA, .icmpv6OptPrefixFlagR, .icmpv6OptPrefixFlagReserved,
    ] { tree.bits(field, of: flags, range) }
    tree.end(mark)
    try tree.number(.icmpv6OptPrefixValidLifetime, bytes, start + 4, 4)
    try tree.number(.icmpv6OptPrefixPreferredLifetime, bytes, start + 8, 4)
    try tree.bytes(.icmpv6OptReserved, bytes, start + 12, 4)
    try tree.ipv6(.icmpv6OptPrefix, bytes, start + 16)
  }

  /// Route information (RFC 4191): of the prefix as many bytes as there are.
  private static func route(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ end: Int)
    throws(DissectionStop)
  {
    try tree.number(.icmpv6OptPrefixLength, bytes, start + 2, 1)
    let flags = try bytes.number(1, at: start + 3)
    let mark = tree.begin(.icmpv6OptRouteInfoFlag, start + 3..<start + 4, .unsigned(flags))
    tree.bits(.icmpv6OptRouteInfoFlagRoutePreference, of: flags, start + 3..<start + 4)
    tree.bits(.icmpv6OptRouteInfoFlagReserved, of: flags, start + 3..<start + 4)
    tree.end(mark)
    try tree.number(.icmpv6OptRouteLifetime, bytes, start + 4, 4)
    let range = start + 8..<min(end, start + 24)
    guard !range.isEmpty else { return }
    let octets = range.map { bytes[$0] } + [UInt8](repeating: 0, count: 16 - range.count)
    let span = octets.span
    tree.add(.icmpv6OptPrefix, range, .ipv6(IPv6Address(high: span.uint64(at: 0), low: span.uint64(at: 8))))
  }

  private static func searchList(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    var position = start
    while position < bytes.count, bytes[position] != 0 {
      let first = position
      let name = try DNSNameText.read(bytes, message: start, &position)
      tree.add(.icmpv6OptDnssl, first..<position, .string(name))
    }
  }
}
