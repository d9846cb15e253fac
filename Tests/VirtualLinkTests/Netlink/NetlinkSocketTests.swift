import CNetlink
import TestSupport
import Testing

@testable import VirtualLink

/// The kernel's answers to requests.
@Suite(.waiting) struct NetlinkSocketTests {
  @Test func whatIsLeftOfARefusedBatchAnswersNoLaterRequest() throws {
    try NetworkNamespace().perform {
      let socket = try NetlinkSocket(NETLINK_NETFILTER)
      var table = PacketTable("headwind-test")
      table.add("known", .filter, at: .output, priority: 0, [])
      try table.make(on: socket)
      var rule = PacketRule()
      rule.end(.accept)
      // The kernel reports each of the rules, and acknowledges the message behind them all the same.
      for _ in 0..<3 {
        #expect(throws: NetlinkSocket.Refusal.self) {
          try table.set([(chain: "missing", rules: [rule, rule, rule])], on: socket)
        }
        try table.set([(chain: "known", rules: [rule])], on: socket)
      }
      try table.remove(on: socket)
      #expect(throws: NetlinkSocket.Refusal.self, "the table is gone") { try table.remove(on: socket) }
    }
  }
}
