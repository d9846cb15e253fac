import RecordCiphers
import TLS
import TestSupport
import Testing

/// What must hold of any bytes.
struct HostileStreamTests {
  /// A few of each kind, which are read again and again.
  static let sessions = [
    "TLS_AES_128_GCM_SHA256", "TLS_AES_128_CCM_8_SHA256", "TLS_CHACHA20_POLY1305_SHA256", "1.3 small records",
    "1.2 small records", "1.3 key updates", "1.2 renegotiation", "1.2 renegotiation, block cipher", "1.3 retry",
    "TLS 1.0 AES", "TLS 1.0 AES, MAC then encrypt", "TLS 1.1 AES", "TLS 1.2 NULL-SHA256",
    "TLS 1.2 AES128-SHA, MAC then encrypt", "TLS 1.2 ECDHE-RSA-CHACHA20-POLY1305", "TLS 1.2 pre-shared key",
    "1.3 early data", "1.3 early data rejected", "1.3 bulk", "1.2 bulk", "GnuTLS NORMAL:-VERS-ALL:+VERS-TLS1.3",
  ].map(RecordedSession.named)

  /// A segment in pieces of any length.
  private static func pieces(
    _ connection: RecordedConnection, _ generator: inout SeededGenerator, longest: Int
  ) -> [RecordedConnection.Segment] {
    connection.segments.flatMap { segment in
      var pieces: [RecordedConnection.Segment] = []
      var place = 0
      while place < segment.bytes.count {
        let end = min(segment.bytes.count, place + 1 + generator.below(longest))
        pieces.append(
          .init(side: segment.side, offset: segment.offset + Int64(place), bytes: Array(segment.bytes[place..<end])))
        place = end
      }
      return pieces
    }
  }

  @Test(arguments: RecordedSession.all)
  func anySplitGivesTheSame(session: RecordedSession) throws {
    let keyLog = try Reading.keyLog()
    var generator = SeededGenerator(seed: UInt64(session.port))
    for connection in session.connections {
      let whole = Reading.read(connection, keyLog)
      let longest = connection.bytes(.server).count < 8000 ? [1, 7, 100, 3000] : [500, 3000]
      for longest in longest {
        var split = connection
        split.segments = Self.pieces(connection, &generator, longest: longest)
        #expect(Reading.read(split, keyLog) == whole)
      }
    }
  }

  /// Each side on its own, in either order, gives the same as both in their order.
  @Test(arguments: RecordedSession.all, SideOrder.allCases)
  func sidesOutOfStep(session: RecordedSession, order: SideOrder) throws {
    let keyLog = try Reading.keyLog()
    for connection in session.connections {
      let whole = Reading.read(connection, keyLog)
      var other = connection
      other.segments = order.sides.flatMap { side in connection.segments.filter { $0.side == side } }
      let log = Reading.read(other, keyLog)
      #expect(log.events == whole.events)
    }
  }

  enum SideOrder: CaseIterable {
    case clientFirst, serverFirst

    var sides: [TLSSide] { self == .clientFirst ? [.client, .server] : [.server, .client] }
  }

  @Test(arguments: RecordedSession.all)
  func withoutSecrets(session: RecordedSession) throws {
    for connection in session.connections {
      let log = Reading.read(connection, KeyLog())
      for side in TLSSide.allCases {
        #expect(log.plaintext(side).isEmpty)
        if session.alert == nil {
          #expect(log.reasons(side).count == 1)
          #expect(log.losses(side).count == 1)
        }
      }
    }
  }

  @Test(arguments: RecordedSession.all.filter { $0.alert == nil && $0.unsupported == nil })
  func wrongSecrets(session: RecordedSession) throws {
    // Each client random has the secrets of the next.
    let right = String(decoding: try Reading.keyLog().encoded(), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ")
    }
    let wrong = KeyLog()
    for words in right {
      let others = right.filter { $0[0] == words[0] && $0[1] != words[1] && $0[2].count == words[2].count }
      guard let other = others.first else { continue }
      wrong.add(Array("\(words[0]) \(words[1]) \(other[2])\n".utf8))
    }
    for connection in session.connections {
      let log = Reading.read(connection, wrong)
      for side in TLSSide.allCases {
        #expect(log.plaintext(side).isEmpty)
        switch log.reasons(side).first {
        case .wrongSecret: continue
        // There is one secret of early data, and so no other.
        case .noSecret where session.early != nil && side == .client: continue
        default: Issue.record("\(log.reasons(side))")
        }
      }
    }
  }

  /// Secrets that come at any time give the same, if what waits for them may be kept.
  @Test(arguments: RecordedSession.all)
  func lateSecrets(session: RecordedSession) throws {
    let keyLog = try Reading.keyLog()
    var limits = TLSLimits()
    limits.heldBytes = 1 << 20
    for connection in session.connections {
      let whole = Reading.read(connection, keyLog)
      for late in [0, 1, 2, 4, 7, connection.segments.count] where late <= connection.segments.count {
        let growing = KeyLog()
        var (reader, log) = (TLSConnection(growing, limits: limits), EventLog())
        for (number, segment) in connection.segments.enumerated() {
          if number == late { growing.add(keyLog.encoded()) }
          reader.receive(segment.bytes.span, at: segment.offset, from: segment.side, to: &log)
        }
        if late == connection.segments.count {
          growing.add(keyLog.encoded())
          reader.secretsChanged(to: &log)
        }
        for side in TLSSide.allCases { reader.finish(side, to: &log) }
        #expect(log.events == whole.events)
      }
    }
  }

  /// What is given up for lack of memory is said, and what comes after it is read.
  @Test(arguments: ["1.3 small records", "1.2 small records", "1.3 bulk", "1.2 bulk", "TLS 1.0 AES"])
  func secretsThatComeTooLate(name: String) throws {
    let keyLog = try Reading.keyLog()
    let connection = try #require(RecordedSession.named(name).connections.first)
    let whole = Reading.read(connection, keyLog)
    var limits = TLSLimits()
    limits.heldBytes = name.contains("bulk") ? 20_000 : 2000
    let growing = KeyLog()
    var (reader, log) = (TLSConnection(growing, limits: limits), EventLog())
    for segment in connection.segments {
      reader.receive(segment.bytes.span, at: segment.offset, from: segment.side, to: &log)
      #expect(reader.heldBytes < 2 * (20_000 + 20_000))
    }
    growing.add(keyLog.encoded())
    reader.secretsChanged(to: &log)
    for side in TLSSide.allCases { reader.finish(side, to: &log) }
    let rest = log.plaintext(.server)
    if name.contains("bulk") || name.contains("small") {
      #expect(log.reasons(.server).count == 1)
      #expect(log.losses(.server).map(\.cause) == [.noSecret])
    }
    #expect(!rest.isEmpty)
    #expect(whole.plaintext(.server).suffix(rest.count) == rest[...])
  }

  // MARK: Gaps

  /// Whether all pieces are parts of the whole, in their order.
  private static func areParts(_ pieces: [[UInt8]], of whole: [UInt8]) -> Bool {
    var place = 0
    for piece in pieces where !piece.isEmpty {
      guard let found = whole[place...].start(of: piece) else { return false }
      place = found + piece.count
    }
    return true
  }

  @Test(arguments: sessions)
  func gapsNeverGiveWrongPlaintext(session: RecordedSession) throws {
    let keyLog = try Reading.keyLog()
    var generator = SeededGenerator(seed: UInt64(session.port))
    for connection in session.connections {
      let whole = Reading.read(connection, keyLog)
      for _ in 0..<12 {
        var torn = connection
        let longest = [40, 400, 3000][generator.below(3)]
        let percent = [1, 5, 20][generator.below(3)]
        torn.segments = Self.pieces(connection, &generator, longest: longest).filter { _ in !generator.chance(percent) }
        let log = Reading.read(torn, keyLog, lengths: connection)
        for side in TLSSide.allCases {
          let rejected = side == .client ? whole.rejected : []
          #expect(Self.areParts(log.pieces(side), of: rejected + whole.plaintext(side)))
          if log.plaintext(side).count < whole.plaintext(side).count {
            #expect(!log.losses(side).isEmpty)
          }
        }
      }
    }
  }

  /// One gap in the application data costs the records that it touches, and no more.
  @Test(arguments: [
    "1.3 small records", "1.2 small records", "1.3 bulk", "1.2 bulk", "TLS 1.0 AES", "TLS 1.0 AES, MAC then encrypt",
  ])
  func decryptionGoesOnAfterAGap(name: String) throws {
    let keyLog = try Reading.keyLog()
    let connection = try #require(RecordedSession.named(name).connections.first)
    let whole = Reading.read(connection, keyLog)
    var generator = SeededGenerator(seed: 7)
    let side = TLSSide.server
    var records: [(Range<Int64>, Int)] = []
    for case .data(let bytes, let place) in whole.events[side] ?? [] { records.append((place.range, bytes.count)) }
    let first = try #require(records.first).0.lowerBound
    let last = try #require(records.last).0.upperBound
    let stream = connection.bytes(side)
    for _ in 0..<40 {
      let start = first + Int64(generator.below(Int(last - first)))
      let end = min(last, start + 1 + Int64(generator.below([10, 1000, 9000][generator.below(3)])))
      var (reader, log) = (TLSConnection(keyLog), EventLog())
      for segment in connection.segments where segment.side == .client {
        reader.receive(segment.bytes.span, from: .client, to: &log)
      }
      reader.receive(Array(stream[..<Int(start)]).span, at: 0, from: side, to: &log)
      reader.receive(Array(stream[Int(end)...]).span, at: end, from: side, to: &log)
      for side in TLSSide.allCases { reader.finish(side, to: &log) }
      // In TLS 1.0, the record after a gap lacks its initialization vector.
      let reach = name.contains("1.0") ? end + 16 + 37 : end
      let untouched = records.filter { $0.0.upperBound <= start || $0.0.lowerBound >= reach }.reduce(0) { $0 + $1.1 }
      let touched = records.filter { $0.0.upperBound > start && $0.0.lowerBound < end }
      if !name.contains("1.0") { #expect(log.plaintext(side).count == untouched, "\(start)..<\(end)") }
      #expect(Self.areParts(log.pieces(side), of: whole.plaintext(side)))
      #expect(log.losses(side).count == 1)
      if !name.contains("1.0"), end < last { #expect(log.losses(side).first?.records == touched.count) }
      let ending = records.filter { $0.0.lowerBound >= reach }.dropFirst(name.contains("1.0") ? 1 : 0)
      #expect(log.plaintext(side).count >= ending.reduce(0) { $0 + $1.1 })
    }
  }

  @Test(arguments: sessions)
  func changedBitsNeverGiveOtherPlaintext(session: RecordedSession) throws {
    let keyLog = try Reading.keyLog()
    var generator = SeededGenerator(seed: UInt64(session.port))
    for connection in session.connections {
      let whole = Reading.read(connection, keyLog)
      for _ in 0..<12 {
        var changed = connection
        for _ in 0..<1 + generator.below(3) {
          let segment = generator.below(changed.segments.count)
          let place = generator.below(changed.segments[segment].bytes.count)
          changed.segments[segment].bytes[place] ^= 1 << UInt8(generator.below(8))
        }
        let log = Reading.read(changed, keyLog)
        for side in TLSSide.allCases {
          // Whether early data was taken can be what was changed.
          let rejected = side == .client ? whole.rejected : []
          #expect(Self.areParts(log.pieces(side), of: rejected + whole.plaintext(side)))
        }
      }
    }
  }

  /// Nothing but noise, and noise that begins like TLS.
  @Test func noise() throws {
    let keyLog = try Reading.keyLog()
    var generator = SeededGenerator(seed: 3)
    let hello = try #require(RecordedSession.named("1.3 names").connections.first).segments[0].bytes
    for round in 0..<60 {
      var (reader, log) = (TLSConnection(keyLog), EventLog())
      if round % 2 == 0 { reader.receive(hello.span, from: .client, to: &log) }
      for _ in 0..<20 {
        let side: TLSSide = generator.chance(50) ? .client : .server
        var bytes = generator.bytes(generator.below(200))
        if generator.chance(70) {
          bytes = [UInt8(20 + generator.below(4)), 3, 3, 0, UInt8(bytes.count)] + bytes
        }
        if generator.chance(20) { reader.miss(Int64(generator.below(1 << 20)), from: side, to: &log) }
        reader.receive(bytes.span, from: side, to: &log)
      }
      for side in TLSSide.allCases {
        reader.finish(side, to: &log)
        #expect(log.plaintext(side).isEmpty)
      }
    }
  }

  /// Sides that are out of step do not wait for each other for ever.
  @Test func floodOfHellos() throws {
    for name in ["1.3 names", "1.2 names", "1.3 early data"] {
      let connection = try #require(RecordedSession.named(name).connections.last)
      for flooding in TLSSide.allCases {
        for others in [0, 1, 2] {
          var (reader, log) = (TLSConnection(KeyLog()), EventLog())
          let hello = try #require(connection.segments.first { $0.side == flooding }).bytes
          let length = 5 + (Int(hello[3]) << 8 | Int(hello[4]))
          for number in 0..<12 {
            var changed = Array(hello.prefix(length))
            changed[20] = UInt8(number)
            reader.receive(changed.span, from: flooding, to: &log)
          }
          for segment in connection.segments.filter({ $0.side != flooding }).prefix(others) {
            reader.receive(segment.bytes.span, from: segment.side, to: &log)
          }
          let rest: [UInt8] = [20, 3, 3, 0, 1, 1, 23, 3, 3, 0, 30] + [UInt8](repeating: 5, count: 30)
          for side in TLSSide.allCases {
            reader.receive(rest.span, from: side, to: &log)
            reader.finish(side, to: &log)
            #expect(log.plaintext(side).isEmpty)
          }
        }
      }
    }
  }

  /// A second handshake in the clear that is of TLS 1.3, after a first one with a null cipher.
  @Test func hellosThatContradictEachOther() throws {
    #expect(KeyDerivation.expand(SecretBytes([1]), label: "key", length: 0, hash: .sha256).count == 0)
    func record(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
      [22, 3, 3, 0, UInt8(body.count + 4), type, 0, 0, UInt8(body.count)] + body
    }
    func clientHello(_ random: UInt8) -> [UInt8] {
      record(1, [3, 3] + [UInt8](repeating: random, count: 32) + [0, 0, 2, 0, 0x3B, 1, 0])
    }
    func serverHello(_ random: UInt8, _ rest: [UInt8]) -> [UInt8] {
      record(2, [3, 3] + [UInt8](repeating: random, count: 32) + [0] + rest)
    }
    let keyLog = KeyLog()
    for random: UInt8 in [7, 8] {
      let random = try #require(ClientRandom([UInt8](repeating: random, count: 32)))
      for label in KeyLogLabel.allCases {
        let length = label == .masterSecret ? 48 : 32
        let secret = SecretBytes([UInt8](repeating: 9, count: length))
        keyLog.add(KeyLogLine(label: label, clientRandom: random, secret: secret))
      }
    }
    var (reader, log) = (TLSConnection(keyLog), EventLog())
    let client = clientHello(7) + clientHello(8)
    let server =
      serverHello(7, [0, 0x3B, 0]) + serverHello(8, [0x13, 0x01, 0, 0, 6, 0, 43, 0, 2, 3, 4])
    let data: [UInt8] = [23, 3, 3, 0, 40] + [UInt8](repeating: 5, count: 40)
    reader.receive(client.span, from: .client, to: &log)
    reader.receive(server.span, from: .server, to: &log)
    for side in TLSSide.allCases {
      reader.receive(data.span, from: side, to: &log)
      reader.finish(side, to: &log)
      #expect(log.plaintext(side).isEmpty)
    }
  }

  @Test func whatIsNotTLS() {
    var (reader, log) = (TLSConnection(KeyLog()), EventLog())
    reader.receive(Array("GET / HTTP/1.1\r\n\r\n".utf8).span, from: .client, to: &log)
    reader.receive(Array("HTTP/1.1 200 OK\r\n\r\n".utf8).span, from: .server, to: &log)
    for side in TLSSide.allCases {
      reader.finish(side, to: &log)
      #expect(log.reasons(side) == [.notTLS])
    }
  }

  @Test(arguments: ["1.3 bulk", "1.2 bulk"])
  func withoutTheBeginning(name: String) throws {
    let keyLog = try Reading.keyLog()
    let connection = try #require(RecordedSession.named(name).connections.first)
    var (reader, log) = (TLSConnection(keyLog, offset: 5000), EventLog())
    for segment in connection.segments where segment.offset >= 5000 {
      reader.receive(segment.bytes.span, at: segment.offset, from: segment.side, to: &log)
    }
    for side in TLSSide.allCases {
      reader.finish(side, to: &log)
      #expect(log.plaintext(side).isEmpty)
      #expect(log.reasons(side) == [.beginningMissing])
    }
  }

  /// With TLS 1.3 one side's own hello is not needed but the client's.
  @Test func withoutTheServerHello() throws {
    let keyLog = try Reading.keyLog()
    let connection = try #require(RecordedSession.named("1.3 bulk").connections.first)
    let whole = Reading.read(connection, keyLog)
    var (reader, log) = (TLSConnection(keyLog), EventLog())
    for segment in connection.segments {
      let skipped = segment.side == .server && segment.offset == 0 ? 60 : 0
      reader.receive(
        Array(segment.bytes[skipped...]).span, at: segment.offset + Int64(skipped), from: segment.side, to: &log)
    }
    for side in TLSSide.allCases {
      reader.finish(side, to: &log)
      #expect(log.plaintext(side) == whole.plaintext(side))
    }
  }

  /// Some tools log the secrets of application data alone.
  @Test(arguments: ["1.3 bulk", "1.3 key updates", "1.3 small records"])
  func withoutTheSecretsOfTheHandshake(name: String) throws {
    let lines = String(decoding: try Reading.keyLog().encoded(), as: UTF8.self).split(separator: "\n")
    let keyLog = KeyLog()
    keyLog.add(Array(lines.filter { $0.contains("_TRAFFIC_SECRET_0 ") }.joined(separator: "\n").utf8))
    let session = RecordedSession.named(name)
    let log = Reading.read(try #require(session.connections.first), keyLog)
    #expect(Reading.content(log.plaintext(.client)) == session.client)
    #expect(Reading.content(log.plaintext(.server)) == session.server)
    for side in TLSSide.allCases {
      #expect(log.reasons(side) == [])
      #expect(log.losses(side).map(\.cause) == [.noSecret])
    }
  }

  /// Sessions that are resumed are known as such without any secret.
  @Test func resumptionWithoutSecrets() throws {
    for session in RecordedSession.all where session.resumed == true {
      let logs = session.connections.map { Reading.read($0, KeyLog()) }
      #expect(logs.map { $0.facts.resumption == nil } == [true, false], "\(session.name)")
    }
  }

  @Test func oneSideOnly() throws {
    let keyLog = try Reading.keyLog()
    for name in ["1.3 bulk", "1.3 key updates", "1.3 early data"] {
      for connection in RecordedSession.named(name).connections {
        let whole = Reading.read(connection, keyLog)
        var client = connection
        client.segments.removeAll { $0.side == .server }
        #expect(Reading.read(client, keyLog).plaintext(.client) == whole.plaintext(.client))
      }
    }
  }
}

extension ArraySlice where Element == UInt8 {
  fileprivate func start(of part: [UInt8]) -> Int? {
    guard count >= part.count else { return nil }
    for place in startIndex...endIndex - part.count
    where self[place] == part[0] && self[place..<place + part.count].elementsEqual(part) {
      return place
    }
    return nil
  }
}
