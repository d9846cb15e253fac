import QUIC
import TextOutput
import Wire

/// A packet whose frames are being told.
struct QLogPacket: Sendable {
  let packet: QUICPacket
  /// Its frames in JSON, separated by commas.
  var frames = TextBuffer(capacity: 256)

  init(_ packet: QUICPacket) {
    self.packet = packet
  }

  mutating func append(frame: borrowing TextBuffer) {
    if frames.count > 0 { frames.append(",") }
    frame.withBytes { frames.append($0) }
  }

  /// The header (`PacketHeader`).
  static func append(header packet: QUICPacket, to object: inout QLogObject) {
    object.set("packet_type", QLogNames.type(packet.place.type))
    object.set("packet_number", packet.place.number)
    if let version = packet.header.version { object.set("version", QLogNames.version(version)) }
    object.set("scil", packet.header.sourceID.count)
    object.set("dcil", packet.header.destinationID.count)
    object.set("scid", hexadecimal: packet.header.sourceID.bytes)
    object.set("dcid", hexadecimal: packet.header.destinationID.bytes)
    if packet.place.type == .oneRTT, packet.opening == .opened {
      object.set("key_phase", packet.keyUpdates)
      object.set("spin_bit", packet.firstByte & 0x20 != 0)
    }
  }
}
