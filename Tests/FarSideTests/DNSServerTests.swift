import TestSupport
import Testing

@testable import FarSide

/// The DNS server, asked by the real dig.
@Suite(.waiting) struct DNSServerTests {
  @Test(arguments: [false, true])
  func everyNameIsTheFarSide(tcp: Bool) throws {
    try LoopbackFarSide.with { far throws in
      #expect(try far.dig("+short Search.Example A", tcp: tcp) == "10.77.0.2\n")
      #expect(try far.dig("+short search.example AAAA", tcp: tcp) == "fd00:77::2\n")
      #expect(try far.dig("+short -x 10.77.0.2", tcp: tcp) == "search.example.\n")
      #expect(try far.dig("+short -x fd00:77::2", tcp: tcp) == "search.example.\n")
    }
  }

  @Test func whatIsNotThereIsDenied() throws {
    try LoopbackFarSide.with(
      rules: DNSRules(names: ["gone.example": DNSRule(.noSuchName), "Broken.Example": DNSRule(.serverFailure)])
    ) {
      far in
      let other = try far.dig("search.example MX")
      #expect(other.contains("status: NOERROR") && other.contains("ANSWER: 0, AUTHORITY: 1"))
      #expect(try far.dig("deep.below.gone.example").contains("status: NXDOMAIN"))
      #expect(try far.dig("broken.example").contains("status: SERVFAIL"))
      #expect(try far.dig("-x 10.77.0.3").contains("status: NXDOMAIN"))
      #expect(try far.dig("-c CH -t TXT version.bind").contains("status: REFUSED"))
      #expect(try far.dig("+opcode=notify search.example").contains("status: NOTIMP"))
    }
  }

  @Test func aPrivateLinkHasNamesThatFail() throws {
    try LoopbackFarSide.with(rules: .standard) { far throws in
      #expect(try far.dig("www.invalid").contains("status: NXDOMAIN"))
      #expect(try far.dig("servfail.test").contains("status: SERVFAIL"))
      #expect(try far.dig("+timeout=1 any.silent.test").contains("timed out"))
      #expect(try far.dig("+short other.test") == "10.77.0.2\n")
    }
  }

  @Test func digComplainsOfNothing() throws {
    try LoopbackFarSide.with { far throws in
      for words in ["+edns=0 +bufsize=4096 +cookie +dnssec", "+noedns", "+norecurse", "+ednsopt=100:deadbeef"] {
        let answer = try far.dig("\(words) search.example")
        #expect(answer.contains("status: NOERROR"))
        #expect(answer.contains("10.77.0.2"))
        #expect(!answer.lowercased().contains("warning"), "\(answer)")
        #expect(answer.contains("OPT PSEUDOSECTION") == (words != "+noedns"))
      }
      #expect(try far.dig("+edns=1 +noednsnegotiation search.example").contains("status: BADVERS"))
    }
  }

  @Test func rulesSayHowLongAndForWhichTypes() throws {
    var rule = DNSRule(.records(ipv4: [[198, 18, 255, 1], [198, 18, 255, 2]], ipv6: []))
    rule.timeToLive = 7
    rule.silentTypes = [28]
    rule.service = DNSRule.ServiceParameters(protocols: ["h2", "http/1.1"], hints: [[10, 0, 0, 1], [10, 0, 0, 2]])
    rule.beginning = DNSRule.Beginning(answering: .noSuchName, duration: 0)
    var gone = DNSRule(.noSuchName)
    gone.timeToLive = 1
    try LoopbackFarSide.with(rules: DNSRules(names: ["many.example": rule, "gone.example": gone])) { far throws in
      #expect(try far.dig("+short many.example") == "198.18.255.1\n198.18.255.2\n")
      #expect(try far.dig("many.example").contains("\t7\tIN\tA\t198.18.255.1"))
      #expect(try far.dig("+timeout=1 many.example AAAA").contains("timed out"))
      let service = try far.dig("+short many.example TYPE65")
      #expect(service == "1 . alpn=\"h2,http/1.1\" ipv4hint=10.0.0.1,10.0.0.2\n", "\(service)")
      #expect(try far.dig("gone.example").contains("1 3600 600 86400 1"))
    }
  }

  @Test func silenceIsSilence() throws {
    try LoopbackFarSide.with(rules: DNSRules(otherwise: DNSRule(.silence), names: ["ok.example": DNSRule(.addresses)]))
    { far throws in
      #expect(try far.dig("+timeout=1 search.example").contains("timed out"))
      #expect(try far.dig("+short ok.example") == "10.77.0.2\n")
    }
  }
}
