import Streams
import TextOutput
import Wire

/// The extension headers of IPv6 (RFC 8200 section 4, RFC 8754 for segment routing).
enum IPv6Extensions {
  /// Goes through the extension headers and on to what they lead to.
  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ next: UInt8, isWhole: Bool
  ) {
    var position = start
    var number = next
    var fragment: (place: FragmentPlace, identifier: UInt32)?
    var seen = 0
    while let name = names[number], seen < PacketContext.deepest {
      seen += 1
      let kind = number
      var result: (next: UInt8, end: Int)?
      let extensionHeader = Dissector(name) { _, _, _ throws(DissectionStop) in }
      do {
        tree.noteProtocol(name)
        let saved = tree.depth
        defer { if tree.depth > saved { tree.end(NodeMark(index: nil, depth: saved)) } }
        switch kind {
        case 43: result = try routing(&tree, bytes, position)
        case 44:
          let header = try fragmentHeader(&tree, bytes, position)
          fragment = (header.place, header.identifier)
          result = (header.next, position + 8)
        default: result = try options(&tree, bytes, position, isHop: kind == 0)
        }
      } catch {
        let reason = error
        tree.run(Dissector(extensionHeader.name) { _, _, _ throws(DissectionStop) in throw reason }, bytes, position)
        return
      }
      guard let result else { return }
      (number, position) = (result.next, result.end)
      if kind == 44 { break }
    }
    if let fragment, fragment.place.offset > 0 || fragment.place.more {
      Fragments.dissect(
        &tree, bytes, position, isWhole: isWhole, fragment.place, identifier: fragment.identifier,
        protocolNumber: number, fields: .ipv6)
    } else if fragment != nil, names[number] != nil {
      dissect(&tree, bytes, position, number, isWhole: isWhole)
    } else if number != 59 {
      tree.dispatch(ipProtocol: number, bytes, position)
    } else {
      tree.data(bytes, position)
    }
  }

  private static let names: [UInt8: String] = [
    0: "ipv6.hopopts", 43: "ipv6.routing", 44: "ipv6.fraghdr", 60: "ipv6.dstopts",
  ]

  private static func options(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isHop: Bool)
    throws(DissectionStop) -> (next: UInt8, end: Int)
  {
    let length = Int(try bytes.number(1, at: start + 1))
    let end = start + 8 + length * 8
    let mark = tree.begin(
      isHop ? .ipv6Hopopts : .ipv6Dstopts, start..<end, .bytes,
      text: isHop ? "Options for every hop" : "Options for the destination")
    let next = try tree.number(isHop ? .ipv6HopoptsNxt : .ipv6DstoptsNxt, bytes, start, 1)
    try addLength(
      &tree, length, start, isHop ? .ipv6HopoptsLen : .ipv6DstoptsLen, isHop ? .ipv6HopoptsLenOct : .ipv6DstoptsLenOct)
    try bytes.need(end - start, at: start)
    var position = start + 2
    while position < end { position = try option(&tree, bytes, position, end) }
    tree.end(mark)
    return (UInt8(truncatingIfNeeded: next), end)
  }

  private static func addLength(
    _ tree: inout TreeBuilder, _ length: Int, _ start: Int, _ field: FieldID, _ octets: FieldID
  ) throws(DissectionStop) {
    let mark = tree.begin(field, start + 1..<start + 2, .unsigned(UInt64(length)))
    tree.generate(octets, .unsigned(UInt64(8 + length * 8)), text: "[Length of the header: \(8 + length * 8) bytes]")
    tree.end(mark)
  }

  private static func option(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ end: Int)
    throws(DissectionStop) -> Int
  {
    let type = try bytes.number(1, at: start)
    let length = type == 0 ? 0 : Int(try bytes.number(1, at: start + 1))
    let stop = type == 0 ? start + 1 : start + 2 + length
    guard stop <= end else { throw .malformed }
    let mark = tree.begin(
      .ipv6Opt, start..<stop, .none, text: "\(ValueNames.ipv6OptType[type] ?? "Option of type \(type)")")
    let kind = tree.begin(.ipv6OptType, start..<start + 1, .unsigned(type))
    tree.bits(.ipv6OptTypeAction, of: type, start..<start + 1)
    tree.bits(.ipv6OptTypeChange, of: type, start..<start + 1)
    tree.bits(.ipv6OptTypeRest, of: type, start..<start + 1)
    tree.end(kind)
    switch type {
    case 0: tree.add(.ipv6OptPad1, start..<start + 1, .none)
    case 1:
      try tree.number(.ipv6OptLength, bytes, start + 1, 1)
      try tree.bytes(.ipv6OptPadn, bytes, start + 2, length)
    case 5 where length == 2:
      try tree.number(.ipv6OptLength, bytes, start + 1, 1)
      try tree.number(.ipv6OptRouterAlert, bytes, start + 2, 2)
    case 0xC2 where length == 4:
      try tree.number(.ipv6OptLength, bytes, start + 1, 1)
      try tree.number(.ipv6OptJumbo, bytes, start + 2, 4)
    default:
      try tree.number(.ipv6OptLength, bytes, start + 1, 1)
      try tree.bytes(.ipv6OptUnknown, bytes, start + 2, length)
    }
    tree.end(mark)
    return stop
  }

  private static func routing(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop)
    -> (next: UInt8, end: Int)
  {
    let length = Int(try bytes.number(1, at: start + 1))
    let end = start + 8 + length * 8
    let type = try bytes.number(1, at: start + 2)
    let name = ValueNames.ipv6RoutingType[type] ?? "type \(type)"
    let mark = tree.begin(.ipv6Routing, start..<end, .bytes, text: "Routing header: \(name)")
    let next = try tree.number(.ipv6RoutingNxt, bytes, start, 1)
    try addLength(&tree, length, start, .ipv6RoutingLen, .ipv6RoutingLenOct)
    try tree.number(.ipv6RoutingType, bytes, start + 2, 1)
    try tree.number(.ipv6RoutingSegleft, bytes, start + 3, 1)
    try bytes.need(end - start, at: start)
    if type == 0 || type == 1 {
      tree.expert(.ipv6RoutingDeprecated, .note, .deprecated)
    }
    if type == 4 {
      try tree.number(.ipv6RoutingSrhLastEntry, bytes, start + 4, 1)
      try tree.number(.ipv6RoutingSrhFlags, bytes, start + 5, 1)
      try tree.bytes(.ipv6RoutingSrhTag, bytes, start + 6, 2)
      let count = min(Int(bytes[start + 4]) + 1, (end - start - 8) / 16)
      for index in 0..<count { try tree.ipv6(.ipv6RoutingSrhAddr, bytes, start + 8 + index * 16) }
    } else if type == 0 {
      try tree.bytes(.ipv6RoutingSrcReserved, bytes, start + 4, 4)
      for index in 0..<((end - start - 8) / 16) {
        let address = try tree.ipv6(.ipv6RoutingSrcAddr, bytes, start + 8 + index * 16)
        // Checksums are made for the last stop, whichever the packet is on its way to.
        if bytes[start + 3] > 0 { tree.context.destination = .v6(address) }
      }
    } else {
      try tree.bytes(.ipv6RoutingUnknownData, bytes, start + 4, end - start - 4)
    }
    tree.end(mark)
    return (UInt8(truncatingIfNeeded: next), end)
  }

  private static func fragmentHeader(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop) -> (next: UInt8, place: FragmentPlace, identifier: UInt32)
  {
    let mark = tree.begin(.ipv6Fraghdr, start..<start + 8, .bytes, text: "Fragment header")
    let next = try tree.number(.ipv6FraghdrNxt, bytes, start, 1)
    try tree.number(.ipv6FraghdrReservedOctet, bytes, start + 1, 1)
    let field = try bytes.number(2, at: start + 2)
    let range = start + 2..<start + 4
    let place = Int(field >> 3) * 8
    tree.add(
      .ipv6FraghdrOffset, range, .unsigned(field >> 3),
      text: "\(TextFormat.pattern(field, mask: 0xFFF8, bits: 16)) = Offset of the fragment: \(place) bytes")
    tree.bits(.ipv6FraghdrReservedBits, of: field, range)
    tree.bits(.ipv6FraghdrMore, of: field, range)
    let identifier = try tree.number(.ipv6FraghdrIdent, bytes, start + 4, 4)
    tree.end(mark)
    return (
      UInt8(truncatingIfNeeded: next), FragmentPlace(offset: place, more: field & 1 == 1),
      UInt32(truncatingIfNeeded: identifier)
    )
  }
}
