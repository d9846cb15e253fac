import Wire

/// The conversations of a capture, both directions of each keyed to one entry, within a memory budget.
///
/// Conversations are numbered as by Wireshark's `tcp.stream`: a SYN with another sequence number, or one after a FIN or
/// RST, begins a new one on the same addresses and ports. When the budget is used up, the ones unused for longest go.
struct FlowTable<Consumer: StreamConsumer> {
  /// What a conversation's place costs, used or not, and what its key costs in a table that is half full.
  private static var placeCost: Int { MemoryLayout<Flow>.stride + 2 * MemoryLayout<StreamAssembler>.stride }
  private static var keyCost: Int { 2 * (MemoryLayout<FlowKey>.stride + MemoryLayout<Int32>.stride) + 16 }

  var consumer: Consumer
  private(set) var summary = FlowSummary()
  private let budget: Int
  /// How many conversations there may be at a time: a quarter of the budget is left for what waits in them.
  private let most: Int
  private let keepsStep: Bool
  private var flows: [Flow] = []
  /// Two for each flow: what its first side sent, and its second.
  private var streams: [StreamAssembler] = []
  private var slots: [FlowKey: Int32] = [:]
  private var freeSlots: [Int32] = []
  private var oldest: Int32 = -1
  private var newest: Int32 = -1
  private var pendingCost = 0
  private var fragments: FragmentAssembler
  private var last = PacketMark(number: 0, timestamp: Timestamp(nanoseconds: 0))

  /// - Parameters:
  ///   - budget: how many bytes the table, what waits in it, and what the consumer holds may take.
  ///   - keepsStep: whether what a side sent waits until all that it had acknowledged by then was delivered.
  init(consumer: Consumer, budget: Int, keepsStep: Bool = true) {
    self.consumer = consumer
    self.budget = budget
    most = max(16, budget / 4 * 3 / (Self.placeCost + Self.keyCost))
    self.keepsStep = keepsStep
    fragments = FragmentAssembler(budget: max(1 << 16, budget / 8))
  }

  /// What is held now, in bytes.
  var heldBytes: Int {
    flows.count * Self.placeCost + slots.count * Self.keyCost + pendingCost + fragments.heldBytes + consumer.heldBytes
  }

  /// Takes the next frame of the capture; frames without TCP pass by, and fragments wait until their packet is whole.
  mutating func read(_ frame: Frame, _ bytes: Span<UInt8>) {
    let headers = PacketHeaders(frame, bytes)
    if headers.isFragment { return join(headers, frame, bytes) }
    guard let segment = TCPSegment(headers, bytes) else { return }
    read(segment, bytes.extracting(segment.payload), PacketMark(frame))
  }

  /// Takes the next segment of the capture with the captured part of its payload; says which side of which flow sent it,
  /// and where its payload is in that side's stream.
  @discardableResult
  mutating func read(
    _ segment: TCPSegment, _ payload: Span<UInt8>, _ packet: PacketMark
  ) -> (slot: Int, side: FlowSide, offset: Int64) {
    last = packet
    let (slot, side) = flow(of: segment)
    touch(slot)
    advance(Int(slot), side, segment, payload)
    if heldBytes > budget { shrink(keeping: slot) }
    let sequence = segment.sequence &+ (segment.flags.contains(.syn) ? 1 : 0)
    return (Int(slot), side, streams[Int(slot) &* 2 &+ Int(side.rawValue)].offset(of: sequence))
  }

  private mutating func join(_ headers: PacketHeaders, _ frame: Frame, _ bytes: Span<UInt8>) {
    guard headers.transport == .tcp || headers.network == .ipv6 else { return }
    let packet = fragments.join(headers, frame, bytes)
    summary.fragments = fragments.counts
    if let packet { read(packet.frame, packet.bytes.span) }
  }

  /// Says that the capture is over: all that waits is delivered and every conversation closed, in their order.
  mutating func finish() {
    for slot in slots.values.sorted(by: { flows[Int($0)].stream < flows[Int($1)].stream }) {
      giveUp(Int(slot))
      consumer.close(Int(slot), .endOfCapture, last)
    }
    slots = [:]
    flows = []
    streams = []
    freeSlots = []
    (oldest, newest, pendingCost) = (-1, -1, 0)
  }

  private mutating func advance(_ slot: Int, _ side: FlowSide, _ segment: TCPSegment, _ payload: Span<UInt8>) {
    let own = slot &* 2 &+ Int(side.rawValue)
    let other = slot &* 2 &+ Int(side.other.rawValue)
    let before = streams[own].pending.cost &+ streams[other].pending.cost
    var context = StreamContext(
      flow: slot, side: side, now: last, acknowledged: 0,
      roundTrip: flows[slot].initialRoundTrip ?? StreamContext.unknownRoundTrip)
    if segment.flags.contains(.ack), !segment.flags.contains(.rst) {
      streams[other].acknowledge(segment.acknowledgment, at: last.timestamp, said: streams[own].said)
    }
    if segment.flags.contains(.ack) { context.acknowledged = streams[other].offset(of: segment.acknowledgment) }
    giveUpDueHole(other, side.other, heard: .min, context)
    giveUpDueHole(own, side, heard: keepsStep ? .min : context.acknowledged, context)
    if keepsStep { context.reach = streams[other].reach }
    measureHandshake(slot, side, segment)
    if segment.flags.contains(.rst) {
      flows[slot].isEnding = true
      giveUp(slot)
      consumer.reset(slot, side, last)
    } else {
      if segment.flags.contains(.fin) { flows[slot].isEnding = true }
      streams[own].accept(segment, payload, context, &consumer)
      release(slot, side.other)
      if streams[own].hasEnded, streams[other].hasEnded { consumer.close(slot, .finished, last) }
    }
    pendingCost &+= streams[own].pending.cost &+ streams[other].pending.cost &- before
    if let losses = streams[own].takeLosses() {
      summary.conflicts &+= losses.conflicts
      summary.givenUpHoles += losses.holes
    }
    summary.largestHeldBytes = max(summary.largestHeldBytes, heldBytes)
  }

  /// Delivers what the two sides have in store for one another, `side` first.
  private mutating func release(_ slot: Int, _ side: FlowSide) {
    var side = side
    while true {
      let own = slot &* 2 &+ Int(side.rawValue)
      let reach = streams[slot &* 2 &+ Int(side.other.rawValue)].reach
      guard streams[own].canRelease(reach) else { return }
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: 0, reach: reach, roundTrip: StreamContext.unknownRoundTrip)
      streams[own].release(context, &consumer)
      side = side.other
    }
  }

  private mutating func giveUpDueHole(_ stream: Int, _ side: FlowSide, heard: Int64, _ context: StreamContext) {
    guard streams[stream].isHoleDue(at: last.timestamp, heard: heard) else { return }
    var context = context
    context.side = side
    if keepsStep { context.reach = streams[context.flow &* 2 &+ Int(side.other.rawValue)].reach }
    streams[stream].giveUpAcknowledgedHole(context, &consumer)
    release(context.flow, side.other)
  }

  /// Delivers all that waits in a flow, its holes declared, in the order in which it was captured.
  private mutating func giveUp(_ slot: Int) {
    while let side = firstWaiting(slot) {
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: 0, roundTrip: StreamContext.unknownRoundTrip)
      streams[slot &* 2 &+ Int(side.rawValue)].giveUpFirst(context, &consumer)
      release(slot, side.other)
      release(slot, side)
    }
    for side in [FlowSide.first, .second] {
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: streams[slot * 2 + Int(side.other.rawValue)].acknowledged,
        roundTrip: StreamContext.unknownRoundTrip)
      streams[slot * 2 + Int(side.rawValue)].giveUp(context, &consumer)
    }
  }

  /// The side whose packet waits first.
  private func firstWaiting(_ slot: Int) -> FlowSide? {
    switch (streams[slot &* 2].firstWaiting, streams[slot &* 2 &+ 1].firstWaiting) {
    case (nil, nil): nil
    case (.some, nil): .first
    case (nil, .some): .second
    case (let first?, let second?): first <= second ? .first : .second
    }
  }

  private mutating func measureHandshake(_ slot: Int, _ side: FlowSide, _ segment: TCPSegment) {
    if segment.flags.contains(.syn) {
      if !segment.flags.contains(.ack) {
        flows[slot].initiator = side
        flows[slot].opened = flows[slot].opened ?? last
      } else {
        flows[slot].initiator = side.other
      }
    } else if let opened = flows[slot].opened, flows[slot].initialRoundTrip == nil, side == flows[slot].initiator {
      flows[slot].initialRoundTrip = max(1, last.timestamp - opened.timestamp)
      consumer.connect(slot, opened: opened, connected: last)
    }
  }

  /// The slot of a segment's conversation, which may be a new one, and who in it sent the segment.
  private mutating func flow(of segment: TCPSegment) -> (slot: Int32, side: FlowSide) {
    let (key, isSourceLower) = FlowKey.make(source: segment.source, destination: segment.destination)
    if let slot = slots[key] {
      let side: FlowSide = flows[Int(slot)].isFirstLower == isSourceLower ? .first : .second
      guard begins(segment, Int(slot), side) else { return (slot, side) }
      giveUp(Int(slot))
      consumer.close(Int(slot), .replaced, last)
      pendingCost -= cost(Int(slot))
      unlink(slot)
      occupy(slot, key, segment, isSourceLower)
      return (slot, .first)
    }
    if freeSlots.isEmpty, flows.count >= most { evictOldest() }
    let slot = freeSlots.popLast() ?? Int32(clamping: flows.count)
    slots[key] = slot
    occupy(slot, key, segment, isSourceLower)
    return (slot, .first)
  }

  /// Whether a segment on a known pair of ends begins another conversation.
  private func begins(_ segment: TCPSegment, _ slot: Int, _ side: FlowSide) -> Bool {
    guard segment.flags.contains(.syn), !segment.flags.contains(.ack) else { return false }
    let stream = streams[slot * 2 + Int(side.rawValue)]
    guard let origin = stream.origin else { return false }
    return flows[slot].isEnding || origin != segment.sequence &+ 1
  }

  private mutating func occupy(_ slot: Int32, _ key: FlowKey, _ segment: TCPSegment, _ isSourceLower: Bool) {
    let index = Int(slot)
    let flow = Flow(
      key: key, stream: summary.conversations, isFirstLower: isSourceLower)
    summary.conversations += 1
    if index == flows.count {
      // Room that is not used yet costs nothing; growing would have all of it twice.
      if index == 1024 {
        flows.reserveCapacity(most)
        streams.reserveCapacity(2 * most)
      }
      flows.append(flow)
      streams.append(StreamAssembler())
      streams.append(StreamAssembler())
    } else {
      flows[index] = flow
      streams[index * 2] = StreamAssembler()
      streams[index * 2 + 1] = StreamAssembler()
    }
    link(slot)
    consumer.open(
      index, FlowIdentity(stream: flow.stream, first: segment.source, second: segment.destination))
  }

  /// Frees memory by closing the conversations that were unused for longest, down to seven eighths of the budget.
  private mutating func shrink(keeping kept: Int32) {
    while heldBytes > budget / 8 * 7, oldest >= 0, oldest != kept { evictOldest() }
    if heldBytes > budget { giveUpPending(Int(kept)) }
  }

  private mutating func evictOldest() {
    let slot = oldest
    guard slot >= 0 else { return }
    summary.evictedConversations += 1
    summary.evictedBytes += cost(Int(slot))
    consumer.close(Int(slot), .evicted, last)
    pendingCost -= cost(Int(slot))
    slots[flows[Int(slot)].key] = nil
    streams[Int(slot) * 2] = StreamAssembler()
    streams[Int(slot) * 2 + 1] = StreamAssembler()
    unlink(slot)
    freeSlots.append(slot)
  }

  /// Delivers what waits in the one conversation that is left, since it alone is more than there may be.
  private mutating func giveUpPending(_ slot: Int) {
    let before = cost(slot)
    if before > 0 { summary.givenUpHoles += 1 }
    for side in [FlowSide.first, .second] {
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: 0, roundTrip: StreamContext.unknownRoundTrip)
      streams[slot * 2 + Int(side.rawValue)].giveUpPending(context, &consumer)
    }
    pendingCost += cost(slot) - before
  }

  private func cost(_ slot: Int) -> Int { streams[slot * 2].pending.cost + streams[slot * 2 + 1].pending.cost }
}

// The order of use: a doubly linked list through the slots.
extension FlowTable {
  private mutating func touch(_ slot: Int32) {
    guard newest != slot else { return }
    unlink(slot)
    link(slot)
  }

  private mutating func link(_ slot: Int32) {
    flows[Int(slot)].older = newest
    flows[Int(slot)].newer = -1
    if newest >= 0 { flows[Int(newest)].newer = slot }
    newest = slot
    if oldest < 0 { oldest = slot }
  }

  private mutating func unlink(_ slot: Int32) {
    let (older, newer) = (flows[Int(slot)].older, flows[Int(slot)].newer)
    if older >= 0 { flows[Int(older)].newer = newer } else if oldest == slot { oldest = newer }
    if newer >= 0 { flows[Int(newer)].older = older } else if newest == slot { newest = older }
    flows[Int(slot)].older = -1
    flows[Int(slot)].newer = -1
  }
}
