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
  /// The first and the last data of the server since the server began its first response, and how much the client had sent before.
  private(set) var firstResponse: PacketMark?
  private(set) var lastResponse: PacketMark?
  private(set) var sentBeforeResponse: Int64 = 0

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

  /// Records data of the server.
  /// - Parameter sentBytes: how many bytes the client has sent so far.
  mutating func serverSent(_ packet: PacketMark, after sentBytes: Int64) {
    guard let answered = served.requests.compactMap(\.answered).first, packet.timestamp >= answered else { return }
    if firstResponse == nil { sentBeforeResponse = sentBytes }
    firstResponse = firstResponse ?? packet
    lastResponse = packet
  }

  /// The requests, with the packets that carried them.
  func requests(stream: Int) -> [ObservedRequest] {
    let packets = heads + Array(repeating: last, count: served.requests.count - heads.count).compactMap { $0 }
    return zip(served.requests, packets).map { request, packet in
      var observed = ObservedRequest(
        packet: packet, method: request.method, target: request.target, stream: stream, status: request.status,
        bodyBytes: request.bodyBytes, isComplete: request.hasEnded)
      observed.http2Stream = request.stream.map { UInt32(clamping: $0) }
      return observed
    }
  }
}
