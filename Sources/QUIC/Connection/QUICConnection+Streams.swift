import Streams
import TLS
import Wire

// The streams of application data (RFC 9000 sections 2 to 4).
extension QUICConnection {
  /// After this long, bytes that another packet could have repeated will not come, in nanoseconds.
  private static let patience: Int64 = 2_000_000_000

  func takeStream(
    _ frame: QUICStreamFrame, _ bytes: Span<UInt8>, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    let id = QUICStreamID(rawValue: frame.stream)
    let side = place.side
    guard id.isSent(by: side) else { return }
    if place.type == .zeroRTT {
      // What the server did not take does not count.
      guard !hasRejectedEarlyData, facts.earlyData != .rejected else { return }
      hasEarlyStreams = true
    }
    noteRequest(id, bytes.count, place, &receiver)
    let start = Int64(clamping: frame.offset)
    let end = start + Int64(bytes.count)
    let limit = initialLimit(of: id, side)
    // The stream is lent to the action, which tells the receiver and changes nothing else of the streams.
    let growth = streams.change(id) { stream -> Int64 in
      guard !stream[side].hasEnded else { return 0 }
      stream[side].limit.begin(limit)
      let growth = max(0, end - stream[side].sent)
      stream[side].sent += growth
      if growth > 0, let stall = stream[side].limit.send(to: UInt64(end), id, place.packet) {
        tell(stall, place, &receiver)
      }
      if frame.isFinal { stream[side].finalSize = stream[side].finalSize ?? end }
      deliver(bytes, at: start, &stream[side], id, place, &receiver)
      return growth
    }
    count(growth ?? 0, Int64(bytes.count), place, &receiver)
    if streams.waitingBytes > limits.streamBytes { giveUpPending(place, &receiver) }
  }

  /// Tells what is in order, and keeps what is not.
  private func deliver(
    _ bytes: Span<UInt8>, at start: Int64, _ half: inout StreamHalf, _ id: QUICStreamID, _ place: QUICPlace,
    _ receiver: inout some QUICReceiver
  ) {
    if start > half.next {
      if !bytes.isEmpty {
        _ = half.pending.insert(
          bytes,
          like: PendingSegment(
            offset: start, bytes: [], packet: place.packet, isPacketStart: place.type != .zeroRTT))
        half.waitsSince = half.waitsSince ?? place.now.timestamp.nanoseconds
      }
    } else {
      let known = half.next - start
      if known < Int64(bytes.count) {
        let rest = bytes.extracting(Int(known)..<bytes.count)
        receiver.streamData(rest, piece(half.next, id, place))
        half.next += Int64(rest.count)
      }
      drain(&half, id, place, &receiver)
    }
    end(&half, id, place, &receiver)
  }

  private func drain(
    _ half: inout StreamHalf, _ id: QUICStreamID, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    while let first = half.pending.first, first.offset <= half.next {
      _ = half.pending.popFirst()
      let known = half.next - first.offset
      guard known < Int64(first.bytes.count) else { continue }
      var piece = piece(half.next, id, place)
      piece.packet = first.packet
      piece.isEarly = !first.isPacketStart
      receiver.streamData(first.bytes.span.extracting(Int(known)..<first.bytes.count), piece)
      half.next = first.end
    }
    half.waitsSince = half.pending.isEmpty ? nil : place.now.timestamp.nanoseconds
  }

  private func end(
    _ half: inout StreamHalf, _ id: QUICStreamID, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    guard !half.hasEnded, let size = half.finalSize, half.next >= size else { return }
    half.hasEnded = true
    half.pending.removeAll()
    receiver.streamEnded(half.reset.map { .reset(error: $0) } ?? .finished, piece(half.next, id, place))
  }

  private func piece(_ offset: Int64, _ id: QUICStreamID, _ place: QUICPlace) -> QUICStreamPiece {
    QUICStreamPiece(
      connection: place.connection, stream: id, side: place.side, offset: offset, packet: place.packet,
      now: place.now, isEarly: place.type == .zeroRTT)
  }

  func takeReset(
    _ id: QUICStreamID, _ error: UInt64, _ size: UInt64, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    let side = place.side
    guard id.isSent(by: side), size <= VariableInteger.greatest else { return }
    let growth = streams.change(id) { stream -> Int64 in
      guard !stream[side].hasEnded else { return 0 }
      let growth = max(0, Int64(size) - stream[side].sent)
      stream[side].hasEnded = true
      stream[side].pending.removeAll()
      receiver.streamEnded(.reset(error: error), piece(stream[side].next, id, place))
      return growth
    }
    // What was not sent of it counts as sent for the connection's limit (RFC 9000 section 4.5).
    flow[side].sent &+= UInt64(growth ?? 0)
  }

  // MARK: Limits

  private func initialLimit(of id: QUICStreamID, _ side: TLSSide) -> UInt64? {
    facts[side.peer].parameters?.initialLimit(of: id, isOpener: id.opener == side.peer)
  }

  private func count(
    _ growth: Int64, _ bytes: Int64, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    let side = place.side
    facts[side].streamBytes += growth
    facts[side].repeatedBytes += max(0, bytes - growth)
    guard growth > 0 else { return }
    flow[side].sent &+= UInt64(growth)
    if let stall = flow[side].limit.send(to: flow[side].sent, nil, place.packet) { tell(stall, place, &receiver) }
  }

  /// A side says that it is blocked.
  func noteBlocked(_ id: QUICStreamID?, _ place: QUICPlace) {
    let side = place.side
    guard let id else { return flow[side].limit.block(place.packet) }
    guard id.isSent(by: side) else { return }
    _ = streams.change(id) { $0[side].limit.block(place.packet) }
  }

  /// A side raises the limit of the other one.
  func raise(_ id: QUICStreamID?, _ limit: UInt64, _ place: QUICPlace) {
    let sender = place.side.peer
    guard let id else { return flow[sender].limit.raise(to: limit, place.packet) }
    guard id.isSent(by: sender) else { return }
    let initial = initialLimit(of: id, sender)
    _ = streams.change(id) { stream in
      stream[sender].limit.begin(initial)
      stream[sender].limit.raise(to: limit, place.packet)
    }
  }

  private func tell(_ stall: QUICStall, _ place: QUICPlace, _ receiver: inout some QUICReceiver) {
    facts[place.side].stalls += 1
    facts[place.side].stalledTime &+= max(0, stall.ended.timestamp - stall.began.timestamp)
    receiver.stalled(stall, place)
  }

  // MARK: Gaps

  /// Gives up what is missing in streams although it was acknowledged, so that nobody will send it again.
  func giveUpMissing(_ place: QUICPlace, _ receiver: inout some QUICReceiver) {
    let side = place.side
    guard let since = unseenSince[side] else { return }
    let time = place.now.timestamp.nanoseconds
    guard time &- since > Self.patience else { return }
    unseenSince[side] = nil
    let due = streams.open.filter { $0.value[side].waitsSince.map { time &- $0 > Self.patience } ?? false }
    for id in due.keys.sorted() {
      _ = streams.change(id) { stream in skipGap(&stream[side], id, place, &receiver) }
      unseenSince[side] = since
    }
  }

  /// Tells all that waits, with the gaps before it, because it is more than may be kept.
  private func giveUpPending(_ place: QUICPlace, _ receiver: inout some QUICReceiver) {
    for id in streams.open.keys.sorted() {
      for side in TLSSide.allCases {
        var place = place
        place.side = side
        _ = streams.change(id) { stream in
          while !stream[side].pending.isEmpty { skipGap(&stream[side], id, place, &receiver) }
        }
      }
    }
  }

  private func skipGap(
    _ half: inout StreamHalf, _ id: QUICStreamID, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    guard let first = half.pending.first, first.offset > half.next else { return drain(&half, id, place, &receiver) }
    let count = first.offset - half.next
    facts[place.side].missingBytes += count
    receiver.streamGap(count, piece(half.next, id, place))
    half.next = first.offset
    drain(&half, id, place, &receiver)
    end(&half, id, place, &receiver)
  }

  /// The connection is over: what waits is told, and all streams end.
  func endStreams(_ receiver: inout some QUICReceiver) {
    for id in streams.open.keys.sorted() {
      for side in TLSSide.allCases where id.isSent(by: side) {
        let place = QUICPlace(
          connection: facts.number, side: side, type: .oneRTT, number: nil, packet: facts.last, now: facts.last)
        _ = streams.change(id) { stream in
          while !stream[side].pending.isEmpty { skipGap(&stream[side], id, place, &receiver) }
          guard !stream[side].hasEnded else { return }
          if let size = stream[side].finalSize, size > stream[side].next {
            facts[side].missingBytes += size - stream[side].next
            receiver.streamGap(size - stream[side].next, piece(stream[side].next, id, place))
            stream[side].next = size
            return end(&stream[side], id, place, &receiver)
          }
          stream[side].hasEnded = true
          receiver.streamEnded(.connectionOver, piece(stream[side].next, id, place))
        }
      }
    }
  }

  private func noteRequest(
    _ id: QUICStreamID, _ count: Int, _ place: QUICPlace, _ receiver: inout some QUICReceiver
  ) {
    guard count > 0, id.opener == .client, id.isBidirectional else { return }
    if place.side == .client, facts.firstRequest == nil {
      facts.firstRequest = place.packet
      receiver.learned(facts)
    } else if place.side == .server, facts.firstResponse == nil {
      facts.firstResponse = place.packet
      receiver.learned(facts)
    }
  }
}
