import Captures
import Dissection
import Exchanges
import TLS
import TestSupport
import Testing
import Wire

/// Exchanges through a SOCKS proxy, names that were resolved inside TLS, and bodies that only the end of a connection ends.
@Suite struct TunnelledExchangeTests {
  private static func exchanges(_ name: String) throws -> [HTTPExchange] {
    var source = try CaptureReader.open(LayerOracleTests.path(name + ".pcap.gz"))
    var options = HTTPOptions()
    options.resolvesNames = true
    options.keys = KeyLog()
    if let secrets = try? Files.read(LayerOracleTests.path(name + ".keys")) { options.keys?.add(secrets) }
    var reader = HTTPReader(options)
    var exchanges: [HTTPExchange] = []
    while let frame = try source.next() {
      reader.read(frame, source.bytes)
      while let exchange = reader.next() { exchanges.append(exchange) }
    }
    reader.finish()
    while let exchange = reader.next() { exchanges.append(exchange) }
    return exchanges
  }

  @Test func whatGoesThroughASOCKSProxyIsRead() throws {
    let found = try Self.exchanges("socks")
    #expect(
      found.compactMap(\.url) == [
        "http://localhost:8080/name", "https://localhost:8443/secure", "http://127.0.0.1:8080/address",
      ])
    #expect(found.allSatisfy { $0.response?.status == 200 && $0.outcome == .complete })
  }

  @Test func whatGoesThroughATunnelOfConnectIsRead() throws {
    let found = try Self.exchanges("connect")
    #expect(found.compactMap(\.url) == ["localhost:8443", "https://localhost:8443/secure"])
    #expect(found.allSatisfy { $0.response?.status == 200 && $0.outcome == .complete })
  }

  /// SOCKS 4 with an address, SOCKS 4a with a name, and a proxy that refuses.
  @Test func whatGoesThroughAProxyOfSOCKS4IsRead() throws {
    let found = try Self.exchanges("socks4")
    #expect(found.compactMap(\.url) == ["http://a.test/43001", "http://b.test/43002"])
    #expect(found.allSatisfy { $0.response?.status == 200 && $0.outcome == .complete })
  }

  /// The messages of the handshake, beside tshark's fields.
  @Test func theHandshakeOfSOCKS4HasTsharksFields() throws {
    let names = [
      "frame.number", "socks.version", "socks.command", "socks.results", "socks.dstport", "socks.dst", "socks.username",
      "socks.v4a_dns_name",
    ]
    try TemporaryFolder.with { folder in
      let path = try PackedCaptures.unpacked("DissectionTests/Fixtures/layers/socks4.pcap.gz", folder)
      // Wireshark repeats the request in every packet of the tunnel.
      let told = try Wireshark.read(
        path, ["-Y", "socks && !http", "-T", "fields"] + names.flatMap { ["-e", $0] }
      ).map(String.init)
      let fields = try names.map { try #require(FieldTable.field(named: $0)?.id) }
      let found = try CaptureFile.columns(path, fields).filter { !$0.split(separator: "\t").dropFirst().isEmpty }
      #expect(found == told)
    }
  }

  @Test func aProxyMayAskForAPassword() throws {
    let found = try Self.exchanges("socks-password")
    #expect(found.compactMap(\.url) == ["http://localhost:8080/private"])
  }

  @Test(arguments: ["dns-tls", "dns-https"]) func namesResolvedInsideTLSAreKnown(name: String) throws {
    let found = try Self.exchanges(name).filter { $0.server.port == 8080 }
    #expect(found.compactMap(\.resolution?.name) == ["site.example"])
    #expect(found.allSatisfy { $0.resolution.map { $0.asked < $0.answered } == true })
  }

  @Test func anEndWithoutCloseNotifyIsSaid() throws {
    let found = try Self.exchanges("ends")
    #expect(found.compactMap(\.request?.target) == ["/clean", "/cut"])
    #expect(found.map { $0.response?.fields.flaws.contains(.endWithoutCloseNotify) } == [false, true])
    #expect(found.allSatisfy { $0.outcome == .complete })
  }
}
