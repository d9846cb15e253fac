import HTTP2
import HTTP3

/// A connection of HTTP/3: for each piece, a byte of who sent it and what became of it, a byte of the stream, two bytes of length, and
/// the bytes.
struct HTTP3Input {
  private static let memory = 8 << 20

  private enum Step {
    case bytes([UInt8])
    case miss(Int64)
    case end
    case reset
    case datagram([UInt8])
  }

  private var steps: [(side: HTTP3Side, stream: UInt64, step: Step)] = []

  init(_ input: [UInt8]) {
    var place = 0
    while place + 4 <= input.count {
      let (choice, stream, length) = (
        input[place], UInt64(input[place + 1]), Int(input[place + 2]) << 8 | Int(input[place + 3])
      )
      place += 4
      let bytes = Array(input[place...].prefix(length))
      let step: Step
      switch choice >> 1 & 7 {
      case 5: step = .miss(Int64(length))
      case 6: step = .end
      case 7: step = choice & 16 == 0 ? .reset : .datagram(bytes)
      default: step = .bytes(bytes)
      }
      if case .bytes = step { place += bytes.count }
      if case .datagram = step { place += bytes.count }
      steps.append((choice & 1 == 0 ? .client : .server, stream, step))
    }
  }

  /// Whole pieces and single bytes have to say the same.
  func read() {
    let whole = digest(pieceLength: .max)
    let single = digest(pieceLength: 1)
    guard whole == single else { fatalError("HTTP3Connection: pieces change what is said: \(whole), \(single)") }
  }

  private func digest(pieceLength: Int) -> Digest {
    var connection = HTTP3Connection()
    var digest = Digest()
    var offsets: [UInt64: Int64] = [:]
    for (side, stream, step) in steps {
      let key = stream << 1 | UInt64(side.rawValue)
      let offset = offsets[key] ?? 0
      switch step {
      case .bytes(let bytes):
        var place = 0
        while place < bytes.count {
          let end = pieceLength < bytes.count - place ? place + pieceLength : bytes.count
          connection.receive(
            bytes.span.extracting(place..<end), stream: stream, at: offset + Int64(place), from: side, to: &digest)
          place = end
        }
        offsets[key] = offset + Int64(bytes.count)
      case .miss(let count):
        connection.miss(count, stream: stream, from: side, to: &digest)
        offsets[key] = offset + count
      // A stream whose halves are over begins anew for the connection.
      case .end:
        connection.end(stream: stream, from: side, to: &digest)
      case .reset:
        connection.reset(stream: stream, code: .noError, from: side, to: &digest)
      case .datagram(let bytes): connection.receive(datagram: bytes.span, from: side, to: &digest)
      }
      Oracle.memory(connection.heldBytes, of: Self.memory, "HTTP3Connection")
    }
    connection.finish(to: &digest)
    return digest
  }

  /// What was said, in so many words that two readings can be compared.
  private struct Digest: HTTP3Receiver, Equatable {
    var frames: [HTTP3FrameHeader] = []
    var names: [UInt64: Int] = [:]
    var dataCounts: [UInt64: Int] = [:]
    var faults: [HTTP3Fault] = []
    var losses = 0
    var settings: [HTTP3Setting] = []
    var instructions: [QPACKEncoderInstruction] = []
    var capsules = 0

    mutating func receive(frame: HTTP3FrameHeader, _ place: HTTP3Place) { frames.append(frame) }
    mutating func receive(headers: HTTP3Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP3Place) {
      for field in fields.fields {
        guard fields.bytes.indices.contains(field.name), fields.bytes.indices.contains(field.value) else {
          fatalError("HPACKFieldBlock: \(field) of \(fields.bytes.count) bytes")
        }
        names[place.stream, default: 0] += field.name.count
      }
    }
    mutating func receive(data: Span<UInt8>, _ place: HTTP3Place) {
      guard place.range.count == data.count else { fatalError("\(place) of \(data.count) bytes") }
      dataCounts[place.stream, default: 0] += data.count
    }
    mutating func receive(settings: [HTTP3Setting], _ place: HTTP3Place) { self.settings += settings }
    mutating func receive(encoderInstruction: QPACKEncoderInstruction, _ place: HTTP3Place) {
      instructions.append(encoderInstruction)
    }
    mutating func receive(datagram: Span<UInt8>, isCapsule: Bool, _ place: HTTP3Place) { capsules += datagram.count }
    mutating func receive(capsule type: HTTP3CapsuleType, value: Span<UInt8>, _ place: HTTP3Place) {
      capsules += value.count
    }
    mutating func receive(fault: HTTP3Fault, _ place: HTTP3Place) { faults.append(fault) }
    mutating func receiveLoss(_ place: HTTP3Place) { losses += 1 }
  }

  /// A piece of the input.
  private static func piece(_ choice: UInt8, _ stream: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [choice, stream, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
  }

  /// A request that waits for the encoder stream, its answer, a push, and a CONNECT with capsules.
  static let seeds: [[UInt8]] = {
    func frame(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] { [type, UInt8(payload.count)] + payload }
    let control =
      piece(0, 2, [0] + frame(4, [1, 0x40, 0xDC, 7, 4])) + piece(1, 3, [0] + frame(4, [1, 0x40, 0xDC, 7, 4]))
    let request = piece(0, 0, frame(1, [2, 0, 0x80, 0xD1, 0xD7, 0xC1]) + frame(0, [1, 2])) + piece(12, 0, [])
    let encoder = piece(0, 6, [2, 0x3F, 0xBD, 0x01, 0xC0, 1, 0x61])
    let answer = piece(1, 0, frame(1, [0, 0, 0xD9]) + frame(0, [1, 2, 3]) + frame(1, [0, 0, 0x21, 0x61, 1, 0x62]))
    let push =
      piece(0, 2, frame(13, [9])) + piece(1, 0, frame(5, [1, 0, 0, 0xD1, 0xD7, 0xC1]))
      + piece(1, 7, [1, 1] + frame(1, [0, 0, 0xD9]))
    let connect = piece(
      0, 4,
      frame(1, [0, 0, 0xCF, 0x27, 2] + Array(":protocol".utf8) + [11] + Array("connect-udp".utf8))
        + frame(0, [0, 2, 0, 1]))
    let rest = piece(14, 4, []) + piece(11, 0, []) + piece(30, 0, [0, 1]) + piece(1, 3, frame(7, [4]))
    return [control + request + encoder + answer + push + connect + rest, request + encoder + control + rest]
  }()
}
