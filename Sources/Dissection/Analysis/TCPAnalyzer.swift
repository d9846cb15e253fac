import Streams
import Wire

/// Says of each TCP segment what Wireshark says, by the rules of its `tcp_analyze_sequence_number`: which conversation it
/// belongs to, its place in it, and whether it was sent before, comes late, repeats an acknowledgment, or fills a window.
///
/// What is held is bounded: the conversations unused for longest are forgotten when it is too much.
struct TCPAnalyzer {
  /// What a conversation's place costs, used or not, and what its key costs in a table that is half full.
  private static let placeCost = MemoryLayout<TCPConversation>.stride
  private static let keyCost = 2 * (MemoryLayout<FlowKey>.stride + 8)

  /// The places of the conversations that are known.
  private var places: [FlowKey: Int32] = [:]
  private var conversations: [TCPConversation] = []
  private var free: [Int32] = []
  /// What waits in them to be acknowledged, in bytes.
  private var waitingBytes = 0
  /// How many conversations began so far: the number of the next one.
  private(set) var begun = 0
  /// How many bytes may be held.
  private let budget: Int
  /// How many were forgotten.
  private(set) var forgotten = 0

  /// - Parameter budget: how many bytes may be held.
  init(budget: Int) {
    self.budget = budget
  }

  /// Takes the next segment of the capture.
  ///
  /// - Parameter isQuoted: whether it is part of an ICMP error, which says nothing about the conversation's state.
  mutating func analyze(
    _ segment: TCPSegmentFields, _ key: FlowKey, isLower: Bool, frame: Frame, isQuoted: Bool
  ) -> TCPAnalysis {
    let time = frame.timestamp.nanoseconds
    let (place, isNew) = place(of: key, at: time)
    if isQuoted {
      conversations[place].isNew = isNew
      return quoted(segment, conversations[place], isLower)
    }
    var conversation = exchange(&conversations[place], with: TCPConversation(stream: 0, time: 0))
    let result = analyze(segment, &conversation, isNew: isNew, isLower: isLower, frame: frame)
    conversations[place] = conversation
    if heldBytes > budget { forget() }
    return result
  }

  private var heldBytes: Int {
    conversations.count * Self.placeCost + places.count * Self.keyCost + waitingBytes
  }

  /// Where a conversation is, and whether it is new.
  private mutating func place(of key: FlowKey, at time: Int64) -> (place: Int, isNew: Bool) {
    if let place = places[key] { return (Int(place), false) }
    // Room that is not used yet costs nothing; growing would have all of it twice.
    if conversations.count == 1024 { conversations.reserveCapacity(budget / (Self.placeCost + Self.keyCost) + 2) }
    let place = free.popLast() ?? Int32(clamping: conversations.count)
    let conversation = begin(at: time)
    if Int(place) == conversations.count {
      conversations.append(conversation)
    } else {
      conversations[Int(place)] = conversation
    }
    places[key] = place
    return (Int(place), true)
  }

  private mutating func analyze(
    _ segment: TCPSegmentFields, _ conversation: inout TCPConversation, isNew: Bool, isLower: Bool, frame: Frame
  ) -> TCPAnalysis {
    let time = frame.timestamp.nanoseconds
    let before = conversation.waitingBytes
    conversation.isNew = isNew
    var findings: TCPFindings = []
    if !isLower { swap(&conversation.directions.0, &conversation.directions.1) }
    var isRepeatedSYN = false
    if segment.isSYN, let base = conversation.directions.0.base {
      isRepeatedSYN = !segment.isACK && base == segment.sequence
      if base != segment.sequence {
        findings.insert(.reusedPorts)
        if segment.isACK {
          conversation.directions.0.base = segment.sequence
        } else {
          conversation = begin(at: time)
          conversation.completeness = 1
          conversation.isNew = false
        }
      }
    }
    if isRepeatedSYN { conversation.directions.0.state.beginAgain() }
    var result = step(segment, &conversation, frame, findings)
    if isRepeatedSYN { result.hasFindings = true }
    if !isLower { swap(&conversation.directions.0, &conversation.directions.1) }
    waitingBytes += conversation.waitingBytes - before
    return result
  }

  private mutating func begin(at time: Int64) -> TCPConversation {
    defer { begun += 1 }
    return TCPConversation(stream: begun, time: time)
  }

  /// Goes on where `count` conversations had begun, as if it had seen the packets before.
  ///
  /// - Parameter forgets: whether the conversations that are known had been forgotten by then.
  mutating func resume(after count: Int, forgets: Bool) {
    begun = count
    guard forgets else { return }
    (places, conversations, free, waitingBytes) = ([:], [], [], 0)
  }

  /// Forgets the quarter of the conversations that was unused for longest; of a single one, what waits in it.
  private mutating func forget() {
    let times = places.values.map { conversations[Int($0)].previousTime }.sorted()
    let limit = times[times.count / 4]
    for (key, place) in places where conversations[Int(place)].previousTime <= limit {
      waitingBytes -= conversations[Int(place)].waitingBytes
      conversations[Int(place)] = TCPConversation(stream: 0, time: 0)
      free.append(place)
      places[key] = nil
      forgotten += 1
    }
  }

  private func quoted(_ segment: TCPSegmentFields, _ conversation: TCPConversation, _ isLower: Bool) -> TCPAnalysis {
    let own = isLower ? conversation.directions.0 : conversation.directions.1
    let other = isLower ? conversation.directions.1 : conversation.directions.0
    var result = TCPAnalysis(stream: conversation.stream)
    result.relativeSequence = segment.sequence &- (own.base ?? 0)
    result.relativeAcknowledgment = segment.isACK ? segment.acknowledgment &- (other.base ?? 0) : segment.acknowledgment
    result.window = UInt32(segment.window)
    return result
  }

  /// Both directions are at hand: 0 is the sender's own.
  private func step(
    _ segment: TCPSegmentFields, _ conversation: inout TCPConversation, _ frame: Frame, _ found: TCPFindings
  ) -> TCPAnalysis {
    let time = frame.timestamp.nanoseconds
    setBases(segment, &conversation)
    var result = TCPAnalysis(stream: conversation.stream)
    result.findings = found
    result.hasFindings = !found.isEmpty
    let sequence = segment.sequence &- (conversation.directions.0.base ?? 0)
    let acknowledgment =
      segment.isACK ? segment.acknowledgment &- (conversation.directions.1.base ?? 0) : segment.acknowledgment
    result.relativeSequence = sequence
    result.relativeAcknowledgment = acknowledgment
    result.relativeNext =
      sequence &+ UInt32(truncatingIfNeeded: segment.length) &+ (segment.isSYN || segment.isFIN ? 1 : 0)
    // As tshark has it in one pass: what was seen before this segment.
    result.completeness = conversation.completeness
    conversation.completeness |= Self.completeness(of: segment, isFirst: conversation.isNew)
    scaleWindow(segment, &conversation, &result)
    result.sinceFirst = time &- conversation.firstTime
    result.sincePrevious = time &- conversation.previousTime
    conversation.previousTime = time
    let flags = TCPFlags(rawValue: UInt8(truncatingIfNeeded: segment.flags))
    let rules = TCPSequenceRules(
      sequence: segment.sequence, acknowledgment: segment.acknowledgment, flags: flags, window: segment.window,
      length: UInt32(truncatingIfNeeded: segment.length), packet: frame.number, time: time,
      initialRoundTrip: conversation.handshake.initialRoundTrip)
    result.add(rules.apply(&conversation.directions.0.state, &conversation.directions.1.state))
    let flight = TCPFlight(segment: segment, frame: frame.number, time: time, end: rules.segmentEnd)
    flight.apply(&conversation.directions.0, &conversation.directions.1, &result)
    conversation.handshake.take(flags, at: time)
    if segment.isFIN {
      let closesFirst = !conversation.directions.1.isCloser
      if closesFirst { conversation.directions.0.isCloser = true }
      result.closesFirst = closesFirst
    }
    result.initialRoundTrip = conversation.handshake.initialRoundTrip
    return result
  }

  private func setBases(_ segment: TCPSegmentFields, _ conversation: inout TCPConversation) {
    if conversation.directions.0.base == nil {
      conversation.directions.0.base = segment.isSYN ? segment.sequence : segment.sequence &- 1
    }
    if conversation.directions.1.base == nil, segment.isACK {
      conversation.directions.1.base = segment.acknowledgment &- 1
    }
  }

  private static func completeness(of segment: TCPSegmentFields, isFirst: Bool) -> UInt8 {
    // The first segment of a conversation says something only if it is a SYN.
    if isFirst {
      guard segment.isSYN, !segment.isACK else { return 0 }
      return segment.length > 0 ? 9 : 1
    }
    var bits: UInt8 = 0
    if segment.isSYN, segment.isACK { bits |= 2 }
    if segment.isACK, !segment.isSYN { bits |= segment.length > 0 ? 8 : 4 }
    if segment.isFIN, segment.isACK { bits |= 16 }
    if segment.isRST { bits |= 32 }
    return bits
  }

  private func scaleWindow(
    _ segment: TCPSegmentFields, _ conversation: inout TCPConversation, _ result: inout TCPAnalysis
  ) {
    if segment.isSYN {
      conversation.directions.0.state.learnWindowShift(
        segment.options.windowShift, isAnswer: segment.isACK, &conversation.directions.1.state)
      result.window = UInt32(segment.window)
      return
    }
    let shift = Int(conversation.directions.0.state.windowShift)
    result.window = UInt32(segment.window) << UInt32(max(0, shift))
    result.scaleFactor = shift < 0 ? Int32(shift) : 1 << Int32(shift)
  }
}
