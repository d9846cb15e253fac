import TextOutput
import Wire

/// What routers add to ICMP errors (RFC 4884): labels of MPLS (RFC 4950), and interfaces (RFC 5837).
enum ICMPExtensions {
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    guard start < bytes.count else { throw .bounds }
    let mark = tree.begin(.icmpExt, start..<bytes.count, .none)
    defer { tree.end(mark) }
    guard bytes.count - start >= 4 else { return }
    tree.add(.icmpExtVersion, start..<start + 1, .unsigned(UInt64(bytes[start] >> 4)))
    tree.bits(.icmpExtRes, of: UInt64(bytes.uint16(at: start)), start..<start + 2)
    addChecksum(&tree, bytes, start)
    guard (1...2).contains(bytes[start] >> 4) else { return }
    var position = start + 4
    while position + 4 <= bytes.count {
      let length = Int(bytes.uint16(at: position))
      let end = min(bytes.count, position + length)
      try object(&tree, bytes.extracting(0..<max(end, position + 4)), position, length)
      guard length >= 4 else { return }
      position = end
    }
  }

  private static func addChecksum(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) {
    let claimed = UInt64(bytes.uint16(at: start + 2))
    guard claimed != 0 else {
      tree.add(
        .icmpExtChecksum, start + 2..<start + 4, .unsigned(0), text: "Checksum of the extensions: 0x0000, not used")
      return tree.generate(.icmpExtChecksumStatus, .unsigned(3))
    }
    var sum = InternetChecksum()
    sum.add(bytes, in: start..<bytes.count)
    let isGood = sum.folded == 0xFFFF
    tree.checksum(.icmpExtChecksum, .icmpExtChecksumStatus, start + 2..<start + 4, claimed, isGood: isGood)
    if !isGood { tree.badChecksum(.icmpExtChecksumBad, bytes, in: start..<bytes.count, field: start + 2) }
  }

  /// - Parameter bytes: what ends with the object.
  private static func object(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ length: Int
  ) throws(DissectionStop) {
    let kind = bytes[start + 2]
    let name = ValueNames.icmpExtClass[UInt64(kind)] ?? "Object of class \(kind), kind \(bytes[start + 3])"
    let mark = tree.begin(.text, start..<bytes.count, .none, text: "\(name)")
    defer { tree.end(mark) }
    try tree.run([.icmpExtLength], bytes, start)
    try tree.run([.icmpExtClass], bytes, start + 2)
    guard length >= 4 else { return }
    switch kind {
    case 1 where bytes[start + 3] == 1:
      try tree.number(.icmpExtCtype, bytes, start + 3, 1)
      try labels(&tree, bytes, start + 4)
    case 2: try interface(&tree, bytes, start)
    default:
      try tree.number(.icmpExtCtype, bytes, start + 3, 1)
      if start + 4 < bytes.count { try tree.run([.icmpExtData], bytes, start + 4) }
    }
  }

  private static func labels(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position + 4 <= bytes.count {
      let word = try bytes.number(3, at: position)
      let range = position..<position + 3
      for field in [FieldID.icmpMplsLabel, .icmpMplsExp, .icmpMplsS] { tree.bits(field, of: word, range) }
      try tree.number(.icmpMplsTtl, bytes, position + 3, 1)
      position += 4
    }
  }

  private static func interface(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let flags = UInt64(bytes[start + 3])
    let range = start + 3..<start + 4
    let mark = tree.begin(.icmpExtCtype, range, .unsigned(flags))
    for field in [
      FieldID.icmpIntInfoRole, .icmpIntInfoReserved, .icmpIntInfoIfindex, .icmpIntInfoIpaddr, .icmpIntInfoNamePresent,
      .icmpIntInfoMtuPresent,
    ] { tree.bits(field, of: flags, range) }
    tree.end(mark)
    var position = start + 4
    if flags & 8 != 0 { position = try tree.run([.icmpIntInfoIndex], bytes, position) }
    if flags & 4 != 0, position + 2 <= bytes.count {
      let family = try tree.number(.icmpIntInfoAfi, bytes, position, 2)
      guard family == 1 || family == 2 else { return }
      position = try tree.run([family == 1 ? .icmpIntInfoIpv4 : .icmpIntInfoIpv6], bytes, position + 4)
    }
    if flags & 2 != 0, position < bytes.count {
      let length = Int(try tree.number(.icmpIntInfoNameLength, bytes, position, 1))
      if length > 1, position + length <= bytes.count {
        try tree.string(.icmpIntInfoName, bytes, position + 1, length - 1)
      }
      position += max(1, length)
    }
    if flags & 1 != 0 { try tree.run([.icmpIntInfoMtu], bytes, position) }
  }
}
