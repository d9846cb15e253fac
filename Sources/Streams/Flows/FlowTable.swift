package import Wire

/// The conversations of a capture, both directions of each keyed to one entry, within a memory budget.
///
/// What the streams say goes to the consumer that each call names, which is always the same one.
///
/// A SYN with another sequence number, or one after a FIN or RST, begins a new conversation on the same addresses and ports. It has the number
/// of its first packet (``ConversationNumber``), which is that of the conversation before if that began with the same SYN. When the budget is used up, the ones unused for longest go.
package struct FlowTable {
  /// What a conversation's place costs, used or not, and what its key costs in a table that is half full.
  private static var placeCost: Int { MemoryLayout<Flow>.stride + 2 * MemoryLayout<StreamAssembler>.stride }
  private static var keyCost: Int { 2 * (MemoryLayout<FlowKey>.stride + MemoryLayout<Int32>.stride) + 16 }

  package internal(set) var summary = FlowSummary()
  private let budget: Int
  /// How many conversations there may be at a time: a quarter of the budget is left for what waits in them.
  private let most: Int
  private let keepsStep: Bool
  /// Whether segments that no receiver would take are passed over.
  private let judges: Bool
  var flows: [Flow] = []
  /// Two for each flow: what its first side sent, and its second.
  var streams: [StreamAssembler] = []
  private var slots: [FlowKey: Int32] = [:]
  private var freeSlots: [Int32] = []
  /// The count of the numbers that conversations were given.
  private var begun = 0
  private var oldest: Int32 = -1
  private var newest: Int32 = -1
  private var pendingCost = 0
  /// What is remembered of streams to compare it with what is sent again, and how much that may be.
  private var historyCost = 0
  private let historyBudget: Int
  /// Whether there was no room to remember more.
  private var isHistoryFull = false
  /// By slot, where there are any.
  var challengers: [Int32: Challenger] = [:]
  var doubts: [Int: DoubtfulReset] = [:]
  var strays: [Int: StraySegments] = [:]
  private var fragments: FragmentAssembler
  var last = PacketMark(number: 0, timestamp: Timestamp(nanoseconds: 0))

  /// - Parameters:
  ///   - budget: how many bytes the table, what waits in it, and what the consumer holds may take.
  ///   - keepsStep: whether what a side sent waits until all that it had acknowledged by then was delivered.
  ///   - judges: whether segments are passed over that no receiver would take: far outside its window, as those that somebody else
  ///     has made up. What only copies what Wireshark shows takes them all.
  package init(budget: Int, keepsStep: Bool = true, judges: Bool = false, remembers: Bool = false) {
    self.budget = budget
    most = max(16, budget / 4 * 3 / (Self.placeCost + Self.keyCost))
    self.keepsStep = keepsStep
    self.judges = judges
    historyBudget = remembers ? budget / 8 : 0
    fragments = FragmentAssembler(budget: max(1 << 16, budget / 8))
  }

  /// Whether anything was given up that a larger budget would have kept.
  package var hasForgotten: Bool {
    isHistoryFull || summary.evictedConversations > 0 || summary.givenUpHoles > 0
      || summary.fragments.evictedPackets > 0
  }

  /// What is held now, in bytes.
  package func heldBytes(_ consumer: some StreamConsumer) -> Int {
    flows.count * Self.placeCost + slots.count * Self.keyCost + pendingCost + historyCost + fragments.heldBytes
      + consumer.heldBytes
  }

  /// Takes the next frame of the capture; frames without TCP pass by, and fragments wait until their packet is whole.
  package mutating func read(_ frame: Frame, _ bytes: Span<UInt8>, _ consumer: inout some StreamConsumer) {
    read(frame, PacketHeaders(innermostOf: frame, bytes), bytes, &consumer)
  }

  /// Takes the next frame, whose innermost headers are known.
  package mutating func read(
    _ frame: Frame, _ headers: PacketHeaders, _ bytes: Span<UInt8>, _ consumer: inout some StreamConsumer
  ) {
    if headers.isFragment { return join(headers, frame, bytes, &consumer) }
    guard let segment = TCPSegment(headers, bytes) else { return }
    read(segment, bytes.extracting(segment.payload), PacketMark(frame), &consumer)
  }

  /// Takes the next segment of the capture with the captured part of its payload; says which side of which flow sent it,
  /// and where its payload is in that side's stream.
  @discardableResult
  package mutating func read(
    _ segment: TCPSegment, _ payload: Span<UInt8>, _ packet: PacketMark, _ consumer: inout some StreamConsumer
  ) -> (slot: Int, side: FlowSide, offset: Int64) {
    last = packet
    let (slot, side) = flow(of: segment, &consumer)
    touch(slot)
    advance(Int(slot), side, segment, payload, &consumer)
    if heldBytes(consumer) > budget { shrink(keeping: slot, &consumer) }
    let sequence = segment.sequence &+ (segment.flags.contains(.syn) ? 1 : 0)
    return (Int(slot), side, streams[Int(slot) &* 2 &+ Int(side.rawValue)].offset(of: sequence))
  }

  private mutating func join(
    _ headers: PacketHeaders, _ frame: Frame, _ bytes: Span<UInt8>, _ consumer: inout some StreamConsumer
  ) {
    guard headers.transport == .tcp || headers.network == .ipv6 || headers.isTunnelProtocol else { return }
    let packet = fragments.join(headers, frame, bytes)
    summary.fragments = fragments.counts
    if let packet { read(packet.frame, packet.bytes.span, &consumer) }
  }

  /// Says that the capture is over: all that waits is delivered and every conversation closed, in their order.
  package mutating func finish(_ consumer: inout some StreamConsumer) {
    for slot in slots.values.sorted(by: { flows[Int($0)].stream < flows[Int($1)].stream }) {
      settleDoubt(Int(slot), &consumer)
      giveUp(Int(slot), &consumer)
      noteDirections(Int(slot))
      consumer.close(Int(slot), .endOfCapture, last)
    }
    (challengers, doubts, strays) = ([:], [:], [:])
    slots = [:]
    flows = []
    streams = []
    freeSlots = []
    (oldest, newest, pendingCost, historyCost) = (-1, -1, 0, 0)
  }

  mutating func advance(
    _ slot: Int, _ side: FlowSide, _ segment: TCPSegment, _ payload: Span<UInt8>, _ consumer: inout some StreamConsumer
  ) {
    let own = slot &* 2 &+ Int(side.rawValue)
    let other = slot &* 2 &+ Int(side.other.rawValue)
    if judges, !isAcceptable(segment, slot, side, &consumer) {
      summary.strays += 1
      let finding = TCPFinding(
        kind: .outsideWindow, packet: last, side: side, offset: streams[own].offset(of: segment.sequence),
        count: Int64(segment.length))
      return consumer.note(finding, slot)
    }
    flows[slot].speak(side)
    analyze(segment, slot, side, &consumer)
    let before = streams[own].pending.cost &+ streams[other].pending.cost
    let history = streams[own].historyCost &+ streams[other].historyCost
    var context = StreamContext(
      flow: slot, side: side, now: last, acknowledged: 0)
    if segment.flags.contains(.ack), !segment.flags.contains(.rst) {
      streams[other].acknowledge(
        segment.acknowledgment, at: last.timestamp, said: streams[own].said, isFromBeginning: streams[own].hasSYN)
    }
    if segment.flags.contains(.ack) { context.acknowledged = streams[other].offset(of: segment.acknowledgment) }
    if judges { streams[other].window.take(segment, acknowledged: context.acknowledged) }
    context.mayRemember = historyCost < historyBudget
    if historyBudget > 0, !context.mayRemember { isHistoryFull = true }
    giveUpDueHole(other, side.other, heard: .min, context, &consumer)
    giveUpDueHole(own, side, heard: keepsStep ? .min : context.acknowledged, context, &consumer)
    if keepsStep { context.reach = streams[other].reach }
    measureHandshake(slot, side, segment, &consumer)
    if segment.flags.contains(.rst) {
      reset(slot, side, last, &consumer)
    } else {
      if segment.flags.contains(.fin) { flows[slot].isEnding = true }
      streams[own].accept(segment, payload, context, &consumer)
      release(slot, side.other, &consumer)
      if streams[own].hasEnded, streams[other].hasEnded {
        streams[own].forgetHistory()
        streams[other].forgetHistory()
        consumer.close(slot, .finished, last)
      }
    }
    if consumer.awaitsAcknowledgments {
      consumer.acknowledge(slot, side, upTo: streams[other].acknowledged)
      consumer.acknowledge(slot, side.other, upTo: streams[own].acknowledged)
    }
    historyCost &+= streams[own].historyCost &+ streams[other].historyCost &- history
    pendingCost &+= streams[own].pending.cost &+ streams[other].pending.cost &- before
    if let losses = streams[own].takeLosses() {
      summary.conflicts &+= losses.conflicts
      summary.givenUpHoles += losses.holes
    }
    summary.largestHeldBytes = max(summary.largestHeldBytes, heldBytes(consumer))
  }

  /// Says what Wireshark's rules find in a segment, before its bytes are delivered.
  private mutating func analyze(
    _ segment: TCPSegment, _ slot: Int, _ side: FlowSide, _ consumer: inout some StreamConsumer
  ) {
    let hadZeroWindow = flows[slot].hasZeroWindow(side)
    let findings = flows[slot].analyze(segment, from: side, last)
    guard !findings.isEmpty else { return }
    let kind: TCPFinding.Kind
    if !findings.isDisjoint(with: [.retransmission, .fastRetransmission, .spuriousRetransmission]) {
      kind = .retransmission
    } else if findings.contains(.outOfOrder) {
      kind = .outOfOrder
    } else if findings.contains(.keepAlive) {
      kind = .keepAlive
    } else if findings.contains(.zeroWindow), !hadZeroWindow {
      kind = .zeroWindow
    } else {
      return
    }
    let sequence = segment.sequence &+ (segment.flags.contains(.syn) ? 1 : 0)
    let finding = TCPFinding(
      kind: kind, packet: last, side: side,
      offset: streams[slot &* 2 &+ Int(side.rawValue)].offset(of: sequence), count: Int64(segment.length))
    consumer.note(finding, slot)
  }

  /// Ends a conversation by a RST.
  mutating func reset(
    _ slot: Int, _ side: FlowSide, _ packet: PacketMark, _ consumer: inout some StreamConsumer
  ) {
    flows[slot].isEnding = true
    giveUp(slot, &consumer)
    consumer.reset(slot, side, packet)
  }

  /// Delivers what the two sides have in store for one another, `side` first.
  private mutating func release(_ slot: Int, _ side: FlowSide, _ consumer: inout some StreamConsumer) {
    var side = side
    while true {
      let own = slot &* 2 &+ Int(side.rawValue)
      let reach = streams[slot &* 2 &+ Int(side.other.rawValue)].reach
      guard streams[own].canRelease(reach) else { return }
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: 0, reach: reach)
      streams[own].release(context, &consumer)
      side = side.other
    }
  }

  private mutating func giveUpDueHole(
    _ stream: Int, _ side: FlowSide, heard: Int64, _ context: StreamContext, _ consumer: inout some StreamConsumer
  ) {
    guard streams[stream].isHoleDue(at: last.timestamp, heard: heard) else { return }
    var context = context
    context.side = side
    if keepsStep { context.reach = streams[context.flow &* 2 &+ Int(side.other.rawValue)].reach }
    streams[stream].giveUpAcknowledgedHole(context, &consumer)
    release(context.flow, side.other, &consumer)
  }

  /// Delivers all that waits in a flow, its holes declared, in the order in which it was captured.
  private mutating func giveUp(_ slot: Int, _ consumer: inout some StreamConsumer) {
    giveUpAcknowledgedHoles(slot, &consumer)
    while let side = firstWaiting(slot) {
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: 0)
      streams[slot &* 2 &+ Int(side.rawValue)].giveUpFirst(context, &consumer)
      release(slot, side.other, &consumer)
      release(slot, side, &consumer)
    }
    for side in [FlowSide.first, .second] {
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: streams[slot * 2 + Int(side.other.rawValue)].acknowledged)
      streams[slot * 2 + Int(side.rawValue)].giveUp(context, &consumer)
    }
  }

  /// Declares what is missing although it was acknowledged: whoever sent something after that had it.
  private mutating func giveUpAcknowledgedHoles(_ slot: Int, _ consumer: inout some StreamConsumer) {
    guard keepsStep else { return }
    for side in [FlowSide.first, .second] {
      let own = slot &* 2 &+ Int(side.rawValue)
      guard streams[own].acknowledged > streams[own].next + 1 else { continue }
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: 0, reach: streams[slot &* 2 &+ Int(side.other.rawValue)].reach)
      streams[own].giveUpAcknowledgedHole(context, &consumer)
      release(slot, side.other, &consumer)
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

  private mutating func measureHandshake(
    _ slot: Int, _ side: FlowSide, _ segment: TCPSegment, _ consumer: inout some StreamConsumer
  ) {
    if segment.flags.contains(.syn) {
      consumer.knock(slot, side, isAnswer: segment.flags.contains(.ack), last)
      if !segment.flags.contains(.ack) {
        flows[slot].initiator = side
        flows[slot].opened = flows[slot].opened ?? last
      } else {
        flows[slot].initiator = side.other
      }
    } else if let opened = flows[slot].opened, !flows[slot].isConnected, side == flows[slot].initiator {
      flows[slot].isConnected = true
      consumer.connect(slot, opened: opened, connected: last)
    }
  }

  /// The conversation on these ends, and the side that `source` is; nil if there is none.
  package func conversation(from source: Endpoint, to destination: Endpoint) -> (slot: Int, side: FlowSide)? {
    let (key, isSourceLower) = FlowKey.make(source: source, destination: destination)
    guard let slot = slots[key] else { return nil }
    return (Int(slot), flows[Int(slot)].isFirstLower == isSourceLower ? .first : .second)
  }

  /// The slot of a segment's conversation, which may be a new one, and who in it sent the segment.
  private mutating func flow(of segment: TCPSegment, _ consumer: inout some StreamConsumer) -> (
    slot: Int32, side: FlowSide
  ) {
    let (key, isSourceLower) = FlowKey.make(source: segment.source, destination: segment.destination)
    if let slot = slots[key] {
      flows[Int(slot)].number.take(segment, isFromLower: isSourceLower, &begun)
      let side: FlowSide = flows[Int(slot)].isFirstLower == isSourceLower ? .first : .second
      if !challengers.isEmpty, let challenger = challengers[slot], challenger.isConfirmed(by: segment, from: side) {
        return (slot, admit(challenger, slot, key, isFromSameSide: side == challenger.side, &consumer))
      }
      guard begins(segment, Int(slot), side) else { return (slot, side) }
      guard !judges || !isAlive(Int(slot)) else {
        challenge(slot, side, segment)
        return (slot, side)
      }
      replace(slot, key, segment, isSourceLower, &consumer)
      return (slot, .first)
    }
    if freeSlots.isEmpty, flows.count >= most { evictOldest(&consumer) }
    let slot = freeSlots.popLast() ?? Int32(clamping: flows.count)
    slots[key] = slot
    var number = ConversationNumber(&begun)
    number.take(segment, isFromLower: isSourceLower, &begun)
    occupy(slot, key, number, segment, isSourceLower, &consumer)
    return (slot, .first)
  }

  /// Whether a segment on a known pair of ends begins another conversation.
  private func begins(_ segment: TCPSegment, _ slot: Int, _ side: FlowSide) -> Bool {
    guard segment.flags.contains(.syn), !segment.flags.contains(.ack) else { return false }
    let stream = streams[slot * 2 + Int(side.rawValue)]
    guard let origin = stream.origin else { return false }
    return flows[slot].isEnding || origin != segment.sequence &+ 1
  }

  /// Closes the conversation of a slot, and begins the next one on the same ends.
  mutating func replace(
    _ slot: Int32, _ key: FlowKey, _ segment: TCPSegment, _ isSourceLower: Bool,
    _ consumer: inout some StreamConsumer
  ) {
    settleDoubt(Int(slot), &consumer)
    giveUp(Int(slot), &consumer)
    noteDirections(Int(slot))
    consumer.close(Int(slot), .replaced, last)
    forget(slot)
    unlink(slot)
    occupy(slot, key, flows[Int(slot)].number, segment, isSourceLower, &consumer)
  }

  /// Counts a conversation in which only one end's packets are in the capture: it has sent data, and acknowledges what the other end said.
  private mutating func noteDirections(_ slot: Int) {
    let spoken = flows[slot].hasSpoken
    guard spoken[0] != spoken[1] else { return }
    let (own, other) = spoken[0] ? (slot * 2, slot * 2 + 1) : (slot * 2 + 1, slot * 2)
    if streams[own].next > 0, streams[other].origin != nil { summary.oneSidedConversations += 1 }
  }

  /// Takes a slot's streams out of what is counted.
  private mutating func forget(_ slot: Int32) {
    let index = Int(slot)
    pendingCost -= cost(index)
    historyCost -= streams[index &* 2].historyCost &+ streams[index &* 2 &+ 1].historyCost
    if !challengers.isEmpty { challengers[slot] = nil }
    if !doubts.isEmpty { doubts[index] = nil }
    if !strays.isEmpty { strays[index] = nil }
  }

  private mutating func occupy(
    _ slot: Int32, _ key: FlowKey, _ number: ConversationNumber, _ segment: TCPSegment, _ isSourceLower: Bool,
    _ consumer: inout some StreamConsumer
  ) {
    let index = Int(slot)
    let flow = Flow(key: key, number: number, isFirstLower: isSourceLower)
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
  private mutating func shrink(keeping kept: Int32, _ consumer: inout some StreamConsumer) {
    while heldBytes(consumer) > budget / 8 * 7, oldest >= 0, oldest != kept { evictOldest(&consumer) }
    if heldBytes(consumer) > budget { giveUpPending(Int(kept), &consumer) }
  }

  private mutating func evictOldest(_ consumer: inout some StreamConsumer) {
    let slot = oldest
    guard slot >= 0 else { return }
    summary.evictedConversations += 1
    summary.evictedBytes += cost(Int(slot))
    settleDoubt(Int(slot), &consumer)
    noteDirections(Int(slot))
    consumer.close(Int(slot), .evicted, last)
    forget(slot)
    slots[flows[Int(slot)].key] = nil
    streams[Int(slot) * 2] = StreamAssembler()
    streams[Int(slot) * 2 + 1] = StreamAssembler()
    unlink(slot)
    freeSlots.append(slot)
  }

  /// Delivers what waits in the one conversation that is left, since it alone is more than there may be.
  private mutating func giveUpPending(_ slot: Int, _ consumer: inout some StreamConsumer) {
    let before = cost(slot)
    if before > 0 { summary.givenUpHoles += 1 }
    for side in [FlowSide.first, .second] {
      let context = StreamContext(
        flow: slot, side: side, now: last, acknowledged: 0)
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
