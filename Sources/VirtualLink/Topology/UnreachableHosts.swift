import CLinux
import CNetlink
import Dispatch
import Glibc
import Synchronization
import Wire

/// A router's word about hosts that do not exist: every packet to them is answered by ICMP "host unreachable" (RFC 792, RFC 4443
/// section 3.1).
///
/// A route of the kernel would do the same, but it answers a few packets a second only, whatever the settings say: a client that tries
/// again soon would meet silence.
public final class UnreachableHosts: Sendable {
  /// What the kernel puts before each frame (`virtio_net_hdr`); zeros when sending.
  private static let header = 10
  /// The Ethernet header.
  private static let network = 14
  /// The largest frame: segments may come unsegmented.
  private static let largest = header + network + 65_575

  private let source: Mutex<(any DispatchSourceRead)?>

  /// - Parameters:
  ///   - socket: on the far side's interface.
  ///   - hosts: the addresses that do not exist.
  ///   - routers: who says so, one address for each version of IP.
  init(_ socket: PacketSocket, hosts: [IPAddress], routers: [IPAddress]) {
    let source = DispatchSource.makeReadSource(
      fileDescriptor: socket.descriptor, queue: DispatchQueue(label: "unreachable-hosts"))
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: Self.largest)
      while true {
        let count = recv(socket.descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return }
        let frame = buffer[min(Self.header, count)..<min(count, buffer.count)]
        guard let answer = Self.answer(to: Array(frame), hosts: hosts, routers: routers) else { continue }
        let reply = [UInt8](repeating: 0, count: Self.header) + answer
        _ = send(socket.descriptor, reply, reply.count, Int32(MSG_DONTWAIT))
      }
    }
    source.setCancelHandler { withExtendedLifetime(socket) {} }
    source.activate()
    self.source = Mutex(source)
  }

  deinit {
    source.withLock { $0?.cancel() }
  }

  /// The answer to a frame, or nil if it is not for one of the hosts, or is itself an ICMP error (RFC 1122 section 3.2.2).
  static func answer(to frame: [UInt8], hosts: [IPAddress], routers: [IPAddress]) -> [UInt8]? {
    let bytes = frame.span
    guard let payload = EthernetPayload(bytes), payload.offset == network else { return nil }
    let isIPv6 = payload.isIPv6
    guard frame.count >= network + (isIPv6 ? 40 : 20) else { return nil }
    let source: IPAddress
    let destination: IPAddress
    if isIPv6 {
      source = .v6(IPv6Address(high: bytes.uint64(at: 22), low: bytes.uint64(at: 30)))
      destination = .v6(IPv6Address(high: bytes.uint64(at: 38), low: bytes.uint64(at: 46)))
    } else {
      source = .v4(IPv4Address(rawValue: bytes.uint32(at: 26)))
      destination = .v4(IPv4Address(rawValue: bytes.uint32(at: 30)))
    }
    guard hosts.contains(destination), let router = routers.first(where: { $0.isIPv6 == isIPv6 }) else { return nil }
    let transport = network + (isIPv6 ? 40 : Int(frame[network] & 0x0F) * 4)
    switch frame[network + (isIPv6 ? 6 : 9)] {
    case 1 where !isIPv6: guard transport < frame.count, frame[transport] == 8 else { return nil }
    case 58 where isIPv6: guard transport < frame.count, frame[transport] == 128 else { return nil }
    default: break
    }
    return ClientReply.unreachable(.host, frame[network...], from: router, to: source)
  }
}
