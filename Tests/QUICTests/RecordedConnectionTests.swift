import QUIC
import TLS
import TestSupport
import Testing
import Wire

/// What aioquic's ends knew of their connections is what the packets between them say.
struct RecordedConnectionTests {
  /// What each side took of each stream is what is told of it.
  @Test(arguments: Fixtures.names)
  func streams(name: String) throws {
    let recording = try Recording(name)
    let log = try recording.read()
    #expect(log.faults.isEmpty, "\(log.faults)")
    #expect(log.malformed.isEmpty)
    let reports = try recording.reports()
    #expect(log.finished.count == reports.count)
    for (connection, report) in reports.enumerated() {
      for (end, side) in [(report.client, TLSSide.server), (report.server, .client)] {
        guard let end else { continue }
        for (stream, content) in end.streams {
          let key = QUICLog.StreamKey(connection: connection, stream: try #require(UInt64(stream)), side: side)
          let told = log.streams[key]
          // Of what comes after a reset, or a close, the receiver takes no more.
          let bytes = Array((told?.bytes ?? []).prefix(content.length))
          #expect(bytes.count == content.length, "stream \(stream) of connection \(connection), \(side)")
          #expect(SHA256Text.digest(bytes) == content.sha256, "stream \(stream) of connection \(connection), \(side)")
          #expect(told?.ends.count == 1)
        }
      }
    }
  }

  @Test(arguments: Fixtures.names)
  func facts(name: String) throws {
    let recording = try Recording(name)
    let log = try recording.read()
    for (facts, report) in zip(log.finished, try recording.reports()) {
      #expect(facts.selectedProtocol == report.client.alpn)
      #expect(facts.serverName == "quic.example")
      #expect(facts.version.rawValue == report.client.version)
      #expect(
        facts.client.packets == facts.client.openedPackets + facts.client.duplicates + unprotected(log, facts, .client))
      #expect(
        facts.server.packets == facts.server.openedPackets + facts.server.duplicates + unprotected(log, facts, .server))
      #expect(facts.unreadable == nil)
      if let resumed = report.client.resumed { #expect(facts.isResumed == resumed) }
      if facts.earlyData != nil { #expect((facts.earlyData == .accepted) == report.client.early) }
    }
  }

  /// The packets of a side that have no protection that could be removed.
  private func unprotected(_ log: QUICLog, _ facts: QUICFacts, _ side: TLSSide) -> Int {
    log.packets.count { entry in
      entry.packet.place.connection == facts.number && entry.packet.place.side == side && entry.packet.opening == .none
    }
  }

  /// Without keys, nothing but what anybody can read is told.
  @Test(arguments: Fixtures.names)
  func nothingIsInventedWithoutKeys(name: String) throws {
    let log = try Recording(name).read(KeyLog())
    #expect(log.streams.isEmpty)
    for entry in log.packets where entry.packet.opening == .opened { #expect(entry.packet.place.type == .initial) }
    for facts in log.finished {
      #expect(facts.serverName == "quic.example")
      #expect(facts.selectedProtocol == nil)
      #expect(facts.offeredProtocols == (name == "refused" ? ["wrong"] : ["h3"]))
    }
  }

  /// Secrets that come after all packets give the same. After a migration nobody can tell without them which connection it is.
  @Test(arguments: Fixtures.names.filter { $0 != "migration" })
  func secretsComeLate(name: String) throws {
    let recording = try Recording(name)
    let keyLog = KeyLog()
    let connections = QUICConnections(keyLog)
    var log = QUICLog()
    for entry in recording.datagrams { connections.receive(entry.datagram, entry.payload.span, to: &log) }
    keyLog.add(try Files.read(Fixtures.path(name + ".keys")))
    connections.secretsChanged(to: &log)
    connections.finish(to: &log)
    let whole = try recording.read()
    let isSame = log.streams == whole.streams
    #expect(isSame)
    #expect(log.finished.map(\.selectedProtocol) == whole.finished.map(\.selectedProtocol))
    #expect(log.finished.map(\.client.lostPackets) == whole.finished.map(\.client.lostPackets))
  }

  @Test func retry() throws {
    let log = try Recording("retry").read()
    #expect(log.finished.map(\.hasRetry) == [true])
    #expect(log.packets.count { $0.packet.place.type == .retry && $0.packet.opening == .none } == 1)
  }

  @Test func versionNegotiation() throws {
    let facts = try #require(try Recording("version-negotiation").read().finished.last)
    #expect(facts.firstVersion == QUICVersion(rawValue: 0x1A2A_3A4A))
    #expect(facts.version == .v1)
    #expect(facts.negotiatedVersions == [.v1])
  }

  @Test func versionUpgrade() throws {
    let facts = try #require(try Recording("version-upgrade").read().finished.last)
    #expect(facts.firstVersion == .v1)
    #expect(facts.version == .v2)
  }

  @Test func earlyDataIsRejected() throws {
    let log = try Recording("early-rejected").read()
    #expect(log.finished.last?.earlyData == .rejected)
    #expect(log.rejections == 1)
  }

  @Test func keyUpdates() throws {
    let facts = try #require(try Recording("key-updates").read().finished.last)
    #expect(facts.client.keyUpdates == 5)
    // The client's last one is not answered any more.
    #expect(facts.server.keyUpdates == 4)
  }

  @Test func migrations() throws {
    let log = try Recording("migration").read()
    #expect(log.finished.count == 1)
    #expect(log.migrations.map(\.isRebinding) == [true, false])
    #expect(log.migrations.map { $0.client.after.description } == ["192.0.2.10:50077", "203.0.113.5:40404"])
    // aioquic's server asks whether each new path reaches its client.
    let validated = log.probes.count { if case .validated = $0 { true } else { false } }
    #expect(validated >= 2)
  }

  @Test func rebindingWithEmptyIDs() throws {
    let log = try Recording("empty-id").read()
    #expect(log.finished.count == 1)
    #expect(log.migrations.map(\.isRebinding) == [true])
  }

  @Test func statelessReset() throws {
    let log = try Recording("stateless-reset").read()
    #expect(log.finished.last?.close == .statelessReset)
    #expect(log.finished.last?.closedBy == .server)
  }

  @Test func refusedHandshake() throws {
    let log = try Recording("refused").read()
    guard case .transport(let error, _, let reason) = log.finished.last?.close else {
      Issue.record("\(String(describing: log.finished.last?.close))")
      return
    }
    #expect(error.description == "CRYPTO_ERROR (Handshake Failure)")
    #expect(reason == "No common ALPN protocols")
  }

  @Test func framesOfAllKinds() throws {
    let log = try Recording("frames").read()
    let report = try #require(try Recording("frames").reports().last)
    let facts = try #require(log.finished.last)
    #expect(log.datagrams.count == (report.server?.datagrams ?? 0) + report.client.datagrams)
    #expect(log.stops.values.sorted() == (report.server?.stops.values.sorted() ?? []) + report.client.stops.values)
    #expect(
      facts.close == .transport(QUICErrorCode(rawValue: 0x0A), frameType: 8, reason: "a stream that nobody wants"))
    #expect(facts.client.stalls + facts.server.stalls > 0)
  }

  @Test func congestionMarks() throws {
    let facts = try #require(try Recording("ecn-six").read().finished.last)
    #expect(facts.client.congestionMarks > 0)
    #expect(facts.server.congestionMarks > 0)
  }

  /// The estimate is that of the end itself, where packets are captured beside it.
  @Test(arguments: ["plain", "lossy", "key-updates", "version-2"])
  func roundTrip(name: String) throws {
    let recording = try Recording(name)
    let facts = try #require(try recording.read().finished.last)
    let report = try #require(try recording.reports().last)
    let estimate = try #require(facts.client.roundTrip)
    #expect(abs(Double(estimate.smoothed) / 1e9 - report.client.rtt) < 0.002)
  }

  /// Packets that the network lost are found lost, and no others.
  @Test func losses() throws {
    let log = try Recording("lossy").read()
    let facts = try #require(log.finished.last)
    #expect(facts.client.lostPackets > facts.client.spuriousLosses)
    #expect(facts.server.unseenPackets == 0)
    let quiet = try #require(try Recording("plain").read().finished.last)
    #expect(quiet.client.lostPackets == 0)
    #expect(quiet.server.lostPackets == 0)
  }
}

/// Datagrams that segmentation offload has joined.
struct JoinedDatagramTests {
  /// Adjoining datagrams of a side, of one length and perhaps a shorter one at the end, made one if they are more than a network
  /// carries; those of the handshake stay.
  private static func join(_ datagrams: [Recording.Datagram]) -> [Recording.Datagram] {
    var joined: [Recording.Datagram] = []
    var length = 0
    for entry in datagrams {
      if let last = joined.last, last.datagram.source == entry.datagram.source, last.payload[0] & 0x80 == 0,
        entry.payload[0] & 0x80 == 0, last.payload.count % length == 0, entry.payload.count <= length,
        last.payload.count + entry.payload.count > 1500, last.payload[1...8] == entry.payload[1...8]
      {
        joined[joined.count - 1].payload += entry.payload
      } else {
        joined.append(entry)
        length = entry.payload.count
      }
    }
    return joined
  }

  @Test(arguments: ["middle-tap", "frames", "lossy"])
  func giveTheSameStreams(name: String) throws {
    var recording = try Recording(name)
    let whole = try recording.read()
    recording.datagrams = Self.join(recording.datagrams)
    #expect(recording.datagrams.contains { $0.payload.count > 2500 })
    let log = try recording.read()
    let isSame = log.streams == whole.streams
    #expect(isSame)
    #expect(log.finished.map(\.client.packets) == whole.finished.map(\.client.packets))
    #expect(log.finished.map(\.server.packets) == whole.finished.map(\.server.packets))
  }
}
