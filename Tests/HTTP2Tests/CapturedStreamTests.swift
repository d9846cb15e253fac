import HTTP2
import TestSupport
import Testing

/// What must hold of any stream: the captures, in other pieces, and with gaps.
@Suite struct CapturedStreamTests {
  private struct Place: Hashable {
    var side: HTTP2Side
    var start: Int64
  }

  @Test(arguments: RecordedConnection.names) func piecesOfAnySizeSayTheSame(_ name: String) throws {
    var random = SeededGenerator(seed: 11)
    for recorded in try RecordedConnection.read(name) {
      let whole = try ConnectionReading.log(of: recorded)
      #expect(whole.faults.isEmpty, "\(name): \(whole.faults)")
      for most in [1, 50, 3000] {
        var pieces = recorded
        pieces.stretches = recorded.stretches.flatMap { stretch in
          var rest = stretch.bytes[...]
          var offset = stretch.offset
          var list: [Stretch] = []
          while !rest.isEmpty {
            let piece = Array(rest.prefix(1 + random.below(most)))
            list.append(Stretch(isFromClient: stretch.isFromClient, offset: offset, bytes: piece))
            offset += Int64(piece.count)
            rest = rest.dropFirst(piece.count)
          }
          return list
        }
        let log = try ConnectionReading.log(of: pieces)
        #expect(log.entries == whole.entries, "\(name), pieces of \(most)")
      }
    }
  }

  /// Feeds what is left of a connection when a share of its bytes is not captured, and returns what it said.
  private static func log(
    _ recorded: RecordedConnection, _ start: HTTP2Connection.Start, _ random: inout SeededGenerator,
    keeps: (Stretch, inout SeededGenerator) -> [Range<Int>]
  ) -> (ConnectionLog, HTTP2Connection) {
    var log = ConnectionLog()
    var connection = HTTP2Connection(start)
    for stretch in recorded.stretches {
      for range in keeps(stretch, &random) where !range.isEmpty {
        let piece = Array(stretch.bytes[range])
        connection.receive(
          piece.span, at: stretch.offset + Int64(range.lowerBound), from: stretch.isFromClient ? .first : .second,
          to: &log)
      }
    }
    for side in HTTP2Side.allCases { connection.finish(side, to: &log) }
    return (log, connection)
  }

  /// Everything said of a stream with gaps is true of the whole one.
  private static func check(
    _ log: ConnectionLog, _ whole: ConnectionLog, _ recorded: RecordedConnection, _ name: String
  ) -> (known: Int, unknown: Int) {
    var frames: [Place: HTTP2FrameHeader] = [:]
    var blocks: [Place: (HTTP2Headers, [ConnectionLog.Field])] = [:]
    for entry in whole.entries {
      let place = Place(side: entry.place.side, start: entry.place.range.lowerBound)
      switch entry.event {
      case .frame(let header): frames[place] = header
      case .headers(let headers, let fields): blocks[place] = (headers, fields)
      default: break
      }
    }
    let bytes = [recorded.bytes(fromClient: true), recorded.bytes(fromClient: false)]
    var (known, unknown) = (0, 0)
    for entry in log.entries {
      let place = Place(side: entry.place.side, start: entry.place.range.lowerBound)
      switch entry.event {
      case .frame(let header): #expect(frames[place] == header, "\(name): \(place)")
      case .data(let data):
        let range = Int(entry.place.range.lowerBound)..<Int(entry.place.range.upperBound)
        #expect(bytes[Int(place.side.rawValue)][range].elementsEqual(data))
      case .headers(let headers, let fields):
        guard let (expected, all) = blocks[place] else {
          #expect(Bool(false), "\(name): fields at \(place)")
          continue
        }
        #expect(headers.endsStream == expected.endsStream && fields.count == all.count)
        #expect(headers.kind == expected.kind || headers.kind == .unknown, "\(name): \(headers) \(expected)")
        for (field, other) in zip(fields, all) {
          #expect(field.name == nil || field.name == other.name)
          #expect(field.value == nil || field.value == other.value)
          if field == other { known += 1 } else { unknown += 1 }
        }
      case .fault(let fault):
        // Where nothing is wrong, gaps are no reason to say that something is, except of windows: here it is said only later
        // that window updates are missing.
        if case .windowExceeded = fault { break }
        #expect(fault == .cutShort, "\(name): \(fault)")
      default: break
      }
    }
    return (known, unknown)
  }

  @Test(arguments: RecordedConnection.names) func gapsNeverMakeFieldsWrong(_ name: String) throws {
    var (known, unknown, found) = (0, 0, 0)
    var random = SeededGenerator(seed: 23)
    for recorded in try RecordedConnection.read(name) {
      let whole = try ConnectionReading.log(of: recorded)
      for _ in 0..<FuzzCount.or(8) {
        let share = 1 + random.below(15)
        let (log, _) = Self.log(recorded, .beginning, &random) { stretch, random in
          guard random.chance(share) else { return [stretch.bytes.indices] }
          // All of it is missing, or its end, or its middle.
          let cut = random.below(stretch.bytes.count + 1)
          return [[], [0..<cut], [0..<cut, min(stretch.bytes.count, cut + 40)..<stretch.bytes.count]][random.below(3)]
        }
        let (some, others) = Self.check(log, whole, recorded, name)
        (known, unknown) = (known + some, unknown + others)
        found += log.entries.count { if case .recovery = $0.event { true } else { false } }
      }
    }
    #expect(known > 0, "\(name): \(known) known, \(unknown) unknown, \(found) times found")
  }

  @Test(arguments: RecordedConnection.names) func aBeginningMayBeMissing(_ name: String) throws {
    var random = SeededGenerator(seed: 29)
    var (found, starts) = (0, 0)
    for recorded in try RecordedConnection.read(name) {
      let whole = try ConnectionReading.log(of: recorded)
      for first in recorded.stretches.indices.dropFirst().prefix(15) {
        var index = -1
        let (log, connection) = Self.log(recorded, .middle, &random) { stretch, _ in
          index += 1
          return index < first ? [] : [stretch.bytes.indices]
        }
        _ = Self.check(log, whole, recorded, name)
        #expect(connection.client != .second)
        let sides = Set(log.entries.compactMap { if case .recovery = $0.event { $0.place.side } else { nil } })
        (found, starts) = (found + sides.count, starts + 2)
      }
    }
    #expect(found * 2 > starts, "\(name): found \(found) of \(starts)")
  }

  // The capture lacks bytes within DATA: they, and nothing else, are lost.
  @Test func aGapWithinDataCostsItsBytesOnly() throws {
    let recorded = try #require(try RecordedConnection.read("nghttp-window").first)
    let whole = try ConnectionReading.log(of: recorded)
    let data = try #require(
      whole.entries.last { entry in
        if case .data(let bytes) = entry.event { bytes.count > 1000 } else { false }
      })
    let gap = data.place.range.lowerBound + 100..<data.place.range.upperBound - 100
    var connection = HTTP2Connection()
    var log = ConnectionLog()
    for stretch in recorded.stretches {
      for (index, byte) in stretch.bytes.enumerated() {
        let offset = stretch.offset + Int64(index)
        guard stretch.isFromClient || !gap.contains(offset) else { continue }
        let (piece, side) = ([byte], stretch.isFromClient ? HTTP2Side.first : .second)
        connection.receive(piece.span, at: offset, from: side, to: &log)
      }
    }
    #expect(log.faults.isEmpty)
    #expect(!log.entries.contains { $0.event == .loss })
    #expect(log.entries.contains { $0.event == .missing(gap.count) })
    func rest(_ log: ConnectionLog) -> [ConnectionLog.Event] {
      log.entries.map(\.event).filter {
        switch $0 {
        case .data, .missing: false
        default: true
        }
      }
    }
    #expect(rest(log) == rest(whole))
  }

  @Test func streamsAreRecognized() throws {
    for name in RecordedConnection.names {
      for recorded in try RecordedConnection.read(name) {
        let (client, server) = (recorded.bytes(fromClient: true), recorded.bytes(fromClient: false))
        #expect(Self.preface(client) == .yes)
        #expect(Self.frames(server) == .yes, "\(name)")
        #expect(Self.frames(Array(client.dropFirst(24))) == .yes)
      }
    }
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 { #expect(Self.frames(random.bytes(2000)) != .yes) }
    #expect(Self.frames([UInt8](repeating: 0, count: 20_000)) == .no)
    #expect(Self.frames(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) == .no)
    #expect(Self.preface(Array("PRI * HTTP/2".utf8)) == .maybe)
    #expect(Self.preface(Array("PRI /index".utf8)) == .no)
  }

  private static func preface(_ bytes: [UInt8]) -> HTTP2Recognition.Verdict { HTTP2Recognition.preface(bytes.span) }
  private static func frames(_ bytes: [UInt8]) -> HTTP2Recognition.Verdict { HTTP2Recognition.frames(bytes.span) }

  @Test func mutatedStreamsAreTaken() throws {
    let streams = try RecordedConnection.names.flatMap { try RecordedConnection.read($0) }
    var random = SeededGenerator(seed: 31)
    for _ in 0..<FuzzCount.or(60) {
      let recorded = streams[random.below(streams.count)]
      var connection = HTTP2Connection(random.chance(30) ? .middle : .beginning)
      var log = ConnectionLog()
      for stretch in recorded.stretches {
        var bytes = stretch.bytes
        for _ in 0..<random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
        let offset = stretch.offset + (random.chance(5) ? Int64(random.below(100)) - 50 : 0)
        connection.receive(bytes.span, at: offset, from: stretch.isFromClient ? .first : .second, to: &log)
        #expect(connection.heldBytes < 4 << 20)
      }
      for side in HTTP2Side.allCases { connection.finish(side, to: &log) }
    }
  }
}
