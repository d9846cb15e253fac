import Testing
import Wire

@testable import VirtualLink

struct PassageMatcherTests {
  /// An Ethernet frame with an ECN-capable IPv4 datagram, whose bytes a number makes its own.
  private func frame(_ number: UInt8, isECNCapable: Bool = true) -> [UInt8] {
    var frame = [UInt8](repeating: 2, count: 12) + [0x08, 0x00, 0x45, isECNCapable ? 2 : 0, 0, 40]
    frame += [0, number, 0, 0, 64, 17, 0, 0, 10, 83, 0, 2, 10, 83, 0, 1] + [UInt8](repeating: number, count: 20)
    return frame
  }

  @Test func whatComesOutIsWhatWentIn() {
    var matcher = PassageMatcher()
    for number in 1...9 { matcher.enter(frame(UInt8(number)), at: Int64(number)) }
    // One is lost, one overtakes, one comes twice, one was never seen.
    #expect(matcher.leave(frame(3)) == .init(entered: 3))
    #expect(matcher.leave(frame(1)) == .init(entered: 1))
    #expect(matcher.leave(frame(3)) == .init(entered: 3, isCopy: true))
    #expect(matcher.leave(frame(77)) == nil)
  }

  @Test func equalFramesComeOutInTheirOrder() {
    var matcher = PassageMatcher()
    for time in 1...3 { matcher.enter(frame(5), at: Int64(time)) }
    #expect(
      (1...4).map { _ in matcher.leave(frame(5)) }
        == [.init(entered: 1), .init(entered: 2), .init(entered: 3), .init(entered: 3, isCopy: true)])
  }

  @Test(arguments: [0, 14 * 8 + 3, 53 * 8 + 7]) func aFlippedBitIsFound(_ bit: Int) {
    var matcher = PassageMatcher()
    for number in 1...9 { matcher.enter(frame(UInt8(number)), at: Int64(number)) }
    var flipped = frame(4)
    flipped[bit / 8] ^= 1 << (bit % 8)
    #expect(matcher.leave(flipped) == .init(entered: 4, corruptedBit: bit))
  }

  @Test func aMarkIsFound() {
    var matcher = PassageMatcher()
    for number in 1...9 { matcher.enter(frame(UInt8(number)), at: Int64(number)) }
    var marked = frame(6)
    var span = marked.mutableSpan
    CongestionMark.set(in: &span)
    #expect(matcher.leave(marked) == .init(entered: 6, isMarked: true))
  }

  /// Whatever crosses, what is remembered is bounded, and what is remembered is found.
  @Test func theOldestAreForgotten() {
    var matcher = PassageMatcher(limit: 20_000)
    let long = [UInt8](repeating: 1, count: 96)
    // Twice, so that no two differ in one bit alone.
    func frame(_ number: Int) -> [UInt8] {
      let digits = [UInt8(number % 256), UInt8(number / 256)]
      return long + digits + digits
    }
    for number in 0..<600 { matcher.enter(frame(number), at: Int64(number)) }
    #expect(matcher.leave(frame(0)) == nil)
    #expect(matcher.leave(frame(599)) == .init(entered: 599))
  }
}
