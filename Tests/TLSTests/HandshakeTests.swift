import TLS
import Testing

/// What the handshakes of real connections say.
struct HandshakeTests {
  private func logs(_ name: String) throws -> [EventLog] {
    let keyLog = try Reading.keyLog()
    return RecordedSession.named(name).connections.map { Reading.read($0, keyLog) }
  }

  private func log(_ name: String) throws -> EventLog { try #require(try logs(name).first) }

  @Test func namesOfTLS13() throws {
    let log = try log("1.3 names")
    #expect(log.facts.serverName == "search.example")
    #expect(log.facts.offeredProtocols == ["h2", "http/1.1"])
    #expect(log.facts.selectedProtocol == "http/1.1")
    #expect(log.facts.version == .tls13)
    #expect(log.facts.cipherSuite?.name == "TLS_AES_256_GCM_SHA384")
    #expect(log.facts.group == 0x1D)
    #expect(log.facts.resumption == nil)
    #expect(log.facts.earlyData == nil)
    #expect(log.messages(.client) == [.clientHello, .finished])
    #expect(
      log.messages(.server) == [
        .serverHello, .encryptedExtensions, .certificate, .certificateVerify, .finished, .newSessionTicket,
        .newSessionTicket,
      ])
    let certificate = try #require(log.body(.certificate, .server))
    let ranges = try CertificateMessage(certificate.span, version: .tls13).certificates
    #expect(ranges.count == 1)
    // A certificate is a sequence that fills its range.
    let der = certificate[try #require(ranges.first)]
    #expect(der.prefix(2) == [0x30, 0x82])
    #expect(Int(der[der.startIndex + 2]) << 8 | Int(der[der.startIndex + 3]) == der.count - 4)
    let verify = try log.read(.certificateVerify) { try CertificateVerify($0) }
    #expect(verify.signatureScheme == 0x0804)
    #expect(verify.signature.count == 256)
    let ticket = try log.read(.newSessionTicket) { try NewSessionTicket($0, version: .tls13) }
    #expect(ticket.lifetime == 7200)
    #expect(!ticket.ticket.isEmpty)
  }

  @Test func namesOfTLS12() throws {
    let log = try log("1.2 names")
    #expect(log.facts.serverName == "search.example")
    #expect(log.facts.selectedProtocol == "http/1.1")
    #expect(log.facts.version == .tls12)
    #expect(log.facts.hasExtendedMasterSecret)
    #expect(log.messages(.client) == [.clientHello, .clientKeyExchange, .finished])
    #expect(
      log.messages(.server) == [
        .serverHello, .certificate, .serverKeyExchange, .serverHelloDone, .newSessionTicket, .finished,
      ])
    let exchange = try log.read(.serverKeyExchange) { try ServerKeyExchange($0) }
    #expect(exchange.group == 0x1D)
    #expect(exchange.publicKey.count == 32)
    let certificate = try log.read(.certificate) { try CertificateMessage($0, version: .tls12) }
    #expect(certificate.certificates.count == 1)
    let ticket = try log.read(.newSessionTicket) { try NewSessionTicket($0, version: .tls12) }
    #expect(ticket.lifetime == 7200)
  }

  @Test(arguments: ["1.3 client certificate", "1.2 client certificate"])
  func clientCertificate(name: String) throws {
    let log = try log(name)
    let version = try #require(log.facts.version)
    #expect(log.messages(.client).contains(.certificate))
    #expect(log.messages(.client).contains(.certificateVerify))
    let request = try log.read(.certificateRequest) { try CertificateRequest($0, version: version) }
    #expect(request.signatureSchemes.contains(0x0403))
  }

  @Test func retry() throws {
    let log = try log("1.3 retry")
    #expect(log.facts.hasHelloRetryRequest)
    #expect(log.facts.group == 0x18)
    #expect(log.messages(.client).prefix(2) == [.clientHello, .clientHello])
    #expect(log.messages(.server).prefix(2) == [.serverHello, .serverHello])
    let first = try log.read(.serverHello) { try ServerHello($0) }
    #expect(first.isHelloRetryRequest)
  }

  @Test(arguments: RecordedSession.all.filter { $0.resumed == true })
  func resumption(session: RecordedSession) throws {
    let logs = try logs(session.name)
    #expect(logs.map { $0.facts.resumption == nil } == [true, false])
    let isTLS13 = logs[1].facts.version == .tls13
    #expect(logs[1].facts.resumption == (isTLS13 ? .preSharedKey : .session))
    #expect(!logs[1].messages(.server).contains(.certificate))
  }

  @Test func earlyData() throws {
    let accepted = try logs("1.3 early data")[1]
    #expect(accepted.facts.earlyData == .accepted)
    #expect(accepted.messages(.client) == [.clientHello, .endOfEarlyData, .finished])
    var early: [UInt8] = []
    for case .data(let bytes, let place) in accepted.events[.client] ?? [] where place.isEarly { early += bytes }
    #expect(early.count > 1000)
    #expect(accepted.plaintext(.client).starts(with: early))

    let session = RecordedSession.named("1.3 early data rejected")
    let rejected = try log(session.name)
    #expect(rejected.facts.earlyData == .rejected)
    #expect(Reading.content(rejected.rejected) == session.rejected)
    #expect(rejected.losses(.client) == [])
  }

  @Test func keyUpdates() throws {
    let log = try log("1.3 key updates")
    #expect(log.messages(.client).filter { $0 == .keyUpdate }.count == 3)
    #expect(log.messages(.server).filter { $0 == .keyUpdate }.count == 3)
    for (body, isRequested) in [([1] as [UInt8], true), ([0], false)] {
      let update = try KeyUpdate(body.span)
      #expect(update.isRequested == isRequested)
    }
  }

  @Test(arguments: RecordedSession.all.filter { $0.renegotiations != nil })
  func renegotiation(session: RecordedSession) throws {
    let log = try log(session.name)
    let count = try #require(session.renegotiations)
    #expect(log.facts.renegotiations == count)
    #expect(log.messages(.client).filter { $0 == .finished }.count == count + 1)
    #expect(log.messages(.server).filter { $0 == .finished }.count == count + 1)
  }

  @Test(arguments: RecordedSession.all.filter { $0.alert != nil })
  func alerts(session: RecordedSession) throws {
    let log = try log(session.name)
    let side: TLSSide = session.alert == "Unknown CA" ? .client : .server
    #expect(log.alerts(side) == [session.alert])
    guard case .alert(let alert) = log.ending(side) else {
      Issue.record("no ending by an alert: \(String(describing: log.ending(side)))")
      return
    }
    #expect(alert.isFatal)
  }

  @Test func endings() throws {
    let log = try log("curl and Python 1.3")
    #expect(log.ending(.client) == .closeNotify)
    #expect(log.ending(.server) == .closeNotify)
    #expect(log.facts.clientFinished != nil && log.facts.serverFinished != nil)
    #expect(log.facts.clientHello?.lowerBound == 0)
  }

  @Test func unsupportedSuite() throws {
    let log = try log("TLS 1.2 ARIA")
    for side in TLSSide.allCases {
      guard case .unsupportedSuite(let suite) = log.reasons(side).first else {
        Issue.record("\(log.reasons(side))")
        continue
      }
      #expect(suite.name == "TLS_RSA_WITH_ARIA_128_GCM_SHA256")
      #expect(log.losses(side).map(\.cause) == [.unreadable])
    }
  }
}
