import Dissection
import Exchanges
import Wire

/// A raw IPv4 packet with TCP in it, as bytes.
struct Packet: Hashable {
  var bytes: [UInt8]
  /// Microseconds since the start of the capture.
  var time = 0

  init(
    from source: Endpoint, to destination: Endpoint, sequence: UInt32, acknowledgment: UInt32 = 0,
    flags: TCPFlags = .ack, window: UInt16 = 65535, payload: [UInt8] = []
  ) {
    guard case .v4(let from) = source.address, case .v4(let to) = destination.address else { fatalError("IPv4 only") }
    bytes = []
    IPv4Header(source: from, destination: to, protocolNumber: .tcp, payloadLength: 20 + payload.count)
      .append(to: &bytes)
    TCPHeader(
      sourcePort: source.port, destinationPort: destination.port, sequence: sequence,
      acknowledgment: acknowledgment, flags: flags, window: window
    ).append(to: &bytes)
    bytes += payload
  }
}

extension HTTPReader {
  /// The exchanges of a capture of `packets`, in the order of their numbers.
  static func exchanges(in packets: [Packet], _ options: HTTPOptions = HTTPOptions()) -> [HTTPExchange] {
    var reader = HTTPReader(options)
    for (index, packet) in packets.enumerated() {
      reader.read(frame(index + 1, packet), packet.bytes.span)
    }
    reader.finish()
    return reader.rest().sorted { $0.number < $1.number }
  }

  static func frame(_ number: Int, _ packet: Packet) -> Frame {
    Frame(
      number: number, timestamp: Timestamp(nanoseconds: Int64(packet.time) * 1000), linkType: .raw,
      originalLength: packet.bytes.count)
  }

  mutating func rest() -> [HTTPExchange] {
    var exchanges: [HTTPExchange] = []
    while let exchange = next() { exchanges.append(exchange) }
    return exchanges
  }
}
