import TLS
import TestSupport
import Testing

/// ClientHellos at the beginning of a stream, in pieces of any size and order.
struct ClientGreetingTests {
  /// A ClientHello of 1,900 bytes for `shop.example` that offers `h3` and `h2`, as a handshake message.
  static let hello: [UInt8] = {
    func vector(_ length: Int, _ content: [UInt8]) -> [UInt8] {
      (0..<length).map { UInt8(truncatingIfNeeded: content.count >> (8 * (length - 1 - $0))) } + content
    }
    func part(_ type: UInt8, _ content: [UInt8]) -> [UInt8] { [0, type] + vector(2, content) }
    let name = part(0, vector(2, [0] + vector(2, Array("shop.example".utf8))))
    let protocols = part(16, vector(2, vector(1, Array("h3".utf8)) + vector(1, Array("h2".utf8))))
    let padding = part(21, [UInt8](repeating: 0, count: 1800))
    let body =
      [3, 3] + [UInt8](repeating: 7, count: 32) + vector(1, []) + vector(2, [0x13, 0x01]) + vector(1, [0])
      + vector(2, padding + name + protocols)
    return [1] + vector(3, body)
  }()

  /// The message in records of these lengths; the last one takes the rest.
  static func records(_ lengths: [Int]) -> [UInt8] {
    var rest = hello[...]
    var bytes: [UInt8] = []
    for length in lengths + [rest.count] where !rest.isEmpty {
      let piece = rest.prefix(length)
      bytes += [22, 3, 1, UInt8(piece.count >> 8), UInt8(piece.count & 0xFF)] + piece
      rest = rest.dropFirst(length)
    }
    return bytes
  }

  private static let offer = (name: "shop.example", protocols: ["h3", "h2"])

  private func expectOffer(_ state: ClientGreetingReader.State) throws {
    guard case .complete(let found) = state else { throw ToolError("\(state)") }
    #expect(found.serverName == Self.offer.name && found.applicationProtocols == Self.offer.protocols)
  }

  @Test func piecesOfAnyOrderAreJoined() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<200 {
      let isRecords = round % 2 == 0
      let bytes = isRecords ? Self.records([1, 4, 300, 900]) : Self.hello
      var cuts = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...bytes.count, using: &random)
      }
      cuts = (cuts + [0, bytes.count]).sorted()
      let pieces = zip(cuts, cuts.dropFirst()).map { $0..<$1 }.shuffled(using: &random)
      var reader = ClientGreetingReader(isRecords ? .records : .messages)
      for piece in pieces {
        // Some bytes come again.
        let wider = max(0, piece.lowerBound - Int.random(in: 0...3, using: &random))..<piece.upperBound
        let piece = Array(bytes[wider])
        reader.add(piece.span, at: wider.lowerBound)
      }
      try expectOffer(reader.state)
    }
  }

  @Test func aBeginningIsIncompleteAndOtherBytesAreUnreadable() {
    var reader = ClientGreetingReader(.records)
    let beginning = Array(Self.records([])[..<1500])
    reader.add(beginning.span, at: 0)
    #expect(reader.state == .incomplete)
    let others: [[UInt8]] = [
      Array("GET / HTTP/1.1\r\n\r\n".utf8), [22, 3, 1, 0, 0, 1], [22, 3, 1, 0, 4, 2, 0, 0, 0],
    ]
    for other in others {
      var reader = ClientGreetingReader(.records)
      reader.add(other.span, at: 0)
      #expect(reader.state == .unreadable)
    }
    var unbounded = ClientGreetingReader(.messages)
    let header: [UInt8] = [1, 255, 255, 255]
    unbounded.add(header.span, at: 0)
    #expect(unbounded.state == .unreadable)
  }

  /// Nothing traps, and memory is bounded, whatever the bytes and offsets say.
  @Test func hostilePieces() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<FuzzCount.or(300) {
      var reader = ClientGreetingReader(Bool.random(using: &random) ? .records : .messages)
      for _ in 0..<40 {
        var piece = Array(Self.records([200])[..<Int.random(in: 0...400, using: &random)])
        if !piece.isEmpty, Bool.random(using: &random) {
          piece[Int.random(in: 0..<piece.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        let offset = [Int.random(in: 0..<3000, using: &random), -1, .max, .min, 1 << 15].randomElement(using: &random)
        reader.add(piece.span, at: offset ?? 0)
      }
    }
  }
}
