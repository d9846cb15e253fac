import Glibc
import TestSupport
import Testing

@testable import FarSide

/// A far side on loopback ports of the kernel's choice, stopped when the test is over.
struct LoopbackFarSide {
  var httpPort: UInt16
  var httpsPort: UInt16
  /// 0 if there is no proxy.
  var proxyPort: UInt16
  var quicPort: UInt16
  var dnsPort: UInt16
  var dnsStreamPort: UInt16
  /// A file with the certificate of who signs for the servers.
  var authority: String

  static func with(rules: DNSRules = DNSRules(), _ body: (LoopbackFarSide) throws -> Void) throws {
    try with(FarSidePlan(dns: rules), body)
  }

  static func with(_ plan: FarSidePlan, _ body: (LoopbackFarSide) throws -> Void) throws {
    let sockets = try FarSideSockets.open(
      for: plan, ports: FarSidePorts(dns: 0, http: 0, https: 0, proxy: 0, quic: 0), loopbackOnly: true)
    let authority = try CertificateAuthority()
    try TemporaryFolder.with { folder in
      let far = LoopbackFarSide(
        httpPort: (sockets.http + sockets.unserved).first.map(ListeningSocket.port) ?? 0,
        httpsPort: sockets.https.first.map(ListeningSocket.port) ?? 0,
        proxyPort: sockets.proxy.first.map(ListeningSocket.port) ?? 0,
        quicPort: (sockets.quic + sockets.unserved).first.map(ListeningSocket.port) ?? 9,
        dnsPort: ListeningSocket.port(of: try #require(sockets.dnsDatagram.first)),
        dnsStreamPort: ListeningSocket.port(of: try #require(sockets.dnsStream.first)), authority: folder + "/ca.pem")
      try Files.write(authority.pem, to: far.authority)
      let addresses = try FarSideAddresses(ipv4: "10.77.0.2", ipv6: "fd00:77::2")
      let servers = try FarSideServers.start(
        on: sockets, addresses: addresses, plan: plan, authority: authority, log: try FarSideLog(path: far.logPath))
      defer { servers.stop() }
      try body(far)
    }
  }

  func curl(_ words: String, _ path: String) throws -> ToolResult {
    try Shell.run(
      "curl -sS --noproxy '*' --max-time 20 \(words) 'http://127.0.0.1:\(httpPort)\(path)' 2>&1",
      tools: ["curl": "curl"])
  }

  /// A file to which the servers write what they see.
  var logPath: String { authority.replacing("ca.pem", with: "log") }
  /// Which events they have seen so far, without times, numbers and addresses.
  var events: String {
    let words = try? Shell.run(
      #"sed -E 's/"(time|connection|port|service)":[0-9]+,?//g; s/"client":"[^"]*",?//; s/,}/}/' '\#(logPath)'"#)
    return words?.output ?? ""
  }

  /// Whether they come to see an event: the server may have more to do when its client has ended.
  func comeToSee(_ event: String) -> Bool {
    for _ in 0..<1000 {
      if events.contains(event) { return true }
      usleep(10_000)
    }
    return false
  }

  /// curl to a name that leads to the TLS port, which trusts the run's authority.
  func secureCurl(_ words: String = "", _ path: String, name: String = "api.test") throws -> ToolResult {
    try Shell.run(
      """
      curl -sS --noproxy '*' --max-time 20 --cacert '\(authority)' --connect-to '\(name):443:127.0.0.1:\(httpsPort)' \
        \(words) 'https://\(name)\(path)' 2>&1
      """, tools: ["curl": "curl"])
  }

  func dig(_ words: String, tcp: Bool = false) throws -> String {
    let port = tcp ? "+tcp -p \(dnsStreamPort)" : "-p \(dnsPort)"
    return try Shell.run(
      "dig @127.0.0.1 \(port) +tries=1 +timeout=5 \(words) 2>&1", tools: ["dig": "bind9-dnsutils"]
    ).output
  }
}
