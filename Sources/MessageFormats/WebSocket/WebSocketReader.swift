import ContentCodings
import Wire

/// Reads the frames and messages of one direction of a WebSocket (RFC 6455), which follow the handshake, or are the data of a stream of
/// HTTP/2 (RFC 8441).
///
/// Messages are lent as they come, and never held. A gap within a payload costs its bytes; any other gap ends the reading, since
/// nothing tells where the next frame begins.
public struct WebSocketReader: ~Copyable {
  /// The longest message that is decompressed, in bytes, unless said otherwise.
  public static let defaultLimit = 64 << 20

  /// How much is unmasked at a time.
  private static let pieceLength = 4096

  private let isFromClient: Bool
  private let isDeflateAgreed: Bool
  private let takesContextOver: Bool
  private let limit: Int
  private var inflater: RawInflater?
  /// A header, or the payload of a control frame, as far as it came.
  private var partial: [UInt8] = []
  private var header: WebSocketFrameHeader?
  private var remaining: Int64 = 0
  /// Whether bytes of the control frame being read are missing.
  private var isControlBroken = false
  private var message: WebSocketMessage?
  /// Whether the message cannot be decompressed any further.
  private var isBroken = false
  /// Whether messages before this one are not known, which the compression of this one may refer to.
  private var isContextLost = false
  private var offset: Int64
  private var isLost = false
  private var scratch: [UInt8] = []

  /// - Parameters:
  ///   - deflate: what was agreed upon compression; nil if nothing was.
  ///   - offset: the offset of the first byte in the stream.
  ///   - limit: the longest message that is decompressed, in bytes.
  public init(
    isFromClient: Bool, deflate: WebSocketDeflate? = nil, at offset: Int64 = 0, limit: Int = defaultLimit
  ) {
    self.isFromClient = isFromClient
    self.limit = limit
    self.offset = offset
    isDeflateAgreed = deflate != nil
    takesContextOver = deflate.map { isFromClient ? $0.clientTakesContextOver : $0.serverTakesContextOver } ?? false
    inflater = nil
  }

  /// Takes the bytes that follow.
  public mutating func read(_ bytes: Span<UInt8>, to receiver: inout some WebSocketReceiver) {
    var position = 0
    while !isLost {
      guard let header else {
        guard position < bytes.count, readHeader(bytes, &position, &receiver) else { return }
        continue
      }
      let count = Int(min(remaining, Int64(bytes.count - position)))
      guard count > 0 || remaining == 0 else { return }
      take(bytes.extracting(position..<position + count), header, &receiver)
      position += count
      offset += Int64(count)
      remaining -= Int64(count)
      if remaining == 0 { endFrame(header, &receiver) }
    }
  }

  /// Takes the word that the next `count` bytes are not in the capture.
  public mutating func miss(_ count: Int64, to receiver: inout some WebSocketReceiver) {
    guard count > 0, !isLost else { return }
    guard let header, count <= remaining else {
      endMessage(&receiver, isWhole: false)
      isLost = true
      return receiver.receiveLoss(at: offset)
    }
    remaining -= count
    offset += count
    if header.opcode.isControl {
      // What it says is not known.
      partial = []
      isControlBroken = true
    } else if message != nil {
      message?.missing += count
      message?.isWhole = false
      if message?.isCompressed == true { breakMessage() }
      receiver.receive(missing: count, of: message?.kind ?? .binary)
    }
    if remaining == 0, let header = self.header { endFrame(header, &receiver) }
  }

  /// Takes the word that the stream is over.
  public mutating func finish(to receiver: inout some WebSocketReceiver) {
    guard !isLost, header != nil || message != nil || !partial.isEmpty else { return }
    receiver.receive(fault: .cutShort, at: offset)
    endMessage(&receiver, isWhole: false)
    isLost = true
  }

  /// A header that is whole now; false if it is not.
  private mutating func readHeader(
    _ bytes: Span<UInt8>, _ position: inout Int, _ receiver: inout some WebSocketReceiver
  ) -> Bool {
    while position < bytes.count {
      partial.append(bytes[position])
      position += 1
      guard let header = WebSocketFrameHeader(partial.span) else { continue }
      let start = offset
      offset += Int64(header.length)
      partial.removeAll(keepingCapacity: true)
      begin(header, from: start, &receiver)
      return true
    }
    return false
  }

  private mutating func begin(
    _ header: WebSocketFrameHeader, from start: Int64, _ receiver: inout some WebSocketReceiver
  ) {
    let (end, isTooLong) = offset.addingReportingOverflow(header.payloadLength)
    let range = start..<(isTooLong ? .max : end)
    receiver.receive(frame: header, range)
    self.header = header
    remaining = header.payloadLength
    if header.hasBadLength || isTooLong { receiver.receive(fault: .length, at: start) }
    if (header.mask != nil) != isFromClient { receiver.receive(fault: .masking, at: start) }
    if header.opcode.isControl {
      if !header.isFinal || header.payloadLength > 125 { receiver.receive(fault: .controlFrame, at: start) }
      if header.reserved != 0 { receiver.receive(fault: .reservedBits, at: start) }
    } else {
      beginData(header, from: start, to: range.upperBound, &receiver)
    }
    switch header.opcode {
    case .continuation, .text, .binary, .close, .ping, .pong: break
    default: receiver.receive(fault: .opcode, at: start)
    }
    if remaining == 0 { endFrame(header, &receiver) }
  }

  private mutating func beginData(
    _ header: WebSocketFrameHeader, from start: Int64, to end: Int64, _ receiver: inout some WebSocketReceiver
  ) {
    let isNew = header.opcode != .continuation
    if isNew != (message == nil) {
      receiver.receive(fault: .fragmentation, at: start)
      if isNew { endMessage(&receiver, isWhole: false) }
    }
    let isCompressed = isNew && header.isCompressed && isDeflateAgreed
    if header.reserved != (isCompressed ? 4 : 0) { receiver.receive(fault: .reservedBits, at: start) }
    if message == nil {
      message = WebSocketMessage(
        kind: header.opcode == .text ? .text : .binary, range: start..<end, fragmentCount: 0,
        isCompressed: isCompressed, count: 0, missing: 0, isWhole: true)
      if isCompressed { beginInflating() }
    }
    message?.fragmentCount += 1
    if let first = message?.range.lowerBound { message?.range = first..<max(first, end) }
  }

  private mutating func beginInflating() {
    if inflater == nil { inflater = RawInflater() }
    if !takesContextOver {
      inflater?.reset()
      isContextLost = false
    }
    isBroken = inflater == nil || isContextLost
    if isBroken { message?.isWhole = false }
  }

  private mutating func take(
    _ bytes: Span<UInt8>, _ header: WebSocketFrameHeader, _ receiver: inout some WebSocketReceiver
  ) {
    var place = 0
    while place < bytes.count {
      let end = min(bytes.count, place + Self.pieceLength)
      var piece = exchange(&scratch, with: [])
      piece.removeAll(keepingCapacity: true)
      piece.append(bytes.extracting(place..<end))
      header.unmask(&piece, from: header.payloadLength - remaining + Int64(place))
      if header.opcode.isControl {
        if partial.count < 125 { partial += piece.prefix(125 - partial.count) }
      } else {
        take(data: piece.span, &receiver)
      }
      scratch = piece
      place = end
    }
  }

  private mutating func take(data: Span<UInt8>, _ receiver: inout some WebSocketReceiver) {
    guard let message else { return }
    guard message.isCompressed else {
      self.message?.count += Int64(data.count)
      return receiver.receive(data: data, of: message.kind)
    }
    inflate(data, &receiver)
  }

  private mutating func inflate(_ data: Span<UInt8>, _ receiver: inout some WebSocketReceiver) {
    guard !isBroken, let message else { return }
    let room = limit - Int(message.count)
    var made: Int64 = 0
    do throws(RawInflater.Failure) {
      try inflater?.inflate(data, limit: room) {
        made += Int64($0.count)
        receiver.receive(data: $0, of: message.kind)
      }
    } catch {
      receiver.receive(fault: error == .limitReached ? .messageTooLong : .compression, at: offset)
      breakMessage()
    }
    self.message?.count += made
  }

  /// The message cannot be decompressed further, nor those after it that refer to it.
  private mutating func breakMessage() {
    isBroken = true
    isContextLost = true
    message?.isWhole = false
  }

  private mutating func endFrame(_ header: WebSocketFrameHeader, _ receiver: inout some WebSocketReceiver) {
    self.header = nil
    guard header.opcode.isControl else {
      if header.isFinal { endMessage(&receiver, isWhole: true) }
      return
    }
    let payload = exchange(&partial, with: [])
    guard !isControlBroken else { return isControlBroken = false }
    guard header.opcode == .close else { return receiver.receive(control: header.opcode, payload: payload.span) }
    guard payload.count != 1 else { return receiver.receive(fault: .closeCode, at: offset) }
    guard payload.count > 1 else { return receiver.receive(close: nil, reason: payload.span) }
    receiver.receive(close: payload.span.uint16(at: 0), reason: payload.span.extracting(2..<payload.count))
  }

  private mutating func endMessage(_ receiver: inout some WebSocketReceiver, isWhole: Bool) {
    guard message != nil else { return }
    if message?.isCompressed == true {
      let tail = WebSocketDeflate.tail
      if isWhole { inflate(tail.span, &receiver) } else { breakMessage() }
    }
    if !isWhole { message?.isWhole = false }
    if let message { receiver.receive(message: message) }
    message = nil
  }
}
