import RecordCiphers
import Wire

extension Direction {
  /// Reads what is in the queue, as far as that is possible.
  mutating func drain(_ session: inout Session, _ receiver: inout some TLSReceiver) {
    waiting = nil
    // The queue's memory is lent to this call, so that nothing copies it.
    var content: [UInt8] = []
    swap(&content, &queue.bytes)
    var (position, passed) = (0, 0)
    while true {
      let end = passed < queue.gaps.count ? queue.gaps[passed].index : content.count
      let run = content.span.extracting(position..<end)
      position += read(run, &session, &receiver)
      guard waiting == nil, passed < queue.gaps.count else { break }
      cross(content.span.extracting(position..<end), queue.gaps[passed].count, &session)
      position = end
      passed += 1
    }
    swap(&content, &queue.bytes)
    queue.remove(position, gaps: passed)
  }

  /// Reads the whole records at the beginning of some bytes.
  ///
  /// - Returns: the number of bytes that were read.
  mutating func read(
    _ bytes: Span<UInt8>, _ session: inout Session, _ receiver: inout some TLSReceiver
  ) -> Int {
    var position = 0
    if tornBytes > 0 {
      position = Int(min(tornBytes, Int64(bytes.count)))
      tornBytes -= Int64(position)
      loss.add(side, offset..<offset + Int64(position), records: 0, .missing)
      offset += Int64(position)
    }
    while waiting == nil {
      if isScanning, unreadable != nil {
        passUnread(bytes.count - position)
        return bytes.count
      }
      if isScanning {
        let start = position
        while position < bytes.count, !canScan(bytes, position) { position += 1 }
        passUnread(position - start)
      }
      guard bytes.count - position >= RecordHeader.length else { break }
      guard let header = RecordHeader(bytes, position) else {
        loseTrack(&session, &receiver)
        continue
      }
      guard bytes.count - position >= header.recordLength else { break }
      let next = position + header.recordLength
      if isScanning, !RecordHeader.canBegin(bytes, next) {
        position += 1
        passUnread(1)
        continue
      }
      // Without keys only the next header can say that this one is none by chance.
      if isScanning, epoch == nil, next == bytes.count, excess == 0 { break }
      switch take(bytes.extracting(position..<next), header.type, &session, &receiver) {
      case .consumed:
        position = next
        offset += Int64(header.recordLength)
        excess = max(0, excess - header.recordLength)
      case .suspended: break
      case .rejected:
        position += 1
        passUnread(1)
      }
    }
    return position
  }

  /// Whether a record may begin here.
  private func canScan(_ bytes: Span<UInt8>, _ position: Int) -> Bool {
    guard RecordHeader.canBegin(bytes, position) else { return false }
    guard let header = RecordHeader(bytes, position) else { return true }
    guard header.contentLength > 0 else { return false }
    guard let epoch else { return true }
    return !epoch.isTLS13 || header.version == ProtocolVersion.tls12.rawValue
  }

  private mutating func passUnread(_ count: Int) {
    guard count > 0 else { return }
    loss.add(side, offset..<offset + Int64(count), records: nil, .missing)
    for index in keys.indices { keys[index].cipher.miss() }
    offset += Int64(count)
    excess = max(0, excess - count)
  }

  /// No header is where one should be.
  private mutating func loseTrack(_ session: inout Session, _ receiver: inout some TLSReceiver) {
    if epoch == nil, number < 0, loss.isEmpty, unreadable == nil {
      giveUp(.notTLS, &session, &receiver)
    }
    miss(&session)
    allowSlack(1)
    isScanning = true
  }

  /// Goes over a gap.
  ///
  /// - Parameter rest: what came before it of a record, or of what is searched for one.
  private mutating func cross(_ rest: Span<UInt8>, _ count: Int64, _ session: inout Session) {
    let gone = Int64(rest.count) + count
    var (records, unknown): (Int?, Int64) = (nil, gone)
    if tornBytes > 0, !isScanning {
      unknown = count - tornBytes
      tornBytes = max(0, -unknown)
      records = unknown <= 0 ? 0 : nil
    } else if !isScanning, let header = RecordHeader(rest, 0) {
      // The length of the torn record is known: if the gap ends inside it, nothing else is lost.
      unknown = gone - Int64(header.recordLength)
      tornBytes = max(0, -unknown)
      records = unknown <= 0 ? 1 : nil
      allowSlack(1)
    }
    loss.add(side, offset..<offset + gone, records: records, .missing)
    offset += gone
    excess = max(0, excess - rest.count)
    miss(&session)
    guard unknown > 0 else { return }
    isScanning = true
    // A record takes 22 bytes at the least: header, type or vector, and tag.
    allowSlack(Int(min(unknown / 22, 1 << 20)) + 1)
  }

  /// Takes note that records are missing.
  private mutating func miss(_ session: inout Session) {
    message.loseTrack()
    for index in keys.indices { keys[index].cipher.miss() }
    // Hellos are never encrypted in a first handshake.
    if epoch == nil, number < 0 {
      session.change(0) { state in
        if side == .client { state.isClientHelloLost = true } else { state.isServerHelloLost = true }
      }
    }
    if side == .server, session.handshake(0).earlyDataAnswer == .none, epoch == nil || epoch == .handshake {
      session.change(0) { $0.answerEarlyData(.unknown) }
    }
  }
}
