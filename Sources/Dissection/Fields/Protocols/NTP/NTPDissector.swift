import TextOutput
import Wire

/// NTP (RFC 5905): the header of a time message, and the first byte of control and private ones.
enum NTPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.ntp, entries: [.udpPort(123, to: dissector)],
    summaries: [summary])

  static let dissector = Dissector("ntp") { (tree, bytes, start) throws(DissectionStop) in
    let first = try bytes.number(1, at: start)
    let (version, mode) = (first >> 3 & 7, first & 7)
    let mark = tree.beginProtocol(
      .ntp, start..<bytes.count,
      text:
        "NTP, \(ValueNames.ntpFlagsVn[version] ?? "version \(version)"), \(ValueNames.ntpFlagsMode[mode] ?? "mode \(mode)")"
    )
    let flags = tree.begin(.ntpFlags, start..<start + 1, .unsigned(first))
    // A private message has other bits where the leap indicator is.
    if mode != 7 { tree.bits(.ntpFlagsLi, of: first, start..<start + 1) }
    tree.bits(.ntpFlagsVn, of: first, start..<start + 1)
    tree.bits(.ntpFlagsMode, of: first, start..<start + 1)
    tree.end(flags)
    if mode < 6 { try addTimes(&tree, bytes, start) }
    tree.end(mark)
  }

  private static func addTimes(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    try tree.run(
      [.ntpStratum, .ntpPpoll, .ntpPrecision, .ntpRootdelay, .ntpRootdispersion], bytes, start + 1)
    try tree.bytes(.ntpRefid, bytes, start + 12, 4)
    for (index, field) in [FieldID.ntpReftime, .ntpOrg, .ntpRec, .ntpXmt].enumerated() {
      let offset = start + 16 + index * 8
      tree.add(field, offset..<offset + 8, .absoluteTime(time(try bytes.number(8, at: offset))))
    }
    let end = try endOfExtensions(bytes, start + 48)
    guard end + 4 <= bytes.count else { return }
    try tree.bytes(.ntpKeyid, bytes, end, 4)
    if end + 4 < bytes.count { try tree.bytes(.ntpMac, bytes, end + 4, bytes.count - end - 4) }
  }

  /// Seconds since 1900 and a fraction, as nanoseconds since 1970; those that are not set are none. Times with a first bit of
  /// 0 are after 2036 (RFC 4330 section 3).
  static func time(_ raw: UInt64) -> Int64 {
    guard raw != 0 else { return FieldText.unsetTime }
    let (seconds, fraction) = (Int64(raw >> 32), raw & 0xFFFF_FFFF)
    let epoch: Int64 = seconds & 0x8000_0000 != 0 ? -2_208_988_800 : 2_085_978_496
    return (seconds + epoch) * 1_000_000_000 + Int64((fraction * 1_000_000_000) >> 32)
  }

  /// Extension fields have lengths of their own and are 16 bytes at least (RFC 7822); what is left over is a digest, and
  /// if it is too short for one, so is the last field.
  private static func endOfExtensions(_ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) -> Int {
    var (end, last) = (start, 0)
    while bytes.count - end >= 16 {
      let length = Int(try bytes.number(2, at: end + 2))
      guard length >= 16, length <= bytes.count - end else { break }
      end += length
      last = length
    }
    let rest = bytes.count - end
    if rest == 4, try bytes.number(4, at: end) == 0 { return end }
    return rest > 0 && rest < 20 ? end - last : end
  }
}
