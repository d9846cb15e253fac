import TextOutput
import Wire

/// Multicast listener discovery, version 2 (RFC 3810).
enum ICMPv6Listeners {
  static func query(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    try tree.number(.icmpv6MldMaximumResponseCode, bytes, start + 4, 2)
    try tree.bytes(.icmpv6Reserved, bytes, start + 6, 2)
    try tree.ipv6(.icmpv6MldMulticastAddress, bytes, start + 8)
    let flags = try bytes.number(1, at: start + 24)
    let range = start + 24..<start + 25
    let mark = tree.begin(.icmpv6MldFlag, range, .unsigned(flags))
    tree.bits(.icmpv6MldFlagS, of: flags, range)
    tree.bits(.icmpv6MldFlagQrv, of: flags, range)
    tree.bits(.icmpv6MldFlagReserved, of: flags, range)
    tree.end(mark)
    try tree.number(.icmpv6MldQqi, bytes, start + 25, 1)
    let count = Int(try tree.number(.icmpv6MldNbSources, bytes, start + 26, 2))
    for index in 0..<count { try tree.ipv6(.icmpv6MldSourceAddress, bytes, start + 28 + index * 16) }
  }

  static func report(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    try tree.bytes(.icmpv6Reserved, bytes, start + 4, 2)
    let count = Int(try tree.number(.icmpv6MldrNbMcastRecords, bytes, start + 6, 2))
    var position = start + 8
    for _ in 0..<count { position = try record(&tree, bytes, position) }
  }

  private static func record(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop)
    -> Int
  {
    let auxiliary = Int(try bytes.number(1, at: start + 1)) * 4
    let sources = Int(try bytes.number(2, at: start + 2))
    let type = try bytes.number(1, at: start)
    let address = IPv6Address(high: try bytes.number(8, at: start + 4), low: try bytes.number(8, at: start + 12))
    let end = start + 20 + sources * 16 + auxiliary
    let mark = tree.begin(
      .icmpv6MldrMar, start..<end, .none,
      text: "Group record for \(address): \(ValueNames.icmpv6MldrMarRecordType[type] ?? "type \(type)")")
    try tree.number(.icmpv6MldrMarRecordType, bytes, start, 1)
    try tree.number(.icmpv6MldrMarAuxDataLen, bytes, start + 1, 1)
    try tree.number(.icmpv6MldrMarNbSources, bytes, start + 2, 2)
    try tree.ipv6(.icmpv6MldrMarMulticastAddress, bytes, start + 4)
    for index in 0..<sources { try tree.ipv6(.icmpv6MldrMarSourceAddress, bytes, start + 20 + index * 16) }
    if auxiliary > 0 { try tree.bytes(.icmpv6MldrMarAuxiliaryData, bytes, end - auxiliary, auxiliary) }
    tree.end(mark)
    return end
  }
}
