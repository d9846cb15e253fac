import TestSupport
import Wire

/// The recorded captures of protocols above TCP, and what a bad network would make of them.
enum MessageCaptures {
  static let names = ["http", "tls", "websocket"]

  static func path(_ name: String) -> String {
    Repository.file("captures/protocols/\(name).pcap")
  }

  /// A packet of a pcap file with its header of sixteen bytes.
  struct Record {
    var header: [UInt8]
    var bytes: [UInt8]

    /// Whether it is a TCP segment with data: Ethernet and IPv4 of twenty bytes, as they were recorded.
    var carriesData: Bool {
      guard bytes.count > 54, bytes[23] == 6 else { return false }
      return bytes.count > 34 + Int(bytes[46] >> 4) * 4
    }

    /// The ports, as a direction.
    var direction: [UInt8] { bytes.count > 38 ? Array(bytes[34..<38]) : [] }
  }

  /// The header of a file and its packets.
  static func records(_ name: String) throws -> (header: [UInt8], packets: [Record]) {
    try records(at: path(name))
  }

  static func records(at path: String) throws -> (header: [UInt8], packets: [Record]) {
    let all = try Files.read(path)
    var packets: [Record] = []
    var place = 24
    while place + 16 <= all.count {
      let length = (0..<4).reduce(0) { $0 | Int(all[place + 8 + $1]) << ($1 * 8) }
      packets.append(
        Record(header: Array(all[place..<place + 16]), bytes: Array(all[place + 16..<place + 16 + length])))
      place += 16 + length
    }
    return (Array(all[..<24]), packets)
  }

  /// Writes packets as a file; those that were cut keep their original length.
  static func write(_ header: [UInt8], _ packets: [Record], to path: String) throws {
    var all = header
    for packet in packets {
      var head = packet.header
      for index in 0..<4 { head[8 + index] = UInt8(truncatingIfNeeded: packet.bytes.count >> (index * 8)) }
      all += head + packet.bytes
    }
    try Files.write(all, to: path)
  }

  /// Neighbours that one side sent change places, and every fifth of them comes twice; times stay in order.
  static func disturbed(_ packets: [Record]) -> [Record] {
    var result = packets
    var index = 0
    while index + 1 < result.count {
      let (first, second) = (result[index], result[index + 1])
      if first.carriesData, second.carriesData, first.direction == second.direction {
        // The bytes and lengths change places, the times stay.
        result[index] = Record(header: Array(first.header[..<8] + second.header[8...]), bytes: second.bytes)
        result[index + 1] = Record(header: Array(second.header[..<8] + first.header[8...]), bytes: first.bytes)
        index += 1
      }
      index += 1
    }
    var copies: [Record] = []
    for (index, packet) in result.enumerated() {
      copies.append(packet)
      if index % 5 == 0, packet.carriesData { copies.append(packet) }
    }
    return copies
  }
}
