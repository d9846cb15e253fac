import Wire

@testable import VirtualLink

/// Packets of a client, as the relay sees them.
enum RelayPackets {
  /// A SYN from 10.83.1.2 to port 80 of 192.0.2.1.
  static func connectionRequest(from port: UInt16, sequence: UInt32, flags: UInt8 = 0x02) -> [UInt8] {
    var segment: [UInt8] = []
    segment.append(bigEndian: port)
    segment.append(bigEndian: UInt16(80))
    segment.append(bigEndian: sequence)
    segment.append(bigEndian: UInt32(0))
    segment += [0x50, flags, 0xFF, 0xFF, 0, 0, 0, 0]
    return frame(segment, 6)
  }

  /// An echo request from 10.83.1.2 to 192.0.2.1.
  static func echoRequest(_ identifier: UInt16) -> [UInt8] {
    var message: [UInt8] = [8, 0, 0, 0]
    message.append(bigEndian: identifier)
    message += [0, 1, 1, 2, 3, 4]
    return frame(message, 1)
  }

  /// What the relay makes of the first bytes of a frame.
  static func held(_ frame: [UInt8], length: Int? = nil) -> HeldPacket? {
    HeldPacket(frame.span.extracting(0..<(length ?? frame.count)))
  }

  private static func frame(_ payload: [UInt8], _ protocolNumber: UInt8) -> [UInt8] {
    var frame: [UInt8] = []
    MACAddress.farSide.append(to: &frame)
    MACAddress.client.append(to: &frame)
    frame += [0x08, 0x00, 0x45, 0]
    frame.append(bigEndian: UInt16(20 + payload.count))
    frame += [0, 0, 0x40, 0, 64, protocolNumber, 0, 0, 10, 83, 1, 2, 192, 0, 2, 1]
    return frame + payload
  }
}
