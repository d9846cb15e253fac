public import Wire

/// The packets of a conversation between 10.0.0.1:5000, the client, and 10.0.0.2:80, without a link header.
public struct TCPTalk {
  /// Where each side's numbers begin.
  private static let initial: [Bool: UInt32] = [true: 1000, false: 5000]

  private var next = Self.initial
  private var count = 0

  public init() {}

  /// The next packet: what it says is numbered behind what its side has said before.
  public mutating func packet(
    at milliseconds: Int64, isClient: Bool, flags: TCPFlags = .ack, _ text: String = ""
  ) -> (frame: Frame, bytes: [UInt8]) {
    let ends = [IPv4Address(10, 0, 0, 1), IPv4Address(10, 0, 0, 2)]
    let (from, to) = isClient ? (0, 1) : (1, 0)
    let payload = Array(text.utf8)
    // A SYN that is sent again has the sequence number that it had.
    if flags.contains(.syn) { next[isClient] = Self.initial[isClient] }
    var bytes: [UInt8] = []
    IPv4Header(source: ends[from], destination: ends[to], protocolNumber: .tcp, payloadLength: 20 + payload.count)
      .append(to: &bytes)
    TCPHeader(
      sourcePort: isClient ? 5000 : 80, destinationPort: isClient ? 80 : 5000, sequence: next[isClient] ?? 0,
      acknowledgment: next[!isClient] ?? 0, flags: flags
    ).append(to: &bytes)
    bytes += payload
    next[isClient, default: 0] &+= UInt32(payload.count) + (flags.contains(.syn) ? 1 : 0)
    count += 1
    let frame = Frame(
      number: count, timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000), linkType: .raw,
      originalLength: bytes.count)
    return (frame, bytes)
  }
}
