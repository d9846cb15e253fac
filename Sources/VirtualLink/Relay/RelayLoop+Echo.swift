import CLinux
import CNetlink
import Glibc
import Wire

/// The echo requests of one ping.
struct EchoFlow {
  struct Key: Hashable {
    var client: IPAddress
    var destination: IPAddress
    var identifier: UInt16
  }

  /// A ping socket of the host (icmp(7)).
  let socket: Descriptor
  /// The last request's IP packet, for an error to quote.
  var lastPacket: [UInt8]
  /// When the last request passed, in seconds.
  var used: Double

  /// How long a flow is kept without a request, in seconds.
  static let patience = 60.0
  /// How many flows there may be.
  static let limit = 256
}

extension RelayLoop {
  /// Sends an echo request on to its destination.
  mutating func relayEchoRequest(_ packet: HeldPacket, _ identifier: UInt16, _ place: RelayScope.Place) {
    let (client, destination) = (packet.source.address, packet.destination.address)
    switch place {
    case .farSide: return
    case .nobody:
      report(EHOSTUNREACH, on: packet.packet, from: client, to: destination)
    case .hostLoopback:
      // The host's own loopback interface answers always.
      send(ClientReply.echo(packet.transport, identifier: identifier, from: destination, to: client))
    case .host:
      do {
        let flow = try echoFlow(EchoFlow.Key(client: client, destination: destination, identifier: identifier), packet)
        let message = Array(packet.transport)
        // The kernel writes the identifier of the socket, and the checksum.
        guard
          message.withUnsafeBytes({ Glibc.send(flow.socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }) < 0
        else { return }
        report(errno, on: packet.packet, from: client, to: destination)
      } catch let failure as SocketFailure {
        report(failure.code, on: packet.packet, from: client, to: destination)
      } catch {
        return
      }
    }
  }

  private mutating func echoFlow(_ key: EchoFlow.Key, _ packet: HeldPacket) throws -> EchoFlow {
    let now = Self.now()
    if var flow = echoFlows[key] {
      flow.used = now
      flow.lastPacket = Array(packet.packet)
      echoFlows[key] = flow
      return flow
    }
    let protocolNumber = Int32(key.destination.isIPv6 ? IPPROTO_ICMPV6 : Int(IPPROTO_ICMP))
    let socket = try dialHost(
      Endpoint(address: key.destination, port: 0), SOCK_DGRAM, protocolNumber: protocolNumber)
    if echoFlows.count >= EchoFlow.limit, let oldest = echoFlows.min(by: { $0.value.used < $1.value.used }) {
      echoFlows[oldest.key] = nil
    }
    try watch(socket, .echoFlow(key))
    let flow = EchoFlow(socket: socket, lastPacket: Array(packet.packet), used: now)
    echoFlows[key] = flow
    return flow
  }

  /// Sends the replies that have come back on to the client.
  mutating func relayEchoReplies(of key: EchoFlow.Key) {
    guard let flow = echoFlows[key] else { return }
    for _ in 0..<64 {
      let length = buffer.withUnsafeMutableBytes {
        recv(flow.socket.raw, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
      }
      // An error other than EAGAIN is one that the socket has kept.
      guard length >= 0 else { break }
      // A longer message would have to be fragmented.
      guard (8...1452).contains(length) else { continue }
      send(ClientReply.echo(buffer[..<length], identifier: key.identifier, from: key.destination, to: key.client))
    }
    let error = hw_take_kept_error(flow.socket.raw)
    if error != 0 { report(error, on: flow.lastPacket[...], from: key.client, to: key.destination) }
  }
}
