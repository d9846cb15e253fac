import Wire

/// Puts one direction of a TCP conversation in order (RFC 9293 section 3.10.7.4).
///
/// Offsets count the bytes of the stream from the first after the SYN, or from the first seen where the capture began
/// later; they are 64-bit and never wrap. Data that is in order goes to the consumer straight from the frame.
/// Where copies of the same bytes differ the first that was seen counts.
struct StreamAssembler {
  /// What one direction may keep waiting behind a hole: bytes with overhead, and segments.
  static let pendingLimit = 16 << 20
  static let segmentLimit = 16_384
  /// The sequence number of offset 0, once one was seen.
  private(set) var origin: UInt32?
  /// Whether the SYN was seen, so that offset 0 is the true beginning.
  private(set) var hasSYN = false
  /// The offset of the next byte to deliver.
  private(set) var next: Int64 = 0
  /// The end of the farthest byte seen.
  private var highest: Int64 = 0
  /// Up to where the other end has acknowledged.
  private(set) var acknowledged: Int64 = 0
  /// Bytes that are missing here although the other end has acknowledged them.
  private var hole: AcknowledgedHole?
  /// Where the stream ends, if a FIN was seen.
  private var finish: Int64?
  private(set) var hasEnded = false
  private var hasDelivered = false
  /// True once a segment of this side was seen.
  private var isSeen = false
  private(set) var pending = PendingSegments()
  private var recent = RecentSegments()
  private var history = RecentBytes()
  /// What the other end takes.
  var window = ReceiveWindow()
  private var losses = StreamLosses()

  /// Takes a segment that this side sent.
  mutating func accept(
    _ segment: TCPSegment, _ payload: Span<UInt8>, _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    var sequence = segment.sequence
    isSeen = true
    if segment.flags.contains(.syn) {
      sequence &+= 1
      begin(at: sequence)
      hasSYN = true
    } else if origin == nil || (!hasSYN && !hasDelivered && segment.length > 0 && offset(of: sequence) < next) {
      begin(at: sequence)
    }
    let start = offset(of: sequence)
    if segment.length > 0 { acceptData(segment, payload, at: start, context, &consumer) }
    if segment.flags.contains(.fin) {
      // An end before what was delivered is none; what a FIN itself takes may have been counted as missing.
      let end = start + Int64(segment.length)
      if end >= next - 1 { finish = finish ?? end }
    }
    endIfFinished(context, &consumer)
  }

  /// What there is to say since the last time.
  mutating func takeLosses() -> StreamLosses? {
    losses.isEmpty ? nil : exchange(&losses, with: StreamLosses())
  }

  /// Delivers what waits and can be delivered now that the other side has come further.
  mutating func release(_ context: StreamContext, _ consumer: inout some StreamConsumer) {
    drain(context, &consumer)
    endIfFinished(context, &consumer)
  }

  /// Whether `release` would deliver something.
  func canRelease(_ reach: Int64) -> Bool {
    guard let first = pending.first else { return false }
    return first.offset <= next && first.acknowledged <= reach
  }

  /// Whether the side has not said anything yet.
  var isUnseen: Bool { !hasSYN && !hasDelivered && pending.isEmpty }

  /// What is remembered of the stream, in bytes.
  var historyCost: Int { history.cost }

  /// Nothing more will be compared.
  mutating func forgetHistory() { history = RecentBytes() }

  /// Up to where the other side's acknowledgments of this stream are borne out by what was delivered. What the other
  /// side sent after an acknowledgment was sent in the knowledge of these bytes, and comes after them.
  var reach: Int64 {
    // A FIN takes one number, and so does one that was not captured. A side of which nothing was captured is not waited for.
    hasEnded || origin == nil || !isSeen ? .max : pending.isEmpty ? next + 1 : next
  }

  /// The end of all that was seen, its FIN included.
  var said: Int64 { finish.map { max(highest, $0 + 1) } ?? highest }

  /// Takes the other side's word that it has everything up to `sequence`.
  /// - Parameters:
  ///   - said: the end of what the other side had said of its own before.
  ///   - isFromBeginning: true if the other side was seen from its SYN.
  mutating func acknowledge(_ sequence: UInt32, at now: Timestamp, said: Int64, isFromBeginning: Bool) {
    // What was acknowledged before the capture began is not missing in it. After the other side's SYN, or its first data, nothing is.
    if origin == nil
      || (!isFromBeginning && said == 0 && !hasSYN && !hasDelivered && pending.isEmpty && offset(of: sequence) > next)
    {
      begin(at: sequence)
    }
    acknowledged = max(acknowledged, offset(of: sequence))
    // The other end has more than there is before the FIN, which was none then.
    if let end = finish, !hasEnded, acknowledged > end + 1, highest > end { finish = nil }
    // A FIN takes one number, and so does one that was not captured.
    if hole == nil, acknowledged > next + 1 || (acknowledged > next && !pending.isEmpty) {
      hole = AcknowledgedHole(end: acknowledged, since: now, said: said)
    }
  }

  /// Whether the hole before the next byte must be taken as one.
  /// - Parameter heard: up to where this side has acknowledged the other's stream, where it has just done so.
  func isHoleDue(at now: Timestamp, heard: Int64) -> Bool { hole?.isDue(at: now, heard: heard) ?? false }

  /// Declares the hole that the other end has acknowledged; what waits behind it still waits for the other side.
  mutating func giveUpAcknowledgedHole(
    _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    let end = hole?.end ?? acknowledged
    hole = nil
    while let start = pending.start, start > next, start <= end {
      skip(to: start, context, &consumer)
      drain(context, &consumer)
    }
    if pending.start ?? end >= end { skip(to: min(end, finish ?? end), context, &consumer) }
    endIfFinished(context, &consumer)
  }

  /// The packet that waits first, by its number.
  var firstWaiting: Int? { pending.first?.packet.number }

  /// Declares the hole before what waits first, and delivers that.
  mutating func giveUpFirst(_ context: StreamContext, _ consumer: inout some StreamConsumer) {
    guard let start = pending.start else { return }
    skip(to: start, context, &consumer)
    deliverFirst(context, &consumer)
    endIfFinished(context, &consumer)
  }

  /// Declares the holes before everything that waits, since it must not wait any longer.
  mutating func giveUpPending(_ context: StreamContext, _ consumer: inout some StreamConsumer) {
    var context = context
    context.reach = .max
    while let start = pending.start {
      skip(to: start, context, &consumer)
      drain(context, &consumer)
    }
  }

  /// Declares every hole, since nothing will fill them any more.
  mutating func giveUp(_ context: StreamContext, _ consumer: inout some StreamConsumer) {
    var context = context
    context.reach = .max
    hole = nil
    if acknowledged > next + 1 { giveUpAcknowledgedHole(context, &consumer) }
    giveUpPending(context, &consumer)
    if let finish, !hasEnded {
      skip(to: finish, context, &consumer)
      hasEnded = true
      consumer.end(context.flow, context.side, context.now)
    }
  }

  /// The stream offset of a sequence number, taken as the one nearest to the next byte.
  func offset(of sequence: UInt32) -> Int64 {
    guard let origin else { return 0 }
    let expected = origin &+ UInt32(truncatingIfNeeded: next)
    return next + Int64(Int32(bitPattern: sequence &- expected))
  }

  private mutating func begin(at sequence: UInt32) {
    guard !hasDelivered, !hasSYN else { return }
    if let origin, origin == sequence { return }
    origin = sequence
    (next, highest, acknowledged) = (0, 0, 0)
    hole = nil
  }

  private mutating func acceptData(
    _ segment: TCPSegment, _ payload: Span<UInt8>, at start: Int64, _ context: StreamContext,
    _ consumer: inout some StreamConsumer
  ) {
    let end = start + Int64(segment.length)
    highest = max(highest, end)
    // After the end of the stream there is nothing; bytes there are forged or a retransmission gone wrong.
    guard end > next, !hasEnded else {
      let count =
        recent.contradicts(payload, at: start)
        ? Int64(payload.count) : overlapConflict(payload, at: start)
      if count > 0 { noteConflict(count, at: start, context, &consumer) }
      return
    }
    let captured = start + Int64(payload.count)
    var piece = context.piece(at: start)
    if start <= next, captured <= pending.start ?? captured, context.acknowledged <= context.reach {
      let fresh = Int(min(next - start, Int64(payload.count)))
      if fresh > 0 {
        let conflict = overlapConflict(payload, at: start)
        if conflict > 0 { noteConflict(conflict, at: start, context, &consumer) }
      }
      piece.offset = next
      piece.isPacketStart = fresh == 0
      deliver(payload.extracting(fresh..<payload.count), piece, context, &consumer)
      if captured < end { skip(to: end, context, &consumer) }
      drain(context, &consumer)
    } else if payload.count > 0 {
      wait(payload, piece, context, &consumer)
    }
  }

  /// Keeps a segment until the ones before it have come; past the limits it stops waiting for them.
  private mutating func wait(
    _ payload: Span<UInt8>, _ piece: StreamPiece, _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    let shape = PendingSegment(
      offset: piece.offset, bytes: [], packet: piece.packet, acknowledged: piece.acknowledged, isPacketStart: true)
    let conflicts = pending.insert(payload, like: shape)
    if conflicts > 0 { noteConflict(conflicts, at: piece.offset, context, &consumer) }
    drain(context, &consumer)
    var context = context
    context.reach = .max
    while pending.cost > Self.pendingLimit || pending.count > Self.segmentLimit, let start = pending.start {
      losses.holes += 1
      skip(to: start, context, &consumer)
      drain(context, &consumer)
    }
  }

  /// How many bytes of a segment were delivered before, if they were others.
  private func overlapConflict(_ payload: Span<UInt8>, at start: Int64) -> Int64 {
    let known = history.conflict(payload, at: start)
    return known > 0 ? known : recent.overlapConflict(payload, at: start)
  }

  private mutating func noteConflict(
    _ count: Int64, at offset: Int64, _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    losses.conflicts += count
    consumer.note(context.finding(.conflict, at: offset, count: count), context.flow)
  }

  private mutating func deliver(
    _ bytes: Span<UInt8>, _ piece: StreamPiece, _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    guard bytes.count > 0 else { return }
    hasDelivered = true
    next = piece.offset + Int64(bytes.count)
    recent.remember(bytes, at: piece.offset)
    history.remember(bytes, at: piece.offset, mayGrow: context.mayRemember)
    var piece = piece
    piece.isFromBeginning = hasSYN
    consumer.receive(bytes, piece)
  }

  /// Delivers what waits and is in order now.
  private mutating func drain(_ context: StreamContext, _ consumer: inout some StreamConsumer) {
    while canRelease(context.reach) { deliverFirst(context, &consumer) }
    if let hole, next >= hole.end { self.hole = nil }
  }

  private mutating func deliverFirst(
    _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    guard let segment = pending.popFirst(), segment.end > next else { return }
    let known = Int(next - segment.offset)
    var piece = context.piece(at: next)
    piece.packet = segment.packet
    piece.acknowledged = segment.acknowledged
    piece.isPacketStart = segment.isPacketStart && known == 0
    deliver(segment.bytes.span.extracting(known..<segment.bytes.count), piece, context, &consumer)
  }

  private mutating func endIfFinished(
    _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    guard let finish, next >= finish, !hasEnded else { return }
    hasEnded = true
    pending.removeAll()
    consumer.end(context.flow, context.side, context.now)
  }

  private mutating func skip(
    to offset: Int64, _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    guard offset > next else { return }
    let count = offset - next
    consumer.note(context.finding(.missing, at: next, count: count), context.flow)
    consumer.miss(count, context.piece(at: next))
    next = offset
    hasDelivered = true
  }
}
