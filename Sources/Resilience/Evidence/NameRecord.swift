import Dissection
import Streams
import Wire

/// An address that a DNS answer gave the client.
struct NameRecord: Sendable, Hashable {
  var packet: PacketMark
  var address: IPAddress
  /// How long the client may keep it, in seconds (RFC 1035 section 3.2.1).
  var timeToLive: UInt32

  /// When it must be asked for again.
  var end: Timestamp { packet.timestamp.later(by: Int64(timeToLive) * 1_000_000_000) }

  /// The addresses in an answer.
  static func all(in headers: PacketHeaders, _ bytes: Span<UInt8>, _ packet: PacketMark) -> [NameRecord] {
    guard let message = try? DNSMessage(bytes, in: headers.payload) else { return [] }
    return message.answers.compactMap { record in
      let address: IPAddress? =
        switch record.value {
        case .a(let address): .v4(address)
        case .aaaa(let address): .v6(address)
        default: nil
        }
      return address.map { NameRecord(packet: packet, address: $0, timeToLive: record.timeToLive) }
    }
  }
}
