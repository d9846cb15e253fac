import HTTP2
import MessageFormats
import TestSupport
import Testing

/// What bodies of captured streams carry.
@Suite(.waiting) struct CallTests {
  /// The messages of gRPC in the data of each stream and side.
  private struct Calls: HTTP2Receiver {
    struct Key: Hashable {
      var side: HTTP2Side
      var stream: UInt32
    }

    var readers: [Key: GRPCMessageReader] = [:]
    var messages: [HTTP2Side: [String]] = [:]
    var statuses: [String] = []

    mutating func receive(data: Span<UInt8>, _ place: HTTP2Place) {
      let key = Key(side: place.side, stream: place.stream)
      var reader = readers[key] ?? GRPCMessageReader()
      var position = 0
      while let event = reader.next(data, &position) {
        guard case .end(let message) = event else { continue }
        messages[place.side, default: []].append("\(message.isCompressed ? 1 : 0) \(message.count)")
      }
      readers[key] = reader
    }

    mutating func receive(headers: HTTP2Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP2Place) {
      guard place.side == .second, headers.endsStream else { return }
      var (code, message): ([UInt8], [UInt8]) = ([], [])
      for field in fields.fields {
        if fields.hasName(field, "grpc-status") { code = Array(fields.bytes[field.value]) }
        if fields.hasName(field, "grpc-message") { message = Array(fields.bytes[field.value]) }
      }
      guard let status = GRPCStatus(status: code.span, message: message.span) else { return }
      statuses.append("\(status) \(String(decoding: status.message, as: UTF8.self))")
    }
  }

  @Test func messagesAreTsharks() throws {
    let recorded = try #require(try RecordedConnection.read("grpc").first)
    var calls = Calls()
    var connection = HTTP2Connection()
    for stretch in recorded.stretches {
      connection.receive(
        stretch.bytes.span, at: stretch.offset, from: stretch.isFromClient ? .first : .second, to: &calls)
    }
    #expect(calls.statuses == ["OK ", "OK ", "NOT_FOUND no such thing: ä 100%", "OK "])
    let output = try Tool.output(of: [
      "tshark", "-r", RecordedConnection.path("grpc"), "-d", "tcp.port==8080,http2", "-Y", "grpc", "-T", "fields", "-E",
      "separator=/s", "-E", "aggregator=,", "-e", "tcp.dstport", "-e", "grpc.compressed_flag", "-e",
      "grpc.message_length",
    ])
    var expected: [HTTP2Side: [String]] = [:]
    for line in output.lines {
      let words = line.split(separator: " ")
      let (flags, lengths) = (words[1].split(separator: ","), words[2].split(separator: ","))
      for (flag, length) in zip(flags, lengths) {
        expected[words[0] == "8080" ? .first : .second, default: []].append("\(flag) \(length)")
      }
    }
    #expect(calls.messages == expected)
    #expect(!expected.isEmpty)
  }

  // nghttp with a window of 16,383 bytes: the server has to wait again and again.
  @Test func aSmallWindowMakesTheServerWait() throws {
    let recorded = try #require(try RecordedConnection.read("nghttp-window").first)
    let log = try ConnectionReading.log(of: recorded)
    var isWaiting = false
    var count = 0
    for entry in log.entries {
      switch entry.event {
      case .stall(let stall):
        #expect(!isWaiting && stall.sender == .second && stall.stream != 0 && stall.window == 0)
        isWaiting = true
        count += 1
      case .resumption(let stall):
        #expect(isWaiting && stall.window > 0 && entry.place.side == .first)
        isWaiting = false
      case .data: #expect(!isWaiting)
      default: break
      }
    }
    #expect(count > 3)
  }
}
