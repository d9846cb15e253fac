import MessageFormats
import TestSupport
import Testing

@Suite struct TextTests {
  @Test(arguments: [1, 5, 1000]) func eventsOfAStreamAreDispatched(_ most: Int) {
    let text =
      "\u{FEFF}: hi\r\n\r\ndata: a\r\ndata:b\rid: 7\nevent: tick\n\nretry: 250\nretry: x\ndata\n\nid\ndata: c\n\ndata: open"
    var random = SeededGenerator(seed: 1)
    var reader = EventStreamReader()
    var told: [EventStreamReader.Told] = []
    for piece in Vectors.pieces(Array(text.utf8), &random, most: most) { reader.read(piece.span) { told.append($0) } }
    let events = told.compactMap { if case .event(let event) = $0 { event } else { nil } }
    #expect(events.map(\.data) == ["a\nb", "", "c"].map { Array($0.utf8) })
    #expect(events.map(\.type) == ["tick", "message", "message"].map { Array($0.utf8) })
    #expect(events.map(\.id) == ["7", "7", ""].map { Array($0.utf8) })
    #expect(told.contains(.retry(250)) && told.contains(.comment(Array(" hi".utf8))))
    #expect(reader.isInEvent)
    let bytes = Array(text.utf8)
    #expect(events.first.map { bytes[Int($0.range.lowerBound)] } == UInt8(ascii: "d"))
  }

  /// The examples of the standard (WHATWG HTML section 9.2.6), in pieces of every size.
  @Test(arguments: [1, 2, 3, 7, 1000]) func theStandardsExamplesAreRead(most: Int) {
    func told(_ text: String) -> [String] {
      var random = SeededGenerator(seed: 1)
      var reader = EventStreamReader()
      var words: [String] = []
      for piece in Vectors.pieces(Array(text.utf8), &random, most: most) {
        reader.read(piece.span) {
          guard case .event(let event) = $0 else { return }
          words.append(
            [event.type, event.id, event.data].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|"))
        }
      }
      return words
    }
    #expect(told("data: YHOO\ndata: +2\ndata: 10\n\n") == ["message||YHOO\n+2\n10"])
    #expect(
      told(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n")
        == ["message|1|first event", "message||second event", "message|| third event"])
    #expect(told("data\n\ndata\ndata\n\ndata:") == ["message||", "message||\n"])
    #expect(told("data:test\n\ndata: test\n\n") == ["message||test", "message||test"])
    #expect(
      told("\u{FEFF}event: add\r\ndata: 73\r\n\r\nevent: remove\rdata: 2\r\rid: a\u{0}b\nevent: none\n\ndata: end")
        == ["add||73", "remove||2"])
  }

  @Test func longEventsAreCut() {
    var reader = EventStreamReader(limit: 100)
    var told: [EventStreamReader.Told] = []
    let line = Array(("data: " + String(repeating: "x", count: 90) + "\n").utf8)
    for _ in 0..<1000 { reader.read(line.span) { told.append($0) } }
    reader.read([0x0A].span) { told.append($0) }
    guard case .event(let event)? = told.first else { return #expect(Bool(false)) }
    #expect(event.isCut && event.data.count <= 100 && reader.heldBytes < 10_000)
  }

  @Test(arguments: [1, 3, 1000]) func messagesOfACallAreFound(_ most: Int) {
    let bytes: [UInt8] = [0, 0, 0, 0, 3, 1, 2, 3, 1, 0, 0, 0, 0, 0x80, 0, 0, 0, 1, 9]
    var random = SeededGenerator(seed: 1)
    var reader = GRPCMessageReader()
    var (data, ended): ([UInt8], [GRPCMessageReader.Message]) = ([], [])
    for piece in Vectors.pieces(bytes, &random, most: most) {
      var position = 0
      while let event = reader.next(piece.span, &position) {
        switch event {
        case .data(let range): data += piece[range]
        case .end(let message): ended.append(message)
        default: break
        }
      }
    }
    #expect(data == [1, 2, 3, 9] && !reader.isInMessage)
    #expect(ended.map(\.offset) == [0, 8, 13] && ended.map(\.isCompressed) == [false, true, false])
    #expect(ended.map(\.isTrailers) == [false, false, true])
  }

  @Test func gapsInCallsCostMessagesOnlyWhereTheyHideAPrefix() {
    var reader = GRPCMessageReader()
    let bytes: [UInt8] = [0, 0, 0, 0, 9, 1]
    var position = 0
    while reader.next(bytes.span, &position) != nil {}
    reader.miss(8)
    position = 6
    guard case .end(let message)? = reader.next(bytes.span, &position) else { return #expect(Bool(false)) }
    #expect(message.missing == 8)
    reader.miss(2)
    position = 0
    #expect(reader.next(bytes.span, &position) == .lost(at: 14))
    #expect(reader.next(bytes.span, &position) == nil)
  }

  @Test func statusAndTimeoutAreRead() {
    func status(_ code: String, _ message: String) -> GRPCStatus? {
      let (code, message) = (Array(code.utf8), Array(message.utf8))
      return GRPCStatus(status: code.span, message: message.span)
    }
    func timeout(_ text: String) -> Int64? {
      let text = Array(text.utf8)
      return GRPCTimeout(text.span)?.nanoseconds
    }
    let notFound = status("5", "no such thing: %C3%A4 100%25 %4")
    #expect(notFound?.description == "NOT_FOUND")
    #expect(notFound?.message == Array("no such thing: ä 100% %4".utf8))
    #expect(status("99", "")?.description == "status 99" && status("x", "") == nil)
    #expect(timeout("5S") == 5_000_000_000 && timeout("99999999H") == .max && timeout("250m") == 250_000_000)
    #expect(timeout("S") == nil && timeout("123456789S") == nil && timeout("1x") == nil)
    var base64 = Base64Reader()
    var bytes: [UInt8] = []
    for piece in ["AAAAAA", "A=AQI", "=/w=="] {
      let text = Array(piece.utf8)
      base64.read(text.span, into: &bytes)
    }
    #expect(bytes == [0, 0, 0, 0, 0, 1, 2, 255])
  }

  @Test(arguments: [1, 4, 1000]) func linesAreSplit(_ most: Int) {
    let text = Array("{\"a\":1}\r\n\n[2]\n\"three\"".utf8)
    var random = SeededGenerator(seed: 1)
    var splitter = LineSplitter()
    var lines: [(String, Range<Int64>)] = []
    func take(_ line: LineSplitter.Line, _ bytes: Span<UInt8>) {
      lines.append((String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self), line.range))
    }
    for piece in Vectors.pieces(text, &random, most: most) { splitter.read(piece.span, take) }
    splitter.finish(take)
    #expect(lines.map(\.0) == ["{\"a\":1}", "[2]", "\"three\""])
    #expect(lines.map(\.1) == [0..<9, 10..<14, 14..<21])
  }

  @Test(arguments: [1, 2, 9, 1000]) func partsOfABodyAreFound(_ most: Int) {
    let text = Array(
      ("--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\none\r\n--not\r\n\r\n--b  \r\n\r\n\r\n--b\r\nA: b\r\n\r\n"
        + "\r\r\n-\r\n--b--\r\nepilogue").utf8)
    let type = Array("multipart/form-data; Boundary=\"b\"; x=y".utf8)
    guard let boundary = MultipartReader.boundary(contentType: type.span),
      var reader = MultipartReader(boundary: boundary.span)
    else { return #expect(Bool(false)) }
    var random = SeededGenerator(seed: 1)
    var (contents, heads, offsets): ([String], [String], [Int64]) = ([], [], [])
    for piece in Vectors.pieces(text, &random, most: most) {
      reader.read(piece.span) {
        switch $0 {
        case .part(let head, let offset):
          heads.append(String(decoding: head, as: UTF8.self))
          contents.append("")
          offsets.append(offset)
        case .close(let offset): offsets.append(offset)
        default: break
        }
      } receive: { bytes in
        contents[contents.count - 1] += String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
      }
    }
    #expect(contents == ["one\r\n--not\r\n", "", "\r\r\n-"])
    #expect(heads == ["Content-Disposition: form-data; name=\"x\"\r\n\r\n", "\r\n", "A: b\r\n\r\n"])
    #expect(reader.isOver)
    #expect(offsets.last.map { text[Int($0)...].starts(with: Array("\r\n--b--".utf8)) } == true)
  }

  @Test func gapsInPartsAreSkipped() {
    let boundary = Array("b".utf8)
    guard var reader = MultipartReader(boundary: boundary.span) else { return #expect(Bool(false)) }
    var (contents, offsets): ([[UInt8]], [Int64]) = ([], [])
    func read(_ text: String) {
      let bytes = Array(text.utf8)
      reader.read(bytes.span) {
        if case .part(_, let offset) = $0 {
          contents.append([])
          offsets.append(offset)
        }
      } receive: { piece in
        for index in piece.indices { contents[contents.count - 1].append(piece[index]) }
      }
    }
    func miss(_ count: Int64) {
      reader.miss(count) { piece in for index in piece.indices { contents[contents.count - 1].append(piece[index]) } }
    }
    read("--b\r\n\r\none\r\n-")
    miss(5)
    read("two\r\n--b\r\nA: ")
    miss(9)
    read("lost\r\n--b\r\n\r\nthree\r\n--b--")
    #expect(contents == ["one\r\n-two", "three"].map { Array($0.utf8) })
    #expect(offsets == [0, 44])
    #expect(reader.isOver)
  }

  @Test func formFieldsAreDecoded() {
    let body = Array("a=b+c&&d&%C3%A4=%3D=1&=x".utf8)
    let form = FormFields(body.span)
    #expect(form.fields.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "d", "ä", ""])
    #expect(form.fields.map { String(decoding: $0.value, as: UTF8.self) } == ["b c", "", "==1", "x"])
    #expect(form.fields.map(\.range) == [0..<5, 7..<8, 9..<21, 22..<24])
  }

  private struct Operation {
    var text: String
    var name: String?
    var kind: GraphQLRequest.Kind?
  }

  private static let operations = [
    Operation(
      text: #"{"operationName": "B", "query": "query A { a } mutation B { b }", "variables": {"query": 1}}"#, name: "B",
      kind: .mutation),
    Operation(text: #"{"query": "query Only($x: Int = 1) @d { a }"}"#, name: "Only", kind: .query),
    Operation(text: #"{"query": "{ a(b: \"query X\") }"}"#, name: nil, kind: .query),
    Operation(text: #"[{"query": "subscription\n#c\n S { a }"}, {"query": "{b}"}]"#, name: "S", kind: .subscription),
    Operation(
      text: #"{"operationName": null, "query": "fragment F on T { x } query Q { ...F }"}"#, name: "Q", kind: .query),
    Operation(text: #"{"operationName": "P", "extensions": {"persistedQuery": {}}}"#, name: "P", kind: nil),
  ]

  @Test(arguments: operations.indices) func operationsAreNamed(_ index: Int) {
    let operation = Self.operations[index]
    let body = Array(operation.text.utf8)
    let request = GraphQLRequest(body.span)
    #expect(request?.operationName == operation.name)
    #expect(request?.kind == operation.kind)
  }

  @Test func otherBodiesAreNoOperations() {
    for text in ["", "{}", "[]", "query", #"{"queries": 1}"#, #"{"query"#] {
      let body = Array(text.utf8)
      #expect(GraphQLRequest(body.span) == nil)
    }
  }

  @Test func anyBytesAreTaken() {
    var random = SeededGenerator(seed: 9)
    let alphabet = Array("{}[]\":,\\u-\r\nb= data&%+".utf8)
    for _ in 0..<FuzzCount.or(500) {
      let bytes = (0..<random.below(80)).map { _ in alphabet[random.below(alphabet.count)] }
      _ = GraphQLRequest(bytes.span)
      _ = FormFields(bytes.span)
      _ = MultipartReader.boundary(contentType: bytes.span)
      var reader = EventStreamReader(limit: 10)
      reader.read(bytes.span) { _ in }
      let boundary = Array("b".utf8)
      var parts = MultipartReader(boundary: boundary.span)
      parts?.read(bytes.span, tell: { _ in }, receive: { _ in })
    }
  }
}
