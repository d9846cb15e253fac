import Streams

internal import Dissection
internal import Wire

/// What is known about a connection's TLS without its secrets: unencrypted records from the wire, and requests and responses
/// from the server's log.
struct SecureTraffic: Sendable {
  private static let handshakeRecord: UInt8 = 22
  private static let alertRecord: UInt8 = 21

  let served: ServerLog.Connection
  /// The packet with the client's first record, if it is a ClientHello.
  private(set) var hello: PacketMark?
  /// An unencrypted alert of the client, and its code.
  private(set) var alert: (packet: PacketMark, code: UInt8)?
  /// The packets that completed the heads of the requests, in order.
  private var heads: [PacketMark] = []
  private var last: PacketMark?

  init(_ served: ServerLog.Connection) {
    self.served = served
  }

  /// Records data of the client. `start` is its first bytes.
  mutating func clientSent(_ start: some Collection<UInt8>, _ packet: PacketMark) {
    if last == nil, start.first == Self.handshakeRecord { hello = packet }
    let bytes = Array(start.prefix(7))
    if bytes.count == 7, bytes[0] == Self.alertRecord, bytes[1] == 3, bytes[3] == 0, bytes[4] == 2 {
      alert = alert ?? (packet, bytes[6])
    }
    // The last packet before the time in the server's log completed the head.
    while heads.count < served.requests.count, served.requests[heads.count].time < packet.timestamp, let last {
      heads.append(last)
    }
    last = packet
  }

  /// Whether data from the server that arrives now belongs to a response.
  func isResponse(_ packet: PacketMark) -> Bool {
    served.requests.compactMap(\.answered).first.map { packet.timestamp >= $0 } ?? false
  }

  /// The requests, with the packets that carried them.
  func requests(stream: Int) -> [ObservedRequest] {
    let packets = heads + Array(repeating: last, count: served.requests.count - heads.count).compactMap { $0 }
    return zip(served.requests, packets).map { request, packet in
      ObservedRequest(
        packet: packet, method: request.method, target: request.target, stream: stream, status: request.status,
        bodyBytes: request.bodyBytes, isComplete: request.hasEnded)
    }
  }
}
