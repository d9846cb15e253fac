import TestSupport
import Testing
import Wire

/// What a link writes into packets on their way, or makes of them.
struct OnTheWayTests {
  private static func frame(isIPv6: Bool, isUDP: Bool, payload: Int, flags: UInt16 = 0x4000) -> [UInt8] {
    let length = (isUDP ? 8 : 20) + payload
    var frame: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]
    frame.append(bigEndian: isIPv6 ? 0x86DD as UInt16 : 0x0800)
    let network = frame.count
    if isIPv6 {
      frame += [0x60, 0, 0, 0]
      frame.append(bigEndian: UInt16(length))
      frame += [isUDP ? 17 : 6, 64] + [0x20, 1, 0xd, 0xb8] + Array(repeating: 0, count: 11) + [1]
      frame += [0x20, 1, 0xd, 0xb8] + Array(repeating: 0, count: 11) + [2]
    } else {
      frame += [0x45, 0]
      frame.append(bigEndian: UInt16(20 + length))
      frame += [0x12, 0x34]
      frame.append(bigEndian: flags)
      frame += [64, isUDP ? 17 : 6, 0, 0, 192, 0, 2, 1, 192, 0, 2, 2]
      frame.set(InternetChecksum.of(frame.span, in: network..<frame.count), at: network + 10)
    }
    let transport = frame.count
    frame += [0x9C, 0x40, 0, 80]
    if isUDP {
      frame.append(bigEndian: UInt16(length))
      frame += [0, 0]
    } else {
      frame += [0, 0, 0, 1, 0, 0, 0, 0, 0x50, 0x10, 1, 0, 0, 0, 0, 0]
    }
    frame += (0..<payload).map { UInt8(truncatingIfNeeded: $0 * 7) }
    frame.set(Self.checksum(frame, network, transport, isIPv6), at: transport + (isUDP ? 6 : 16))
    return frame
  }

  private static func headerChecksum(_ frame: [UInt8]) -> UInt16 { InternetChecksum.of(frame.span, in: 14..<34) }

  // A span cannot go through the macros of tests.
  private static func rewrite(_ frame: [UInt8], _ side: PortRewrite.Side) -> PortRewrite? {
    PortRewrite(frame.span, side)
  }
  private static func report(_ frame: [UInt8], mtu: UInt16) -> [UInt8]? {
    DatagramTooLong.report(on: frame.span, mtu: mtu)
  }
  private static func cut(_ frame: [UInt8], mtu: UInt16) -> IPv4Fragmentation? {
    IPv4Fragmentation(frame.span, mtu: mtu)
  }

  /// The checksum that completes a packet whose field is zero; zero if the field is right.
  private static func checksum(_ frame: [UInt8], _ network: Int, _ transport: Int, _ isIPv6: Bool) -> UInt16 {
    var sum = InternetChecksum()
    sum.add(frame.span, in: network + (isIPv6 ? 8 : 12)..<network + (isIPv6 ? 40 : 20))
    sum.add(UInt16(frame[network + (isIPv6 ? 6 : 9)]))
    sum.add(UInt32(frame.count - transport))
    sum.add(frame.span, in: transport..<frame.count)
    return sum.value
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func aPortIsRewrittenWithItsChecksum(isIPv6: Bool, isUDP: Bool) throws {
    for payload in [0, 1, 7, 512] {
      var frame = Self.frame(isIPv6: isIPv6, isUDP: isUDP, payload: payload)
      for port in [1, 0x9C40, 0xFFFF, 61_000, 0] as [UInt16] {
        for side in [PortRewrite.Side.source, .destination] {
          let rewrite = try #require(Self.rewrite(frame, side))
          var bytes = frame.mutableSpan
          rewrite.apply(port, to: &bytes)
          #expect(Self.rewrite(frame, side)?.port == port)
          let value = Self.checksum(frame, 14, isIPv6 ? 54 : 34, isIPv6)
          #expect(value == 0 || value == 0xFFFF, "\(port)")
        }
      }
    }
  }

  @Test func noChecksumStaysNone() throws {
    var frame = Self.frame(isIPv6: false, isUDP: true, payload: 4)
    frame.set(0 as UInt16, at: 40)
    let rewrite = try #require(Self.rewrite(frame, .source))
    var bytes = frame.mutableSpan
    rewrite.apply(7, to: &bytes)
    #expect(frame.span.uint16(at: 40) == 0)
  }

  @Test(arguments: [false, true])
  func theSenderIsTold(isIPv6: Bool) throws {
    let frame = Self.frame(isIPv6: isIPv6, isUDP: false, payload: 1400)
    let report = try #require(Self.report(frame, mtu: 1300))
    #expect(Array(report[0..<6]) == Array(frame[6..<12]) && Array(report[6..<12]) == Array(frame[0..<6]))
    let headers = PacketHeaders(report.span, linkType: .ethernet)
    #expect(headers.stop == .complete && headers.networkLength == report.count - 14)
    if isIPv6 {
      #expect(report.count == 14 + 1280)
      #expect(Array(report[54..<56]) == [2, 0] && report.span.uint32(at: 58) == 1300)
      #expect(Self.checksum(report, 14, 54, true) == 0)
      #expect(Array(report[62...]) == Array(frame[14..<14 + 1232]))
    } else {
      #expect(report.count == 14 + 576)
      #expect(InternetChecksum.of(report.span, in: 14..<34) == 0)
      #expect(Array(report[34..<36]) == [3, 4] && report.span.uint16(at: 40) == 1300)
      #expect(InternetChecksum.of(report.span, in: 34..<report.count) == 0)
      #expect(Array(report[42...]) == Array(frame[14..<14 + 548]))
      // No ICMP error is sent for an ICMP error, for a later fragment, or for multicast.
      #expect(Self.report(report, mtu: 100) == nil)
      var other = frame
      other.set(0x0001 as UInt16, at: 20)
      #expect(Self.report(other, mtu: 1300) == nil)
      other = frame
      other[30] = 224
      #expect(Self.report(other, mtu: 1300) == nil)
    }
  }

  @Test func fragmentsAreThePacketAgain() throws {
    let frame = Self.frame(isIPv6: false, isUDP: true, payload: 1401, flags: 0)
    let cut = try #require(Self.cut(frame, mtu: 577))
    #expect(cut.count == 3)
    var pieces: [[UInt8]] = []
    for index in 0..<cut.count { pieces.append(cut.fragment(index, of: frame.span)) }
    #expect(pieces.allSatisfy { $0.count <= 14 + 577 && Self.headerChecksum($0) == 0 })
    #expect(pieces.map { UInt16($0[20]) << 8 | UInt16($0[21]) } == [0x2000, 0x2000 | 69, 138])
    #expect(pieces.allSatisfy { Int($0[16]) << 8 | Int($0[17]) == $0.count - 14 })
    #expect(pieces.flatMap { $0[34...] } == Array(frame[34...]))
    // A piece that is cut again still says that more follow.
    let again = try #require(Self.cut(pieces[1], mtu: 300))
    let middle = pieces[1]
    let last = again.fragment(again.count - 1, of: middle.span)
    #expect(last.span.uint16(at: 20) & 0x2000 != 0)
    #expect(Self.cut(Self.frame(isIPv6: false, isUDP: true, payload: 1401), mtu: 577) == nil)
    #expect(Self.cut(frame, mtu: 1500) == nil)
  }

  @Test func arbitraryBytesDoNotTrap() {
    var random = SeededGenerator(seed: 4)
    var found = (reports: 0, cuts: 0, rewrites: 0)
    for _ in 0..<20_000 {
      var frame = Self.frame(
        isIPv6: Bool.random(using: &random), isUDP: Bool.random(using: &random),
        payload: Int.random(in: 0...60, using: &random), flags: 0)
      for _ in 0..<random.below(4) {
        frame[Int.random(in: 12..<min(60, frame.count), using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if random.chance(30) { frame = Array(frame.prefix(random.below(frame.count + 1))) }
      if let report = Self.report(frame, mtu: 68) {
        found.reports += 1
        #expect(PacketHeaders(report.span, linkType: .ethernet).isIP)
      }
      if let cut = Self.cut(frame, mtu: 68) {
        found.cuts += 1
        for index in 0..<cut.count { #expect(cut.fragment(index, of: frame.span).count <= 14 + 8 + 68) }
      }
      guard let rewrite = Self.rewrite(frame, .source) else { continue }
      found.rewrites += 1
      let length = frame.count
      var bytes = frame.mutableSpan
      rewrite.apply(9, to: &bytes)
      #expect(frame.count == length)
    }
    // Enough of them are still packets.
    #expect(found.reports > 100 && found.cuts > 100 && found.rewrites > 1000)
  }
}
