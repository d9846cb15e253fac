import CLinux
import CNetlink
import Glibc

@testable import VirtualLink

/// Datagrams as QUIC sends them: several in one call, with an ECN field.
extension TestSocket {
  /// A datagram as it was received.
  struct Datagram: Hashable {
    var trafficClass: UInt8
    var payload: [UInt8]
  }

  /// The number of UDP_SEGMENT in linux/udp.h.
  private static let segmentOption: Int32 = 103

  /// Sends datagrams of one length in one call (UDP_SEGMENT); the last may be shorter.
  func sendSegments(_ bytes: [UInt8], of length: Int, trafficClass: UInt8, isIPv6: Bool) throws {
    try set(isIPv6 ? Int32(IPPROTO_IPV6) : Int32(IPPROTO_IP), isIPv6 ? IPV6_TCLASS : IP_TOS, Int32(trafficClass))
    try set(Int32(IPPROTO_UDP), Self.segmentOption, Int32(length))
    try send(bytes)
  }

  /// Tells the traffic class of what it receives, and receives several datagrams at once (UDP_GRO).
  func describeDatagrams() {
    hw_describe_datagrams(descriptor)
  }

  /// What one call gives: one datagram, or several that came as one large send. Nil when the time limit has passed.
  func receiveDatagrams(timeLimit milliseconds: Int32 = 20_000) -> [Datagram]? {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, milliseconds) > 0 else { return nil }
    var way = hw_datagram_way()
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let length = bytes.withUnsafeMutableBytes { hw_receive_datagrams(descriptor, $0.baseAddress, $0.count, &way) }
    guard length >= 0 else { return nil }
    let step = way.segment == 0 ? max(1, length) : Int(way.segment)
    return stride(from: 0, to: length, by: step).map {
      Datagram(trafficClass: way.traffic_class, payload: Array(bytes[$0..<min($0 + step, length)]))
    }
  }

  private func set(_ level: Int32, _ option: Int32, _ value: Int32) throws {
    var value = value
    guard setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0 else {
      throw LinkError("set a socket option", errno: errno)
    }
  }
}
