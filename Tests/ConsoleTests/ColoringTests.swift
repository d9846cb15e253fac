import TestSupport
import Testing

/// The colors of the packet list, by the page's own functions.
@Suite struct ColoringTests {
  @Test func whatFailedComesBeforeWhatWasSlowAndThatBeforeTheProtocol() throws {
    let script = """
      import assert from 'node:assert/strict';
      import {colorRule, colorRules} from './coloring.mjs';
      const row = kind => ({kind});
      for (const [rule, kind, marks] of [
        ['failure', 'http', ['retransmission', 'lost']], ['failure', 'tcp', ['corrupted']], ['failure', 'reset', null],
        ['failure', 'reset', ['out_of_order']], ['failure', 'icmp_error', null],
        ['delay', 'http', ['retransmission']], ['delay', 'tcp', ['zero_window']], ['delay', 'udp', ['reordered']],
        ['message', 'http', null], ['message', 'tls', ['keep_alive']], ['lookup', 'dns', []], ['connection', 'opening', null],
        ['connection', 'closing', null], ['segment', 'tcp', null], ['datagram', 'udp', null], ['network', 'arp', null],
        ['network', 'icmp', null], ['other', 'other', null],
      ]) assert.equal(colorRule(row(kind), marks), rule, `${kind} ${marks}`);
      // The legend names the rules in their order.
      assert.deepEqual(colorRules.map(([rule]) => rule), ['failure', 'delay', 'message', 'lookup', 'connection', 'segment', 'datagram', 'network']);
      """
    try #require(try Tool.run("which", "node").status == 0, "node is needed: scripts/setup test installs it")
    try TemporaryFolder.with { folder in
      try Files.write(Array(try Files.text(Repository.file("console/coloring.js")).utf8), to: folder + "/coloring.mjs")
      try Files.write(Array(script.utf8), to: folder + "/test.mjs")
      let result = try Tool.run("node", folder + "/test.mjs")
      #expect(result.status == 0, "\(result.everything)")
    }
  }

  /// A rule without a color would be a legend without meaning.
  @Test func everyRuleHasAColorInBothThemes() throws {
    let rules = try Files.text(Repository.file("console/coloring.js"))
    let style = try Files.text(Repository.file("console/console.css"))
    let names = ["failure", "delay", "message", "lookup", "connection", "segment", "datagram", "network"]
    for name in names {
      #expect(rules.contains("['\(name)', '"), "\(name) has no rule")
      #expect(style.contains(".c-\(name) {"), "\(name) has no class")
      #expect(style.count(of: "--c-\(name): ") == 3, "\(name) needs a color for light, dark, and dark by choice")
    }
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}
