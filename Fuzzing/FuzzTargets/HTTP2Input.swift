import HTTP2

/// A connection of HTTP/2: a byte that chooses how it begins, and then, for each piece, a byte of who sent it and whether it is
/// missing, two bytes of length, and the bytes.
struct HTTP2Input {
  private static let memory = 2 << 20

  private let start: HTTP2Connection.Start
  private var pieces: [(side: HTTP2Side, isMissing: Bool, bytes: [UInt8])] = []

  init(_ input: [UInt8]) {
    switch input.first.map({ $0 % 3 }) {
    case 1: start = .middle
    case 2: start = .upgrade(client: .first, settings: [HTTP2Setting(.initialWindowSize, 10)])
    default: start = .beginning
    }
    var place = 1
    while place + 3 <= input.count {
      let (choice, length) = (input[place], Int(input[place + 1]) << 8 | Int(input[place + 2]))
      place += 3
      let isMissing = choice & 2 != 0
      let bytes = isMissing ? [UInt8](repeating: 0, count: length) : Array(input[place...].prefix(length))
      place += isMissing ? 0 : bytes.count
      pieces.append((choice & 1 == 0 ? .first : .second, isMissing, bytes))
    }
  }

  /// Whole pieces and single bytes have to say the same.
  func read() {
    let whole = digest(pieceLength: .max)
    let single = digest(pieceLength: 1)
    guard whole == single else { fatalError("HTTP2Connection: pieces change what is said: \(whole), \(single)") }
  }

  private func digest(pieceLength: Int) -> Digest {
    var connection = HTTP2Connection(start)
    var digest = Digest()
    var offsets: [Int64] = [0, 0]
    for (side, isMissing, bytes) in pieces {
      if isMissing {
        connection.miss(Int64(bytes.count), from: side, to: &digest)
      } else {
        var place = 0
        while place < bytes.count {
          let end = pieceLength < bytes.count - place ? place + pieceLength : bytes.count
          connection.receive(
            bytes.span.extracting(place..<end), at: offsets[Int(side.rawValue)] + Int64(place), from: side, to: &digest)
          place = end
        }
      }
      offsets[Int(side.rawValue)] += Int64(bytes.count)
      Oracle.memory(connection.heldBytes, of: Self.memory, "HTTP2Connection")
    }
    for side in HTTP2Side.allCases { connection.finish(side, to: &digest) }
    return digest
  }

  /// What was said, in so many words that two readings can be compared.
  private struct Digest: HTTP2Receiver, Equatable {
    var frames: [HTTP2FrameHeader] = []
    var names = 0
    var dataCount = 0
    var faults: [HTTP2Fault] = []
    var losses = 0
    var settings: [HTTP2Setting] = []

    mutating func receive(frame: HTTP2FrameHeader, _ place: HTTP2Place) { frames.append(frame) }
    mutating func receive(headers: HTTP2Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP2Place) {
      for field in fields.fields {
        guard fields.bytes.indices.contains(field.name), fields.bytes.indices.contains(field.value) else {
          fatalError("HPACKFieldBlock: \(field) of \(fields.bytes.count) bytes")
        }
        names += field.name.count
      }
    }
    mutating func receive(data: Span<UInt8>, _ place: HTTP2Place) { dataCount += data.count }
    mutating func receive(settings: [HTTP2Setting], isAcknowledgment: Bool, _ place: HTTP2Place) {
      self.settings += settings
    }
    mutating func receive(fault: HTTP2Fault, _ place: HTTP2Place) { faults.append(fault) }
    mutating func receiveLoss(_ place: HTTP2Place) { losses += 1 }
  }

  /// The input that pieces make, those of the client first and then by turns.
  static func encode(_ pieces: [[UInt8]]) -> [UInt8] {
    pieces.enumerated().reduce(into: [0]) { input, piece in
      input +=
        [UInt8(piece.offset & 1), UInt8(piece.element.count >> 8), UInt8(piece.element.count & 0xFF)] + piece.element
    }
  }

  /// A request with a body, its answer with trailers, and a push.
  static let seeds: [[UInt8]] = {
    func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt8, _ payload: [UInt8]) -> [UInt8] {
      [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
    }
    let client =
      HTTP2FrameReader.preface + frame(4, 0, 0, [0, 4, 0, 0, 0, 9]) + frame(1, 4, 1, [0x83, 0x86, 0x84, 0x41, 1, 0x61])
      + frame(0, 9, 1, [1, 2, 3, 0])
    let server =
      frame(4, 0, 0, []) + frame(4, 1, 0, []) + frame(5, 4, 1, [0, 0, 0, 2, 0x82, 0x86, 0x84])
      + frame(1, 0, 1, [0x88, 0x5C]) + frame(9, 4, 1, [1, 0x33]) + frame(0, 0, 1, [1, 2, 3])
      + frame(1, 5, 1, [0x40, 1, 0x61, 0x81, 0x1F]) + frame(7, 0, 0, [0, 0, 0, 1, 0, 0, 0, 2, 3])
    let rest =
      frame(4, 1, 0, []) + frame(8, 0, 0, [0, 0, 1, 0]) + frame(3, 0, 2, [0, 0, 0, 8])
      + frame(6, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8])
    return [
      encode([client, server, rest]), [1] + encode([client, server, rest]).dropFirst(),
      [2] + encode([rest, server]).dropFirst(),
    ]
  }()
}
