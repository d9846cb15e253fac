import Testing
import Wire

@testable import VirtualLink

@Suite struct DeviceFrameTests {
  private static let head: [UInt8] = [0x02, 0, 0, 0, 0x50, 0, 0x02, 0x11, 0x22, 0x33, 0x44, 0x05]

  private static func frame(_ rest: [UInt8]) -> DeviceFrame? {
    DeviceFrame((head + rest).span)
  }

  @Test func addresses() throws {
    let packet: [UInt8] = [0x45] + [UInt8](repeating: 0, count: 11) + [10, 83, 0, 57, 10, 83, 0, 1]
    let frame = try #require(Self.frame([0x08, 0x00] + packet))
    #expect(frame.destination == MACAddress("02:00:00:00:50:00"))
    #expect(frame.source == MACAddress("02:11:22:33:44:05"))
    #expect(frame.sender == IPAddress("10.83.0.57"))
    let six: [UInt8] =
      [0x60] + [UInt8](repeating: 0, count: 7) + [0xFD, 0x5B] + [UInt8](repeating: 0, count: 13) + [9]
      + [UInt8](repeating: 0, count: 16)
    #expect(Self.frame([0x86, 0xDD] + six)?.sender == IPAddress("fd5b::9"))
  }

  /// A device that asks whether its address is taken has it in a moment; "this host" is nobody's address.
  @Test func noAddressYet() {
    let none = [UInt8](repeating: 0, count: 16)
    let discovery: [UInt8] = [0x45] + [UInt8](repeating: 0, count: 19)
    #expect(Self.frame([0x08, 0x00] + discovery)?.sender == nil)
    let head: [UInt8] = [0x60, 0, 0, 0, 0, 24, 58, 255] + none + none
    let target: [UInt8] = [0xFD, 0x5B] + [UInt8](repeating: 0, count: 13) + [9]
    #expect(Self.frame([0x86, 0xDD] + head + [135, 0, 0, 0, 0, 0, 0, 0] + target)?.sender == IPAddress("fd5b::9"))
    #expect(Self.frame([0x86, 0xDD] + head + [133, 0, 0, 0, 0, 0, 0, 0] + target)?.sender == nil)
  }

  /// No length of a frame is too short to be read safely.
  @Test func truncated() {
    let whole =
      Self.head + [0x86, 0xDD, 0x60, 0, 0, 0, 0, 24, 58, 255] + [UInt8](repeating: 0, count: 32)
      + [135, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 1, count: 16)
    for length in 0..<whole.count {
      let frame = DeviceFrame(Array(whole[..<length]).span)
      #expect((frame == nil) == (length < 14))
      #expect(frame?.sender == nil)
    }
  }

  @Test func leases() {
    let text = """
      1795491346 02:11:22:33:44:01 10.83.0.119 pixel-7 01:02:11:22:33:44:01
      1795491347 02:11:22:33:44:02 10.83.0.120 * *
      duid 00:01:00:01:30:aa
      """
    #expect(
      AddressServer.leases(in: text) == [
        .init(mac: MACAddress(rawValue: 0x0211_2233_4401), address: "10.83.0.119", name: "pixel-7"),
        .init(mac: MACAddress(rawValue: 0x0211_2233_4402), address: "10.83.0.120", name: nil),
      ])
  }
}
