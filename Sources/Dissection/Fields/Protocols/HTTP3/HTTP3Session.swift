import HTTP2
import HTTP3
import QUIC
import Streams
import TLS
import Wire

/// What one STREAM frame completes, in the order of its stream.
struct HTTP3Piece {
  var items: [HTTP3Item]
}

/// A part of a stream of HTTP/3 that the tree shows.
struct HTTP3Item {
  enum Kind {
    /// What a unidirectional stream is for, and the number of the push on a push stream.
    case streamType
    case frame
    /// What QPACK's streams say.
    case instructions
    /// The header fields of a frame that was shown before, which had to wait for QPACK's table.
    case unblocked
  }

  var kind: Kind
  var side: TLSSide
  /// The number of the stream.
  var stream: UInt64
  /// Where it is in its sender's stream.
  var range: Range<Int64>
  /// Where it is in the packet's payload; nil where it came in several packets.
  var place: Range<Int>?
  /// Its bytes where it came in several packets.
  var bytes: [UInt8] = []
  /// The header fields of HEADERS and PUSH_PROMISE, once they are decoded.
  var fields: HPACKFieldBlock?
  /// Whether the header fields wait for QPACK's table.
  var isBlocked = false
}

/// Cuts the streams of one connection of HTTP/3 into what the tree shows.
final class HTTP3Session {
  private struct Half {
    enum Content { case unknown, frames, instructions, other }

    var content = Content.unknown
    /// The beginning of a frame whose rest is in later packets.
    var pending: [UInt8] = []
    /// How many bytes are needed until something is whole.
    var needed = 0
    /// Where what is not read yet begins in the stream.
    var offset: Int64 = 0
    /// The rest of a frame that is too long to be shown.
    var skipped: Int64 = 0
    /// Whether it is not known where frames begin, since bytes are missing.
    var isLost = false
  }

  private struct Key: Hashable {
    var stream: UInt64
    var side: TLSSide
  }

  /// How many streams are followed at a time.
  private static let mostStreams = 4096

  private let frameLimit: Int
  private var halves: [Key: Half] = [:]
  private var connection = HTTP3Connection()
  private var items: [HTTP3Item] = []

  init(frameLimit: Int) {
    self.frameLimit = frameLimit
  }

  /// Takes bytes of a stream.
  ///
  /// - Parameter place: where they are in the payload of the packet at hand; nil if they are not there.
  func receive(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece, place: Int?) -> [HTTP3Item] {
    items = []
    let key = Key(stream: piece.stream.rawValue, side: piece.side)
    if halves.count >= Self.mostStreams, halves[key] == nil { halves = [:] }
    // Taken out, so that nothing copies what waits.
    var half =
      halves.removeValue(forKey: key)
      ?? Half(content: piece.stream.isBidirectional ? .frames : .unknown, offset: piece.offset)
    if !half.isLost { cut(bytes, &half, key, place) }
    halves[key] = half
    var receiver = Receiver(session: self)
    connection.receive(
      bytes, stream: key.stream, at: piece.offset, from: key.side == .client ? .client : .server, to: &receiver)
    return exchange(&items, with: [])
  }

  /// Takes the word that bytes of a stream will not come.
  func miss(_ count: Int64, _ piece: QUICStreamPiece) {
    let key = Key(stream: piece.stream.rawValue, side: piece.side)
    var half = halves[key] ?? Half()
    // Only within a frame that is not shown it is known where the next one begins.
    if count < half.skipped {
      half.skipped -= count
      half.offset += count
    } else {
      half = Half(isLost: true)
    }
    halves[key] = half
    var receiver = Receiver(session: self)
    connection.miss(count, stream: key.stream, from: key.side == .client ? .client : .server, to: &receiver)
  }

  /// A side has ended its half of a stream.
  func end(_ end: QUICStreamEnd, _ piece: QUICStreamPiece) {
    halves[Key(stream: piece.stream.rawValue, side: piece.side)] = nil
    var receiver = Receiver(session: self)
    let side: HTTP3Side = piece.side == .client ? .client : .server
    if case .reset(let error) = end {
      connection.reset(
        stream: piece.stream.rawValue, code: HTTP3ErrorCode(rawValue: error), from: side, to: &receiver)
    } else {
      connection.end(stream: piece.stream.rawValue, from: side, to: &receiver)
    }
  }
}

// Where frames begin and end (RFC 9114 sections 6.2 and 7.1).
extension HTTP3Session {
  private func cut(_ bytes: Span<UInt8>, _ half: inout Half, _ key: Key, _ place: Int?) {
    guard !half.pending.isEmpty else {
      let count = cutWhole(bytes, &half, key, place)
      half.pending.append(bytes.extracting(count..<bytes.count))
      return
    }
    half.pending.append(bytes)
    guard half.pending.count >= half.needed else { return }
    let pending = exchange(&half.pending, with: [])
    let count = cutWhole(pending.span, &half, key, nil)
    half.pending = count == 0 ? pending : Array(pending[count...])
  }

  /// Makes items of what is whole at the beginning of some bytes.
  ///
  /// - Returns: how many bytes that are.
  private func cutWhole(_ bytes: Span<UInt8>, _ half: inout Half, _ key: Key, _ place: Int?) -> Int {
    var position = 0
    half.needed = 0
    while position < bytes.count {
      if half.skipped > 0 {
        let count = Int(min(half.skipped, Int64(bytes.count - position)))
        half.skipped -= Int64(count)
        half.offset += Int64(count)
        position += count
        continue
      }
      guard let (kind, length) = next(bytes.extracting(position..<bytes.count), &half) else { break }
      add(kind, bytes, position..<position + length, half.offset, key, place)
      half.offset += Int64(length)
      position += length
    }
    return position
  }

  /// What comes next, and how long it is; nil if it is not whole.
  private func next(_ bytes: Span<UInt8>, _ half: inout Half) -> (HTTP3Item.Kind, Int)? {
    switch half.content {
    case .unknown:
      guard let type = VariableInteger(bytes, at: 0) else { return nil }
      var length = type.length
      switch HTTP3StreamType(rawValue: type.value) {
      case .control: half.content = .frames
      case .push:
        guard let push = VariableInteger(bytes, at: length) else { return nil }
        length += push.length
        half.content = .frames
      case .encoder, .decoder: half.content = .instructions
      default: half.content = .other
      }
      return (.streamType, length)
    case .instructions: return (.instructions, bytes.count)
    case .other:
      half.skipped = .max
      return (.instructions, 0)
    case .frames: return nextFrame(bytes, &half)
    }
  }

  private func nextFrame(_ bytes: Span<UInt8>, _ half: inout Half) -> (HTTP3Item.Kind, Int)? {
    guard let type = VariableInteger(bytes, at: 0), let length = VariableInteger(bytes, at: type.length) else {
      return nil
    }
    let header = type.length + length.length
    if HTTP3FrameType(rawValue: type.value) == .webTransportStream {
      half.content = .other
      return (.frame, header)
    }
    guard length.value <= UInt64(frameLimit) else {
      half.skipped = Int64(clamping: length.value) + Int64(header)
      return (.instructions, 0)
    }
    let whole = header + Int(length.value)
    half.needed = whole
    return bytes.count >= whole ? (.frame, whole) : nil
  }

  private func add(
    _ kind: HTTP3Item.Kind, _ bytes: Span<UInt8>, _ range: Range<Int>, _ offset: Int64, _ key: Key, _ place: Int?
  ) {
    guard !range.isEmpty else { return }
    items.append(
      HTTP3Item(
        kind: kind, side: key.side, stream: key.stream, range: offset..<offset + Int64(range.count),
        place: place.map { $0 + range.lowerBound..<$0 + range.upperBound },
        bytes: place == nil ? [UInt8](bytes.extracting(range)) : []))
  }
}

// What the header fields are.
extension HTTP3Session {
  private struct Receiver: HTTP3Receiver {
    let session: HTTP3Session

    mutating func receive(headers: HTTP3Headers, fields: borrowing HPACKFieldBlock, _ place: HTTP3Place) {
      session.take(copy fields, place)
    }

    mutating func receiveBlocking(_ place: HTTP3Place) {
      if let index = session.index(of: place) { session.items[index].isBlocked = true }
    }
  }

  private func index(of place: HTTP3Place) -> Int? {
    let side: TLSSide = place.side == .client ? .client : .server
    return items.firstIndex {
      $0.stream == place.stream && $0.side == side && $0.range.lowerBound == place.range.lowerBound
    }
  }

  private func take(_ fields: HPACKFieldBlock, _ place: HTTP3Place) {
    if let index = index(of: place) {
      items[index].fields = fields
      items[index].isBlocked = false
    } else {
      items.append(
        HTTP3Item(
          kind: .unblocked, side: place.side == .client ? .client : .server, stream: place.stream, range: place.range,
          fields: fields))
    }
  }
}
