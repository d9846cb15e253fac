import QUIC
import TextOutput
import Wire

/// The nodes of transport parameters in a hello (RFC 9000 section 18).
enum QUICParameterFields {
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      let type = try bytes.variable(at: position)
      let length = try bytes.variable(at: position + type.length)
      let value = position + type.length + length.length
      guard length.value <= UInt64(bytes.count - value) else { throw .bounds }
      let end = value + Int(length.value)
      let parameter = TransportParameter(rawValue: type.value)
      let mark = tree.begin(
        .tlsQuicParameter, position..<end, .none, text: "Parameter \(parameter), \(length.value) bytes")
      tree.add(
        .tlsQuicParameterType, position..<position + type.length, .unsigned(type.value),
        text: "Name of the parameter: \(parameter) (\(TextFormat.hex(type.value, 2)))")
      try tree.variable(.tlsQuicParameterLength, bytes, position + type.length)
      if value < end { tree.add(.tlsQuicParameterValue, value..<end, .bytes) }
      try addValue(&tree, type.value, bytes.extracting(0..<end), value)
      tree.end(mark)
      position = end
    }
  }

  private static func addValue(
    _ tree: inout TreeBuilder, _ type: UInt64, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    if let field = integers[type] { return _ = try tree.variable(field, bytes, start) }
    if let field = strings[type] { return tree.add(field, start..<bytes.count, .bytes) }
    switch type {
    case 0x0D: try addAddress(&tree, bytes, start)
    case 0x11:
      for offset in stride(from: start, to: bytes.count - 3, by: 4) {
        try tree.number(
          offset == start ? .tlsQuicParameterViChosenVersion : .tlsQuicParameterViOtherVersion, bytes, offset, 4)
      }
    case 0x3129: try tree.string(.tlsQuicParameterGoogleUserAgent, bytes, start, bytes.count - start)
    case 0x4752: try tree.number(.tlsQuicParameterGoogleQuicVersion, bytes, start, 4)
    default: break
    }
  }

  private static func addAddress(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    try tree.ipv4(.tlsQuicParameterPreferredAddressIpv4address, bytes, start)
    try tree.number(.tlsQuicParameterPreferredAddressIpv4port, bytes, start + 4, 2)
    try tree.ipv6(.tlsQuicParameterPreferredAddressIpv6address, bytes, start + 6)
    try tree.number(.tlsQuicParameterPreferredAddressIpv6port, bytes, start + 22, 2)
    let length = Int(try tree.number(.tlsQuicParameterPreferredAddressConnectionidLength, bytes, start + 24, 1))
    try tree.bytes(.tlsQuicParameterPreferredAddressConnectionid, bytes, start + 25, length)
    try tree.bytes(.tlsQuicParameterPreferredAddressStatelessresettoken, bytes, start + 25 + length, 16)
  }

  private static let integers: [UInt64: FieldID] = [
    0x01: .tlsQuicParameterMaxIdleTimeout, 0x03: .tlsQuicParameterMaxUdpPayloadSize,
    0x04: .tlsQuicParameterInitialMaxData, 0x05: .tlsQuicParameterInitialMaxStreamDataBidiLocal,
    0x06: .tlsQuicParameterInitialMaxStreamDataBidiRemote, 0x07: .tlsQuicParameterInitialMaxStreamDataUni,
    0x08: .tlsQuicParameterInitialMaxStreamsBidi, 0x09: .tlsQuicParameterInitialMaxStreamsUni,
    0x0A: .tlsQuicParameterAckDelayExponent, 0x0B: .tlsQuicParameterMaxAckDelay,
    0x0E: .tlsQuicParameterActiveConnectionIdLimit, 0x20: .tlsQuicParameterMaxDatagramFrameSize,
    0x1057: .tlsQuicParameterLossBits, 0x7158: .tlsQuicParameterEnableTimeStampV2,
    0xFF02_DE1A: .tlsQuicParameterMinAckDelay, 0xFF03_DE1A: .tlsQuicParameterMinAckDelay,
    0x3127: .tlsQuicParameterGoogleInitialRtt,
  ]
  private static let strings: [UInt64: FieldID] = [
    0x00: .tlsQuicParameterOriginalDestinationConnectionId, 0x02: .tlsQuicParameterStatelessResetToken,
    0x0F: .tlsQuicParameterInitialSourceConnectionId, 0x10: .tlsQuicParameterRetrySourceConnectionId,
  ]
}
