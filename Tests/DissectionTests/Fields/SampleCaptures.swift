import Dissection
import Glibc
import TestSupport
import Wire

/// The captures that are compared: ours, and those in the directory that HEADWIND_CAPTURES names.
enum SampleCaptures {
  /// Gives each file to `body`.
  static func each(_ body: (String) throws -> Void) throws {
    try TemporaryFolder.with { directory in
      // One file with all of them: tshark takes longer to start than to read it.
      let path = "\(directory)/samples.pcap"
      try Files.write(file(all), to: path)
      try body(path)
    }
    guard let extra = getenv("HEADWIND_CAPTURES").map({ String(cString: $0) }), let folder = opendir(extra) else {
      return
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
        tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".pcap") || name.hasSuffix(".pcapng") { names.append(name) }
    }
    for name in names.sorted() { try body(extra + "/" + name) }
  }

  /// Conversations with what a bad network does to them, one after the other.
  static var all: [Packet] {
    var packets: [Packet] = []
    for conversation in [plain, lossy, windows, reused] {
      let start = packets.last.map { $0.time + 1_000_000 } ?? 0
      packets += conversation.map { packet in
        var packet = packet
        packet.time += start
        return packet
      }
    }
    return packets
  }

  private static var plain: [Packet] {
    var talk = Talk(clientPort: 50_000, serverPort: 9000)
    talk.say(.client, "PUT /a something that no dissector knows\r\n", size: 10)
    talk.say(.server, [UInt8](repeating: 7, count: 5000))
    talk.close()
    return talk.packets
  }

  /// Segments twice, out of order, and missing.
  private static var lossy: [Packet] {
    var talk = Talk(clientPort: 50_001, serverPort: 9000)
    talk.say(.server, [UInt8](repeating: 1, count: 14_000))
    var packets = talk.packets
    packets.swapAt(5, 6)
    var again = packets[4]
    again.time = packets.last.map { $0.time + 300_000 } ?? 0
    packets.append(again)
    packets.remove(at: 9)
    for index in packets.indices where index > 5 && index < 10 { packets[index].time = packets[5].time + index }
    return packets.sorted { $0.time < $1.time }
  }

  /// Zero windows, probes, keep-alives, duplicate acknowledgments.
  private static var windows: [Packet] {
    var talk = Talk(clientPort: 50_002, serverPort: 9000)
    talk.say(.client, "hello")
    talk.add(.server, window: 0)
    talk.add(.client, [65], flags: [.ack, .psh])
    talk.add(.server, window: 0)
    talk.add(.server, window: 1000)
    talk.add(.server, window: 2000)
    talk.clientNext &-= 1
    talk.add(.client)
    talk.clientNext &+= 1
    talk.add(.server, window: 2000)
    talk.say(.client, [UInt8](repeating: 66, count: 3000))
    for _ in 0..<4 { talk.add(.server, window: 2000) }
    talk.close(.server)
    return talk.packets
  }

  private static var reused: [Packet] {
    var first = Talk(clientPort: 50_003, serverPort: 9000)
    first.say(.client, "one")
    first.add(.server, flags: [.rst, .ack])
    var second = Talk(clientPort: 50_003, serverPort: 9000, sequence: 777_000)
    second.say(.client, "two")
    second.close()
    let shift = first.time
    return first.packets
      + second.packets.map { packet in
        var packet = packet
        packet.time += shift + 5_000_000
        return packet
      }
  }

  /// A pcap file of raw IP packets, in microseconds.
  static func file(_ packets: [Packet]) -> [UInt8] {
    var bytes: [UInt8] = []
    for word: UInt32 in [0xA1B2_C3D4, 0x0002_0004, 0, 0, 262_144, LinkType.raw.rawValue] {
      bytes.append(bigEndian: word)
    }
    for packet in packets {
      bytes.append(bigEndian: UInt32(1_700_000_000 + packet.time / 1_000_000))
      bytes.append(bigEndian: UInt32(packet.time % 1_000_000))
      bytes.append(bigEndian: UInt32(packet.bytes.count))
      bytes.append(bigEndian: UInt32(packet.bytes.count))
      bytes += packet.bytes
    }
    return bytes
  }
}
