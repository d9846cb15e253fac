import Wire

// Streams (RFC 9113 section 5.1) and their windows (section 5.2).
extension HTTP2Connection {
  /// The window that every connection begins with (section 6.9.2).
  static let initialConnectionWindow: Int64 = 65_535
  private static let largestWindow: Int64 = 0x7FFF_FFFF

  /// Notes that a side uses a stream; opens the stream if it is new.
  ///
  /// - Parameter opens: whether the frame may open a stream.
  mutating func enter(
    _ stream: UInt32, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place, opens: Bool
  ) {
    guard stream != 0 else { return }
    if let half = streams[stream]?.halves[side.index] {
      if half.isEnded { receiver.receive(fault: .afterEnd, place) }
      return
    }
    let isNew = stream > greatest[Self.parity(stream)]
    guard isNew || isUncertain else { return }
    let isOpener = client.map { ($0 == side) == (stream & 1 == 1) } ?? opens
    if isNew, !isUncertain {
      if isOpener, !opens {
        receiver.receive(fault: .idleStream, place)
      } else if !isOpener, client == side {
        receiver.receive(fault: .streamNumber, place)
      }
    }
    makeRoom(&receiver, place)
    open(stream)
    // What opened it comes later in the capture, or never.
    if !isOpener { streams[stream]?.epoch = -1 }
  }

  /// Opens the stream of a push (section 8.4), on which the client sends nothing.
  mutating func openPromised(_ stream: UInt32, _ server: HTTP2Side, _ receiver: inout some HTTP2Receiver) {
    let place = framePlace(server)
    guard stream != 0, stream & 1 == 0, stream > greatest[1] else {
      if !isUncertain { receiver.receive(fault: .streamNumber, place) }
      return
    }
    makeRoom(&receiver, place)
    open(stream)
    streams[stream]?.halves[server.other.index].hasHead = true
    endHalf(of: stream, server.other)
  }

  mutating func open(_ stream: UInt32) {
    greatest[Self.parity(stream)] = max(greatest[Self.parity(stream)], stream)
    streams[stream] = HTTP2Stream(epoch: epoch)
    order.append(stream)
    ends[0].sendingCount += 1
    ends[1].sendingCount += 1
  }

  /// A side has ended its half of a stream.
  mutating func end(
    _ stream: UInt32, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    receiver.receiveEnd(place)
    endHalf(of: stream, side)
  }

  mutating func endHalf(of stream: UInt32, _ side: HTTP2Side) {
    guard let half = streams[stream]?.halves[side.index], !half.isEnded else { return }
    streams[stream]?.halves[side.index].isEnded = true
    ends[side.index].sendingCount -= 1
    if half.isStalled {
      streams[stream]?.halves[side.index].isStalled = false
      ends[side.index].stalledCount -= 1
    }
    if streams[stream]?.halves[side.other.index].isEnded == true { remove(stream) }
  }

  /// A stream is over, whatever it was about to say.
  mutating func close(_ stream: UInt32) {
    endHalf(of: stream, .first)
    endHalf(of: stream, .second)
  }

  private mutating func remove(_ stream: UInt32) {
    streams[stream] = nil
    // What is closed stays in `order` until it is the oldest, or until most of what is in it is closed.
    while oldest < order.count, streams[order[oldest]] == nil { oldest += 1 }
    guard order.count > 64, order.count - oldest > 2 * streams.count || oldest > order.count / 2 else { return }
    order = order[oldest...].filter { streams[$0] != nil }
    oldest = 0
  }

  /// Gives up the oldest stream if there are too many.
  private mutating func makeRoom(_ receiver: inout some HTTP2Receiver, _ place: HTTP2Place) {
    guard streams.count >= max(1, limits.streams) else { return }
    while oldest < order.count, streams[order[oldest]] == nil { oldest += 1 }
    guard oldest < order.count else { return }
    receiver.receive(fault: .tooManyStreams(limit: limits.streams), place)
    receiver.receiveAbandonment(of: order[oldest])
    close(order[oldest])
  }

  /// The end of a DATA frame, which counts for the windows with all of its payload (section 6.9.1).
  mutating func endData(
    _ header: HTTP2FrameHeader, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    let (index, stream, count) = (side.index, header.stream, Int64(header.payloadLength))
    enter(stream, side, &receiver, place, opens: false)
    ends[index].sent += count
    let known = streams.index(forKey: stream)
    if let known { streams.values[known].halves[index].sent += count }
    let streamWindow = known.flatMap { window(streams.values[$0], side) }
    if header.endsStream { end(stream, side, &receiver, place) }
    guard count > 0 else { return }
    let connectionWindow = connectionWindow(side)
    let least = min(streamWindow ?? 0, connectionWindow ?? 0)
    if least < 0 {
      receiver.receive(fault: .windowExceeded(by: min(count, -least)), place)
      // Window updates may be missing that nobody said were: the windows are not known any more.
      epoch += 1
      return
    }
    if let known, let streamWindow, streamWindow <= 0, !header.endsStream {
      stall(known, streamWindow, side, &receiver, place)
    }
    if let connectionWindow, connectionWindow <= 0, !ends[index].isStalled, ends[index].sendingCount > 0 {
      ends[index].isStalled = true
      receiver.receive(stall: HTTP2Stall(sender: side, stream: 0, window: connectionWindow), place)
    }
  }

  private mutating func stall(
    _ known: Dictionary<UInt32, HTTP2Stream>.Index, _ window: Int64, _ side: HTTP2Side,
    _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    let half = streams.values[known].halves[side.index]
    guard !half.isEnded, !half.isStalled else { return }
    streams.values[known].halves[side.index].isStalled = true
    ends[side.index].stalledCount += 1
    receiver.receive(stall: HTTP2Stall(sender: side, stream: place.stream, window: window), place)
  }

  mutating func takeWindowUpdate(
    _ increment: UInt32, _ side: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    receiver.receive(windowUpdate: increment, place)
    let sender = side.other
    guard increment > 0 else { return receiver.receive(fault: .windowIncrement(0), place) }
    if place.stream == 0 {
      ends[sender.index].granted += Int64(increment)
      guard let window = connectionWindow(sender) else { return }
      if window > Self.largestWindow { receiver.receive(fault: .windowIncrement(increment), place) }
      guard ends[sender.index].isStalled, window > 0 else { return }
      ends[sender.index].isStalled = false
      receiver.receive(resumption: HTTP2Stall(sender: sender, stream: 0, window: window), place)
    } else if streams[place.stream] != nil {
      streams[place.stream]?.halves[sender.index].granted += Int64(increment)
      if let window = streams[place.stream].flatMap({ self.window($0, sender) }), window > Self.largestWindow {
        receiver.receive(fault: .windowIncrement(increment), place)
      }
      resume(place.stream, sender, &receiver, place)
    } else if isIdle(place.stream, for: side) {
      receiver.receive(fault: .idleStream, place)
    }
  }

  /// Whether a side refers to a stream that it would have had to open first.
  func isIdle(_ stream: UInt32, for side: HTTP2Side) -> Bool {
    guard !isUncertain, let client, stream != 0, stream > greatest[Self.parity(stream)] else { return false }
    return (client == side) == (stream & 1 == 1)
  }

  /// New settings may have opened windows.
  mutating func resumeStreams(of sender: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place) {
    guard ends[sender.index].stalledCount > 0 else { return }
    for stream in streams.keys.filter({ streams[$0]?.halves[sender.index].isStalled == true }).sorted() {
      resume(stream, sender, &receiver, place)
    }
  }

  private mutating func resume(
    _ stream: UInt32, _ sender: HTTP2Side, _ receiver: inout some HTTP2Receiver, _ place: HTTP2Place
  ) {
    guard let state = streams[stream], state.halves[sender.index].isStalled else { return }
    let window = window(state, sender)
    // When the window is no longer known, only a new update shows that it is open.
    guard window ?? 1 > 0 else { return }
    streams[stream]?.halves[sender.index].isStalled = false
    ends[sender.index].stalledCount -= 1
    receiver.receive(resumption: HTTP2Stall(sender: sender, stream: stream, window: window ?? 0), place)
  }

  /// What a side may still send on the connection; nil if it is not known.
  func connectionWindow(_ side: HTTP2Side) -> Int64? {
    guard epoch == 0 else { return nil }
    return Self.initialConnectionWindow + ends[side.index].granted - ends[side.index].sent
  }

  /// What a side may still send on a stream; nil if it is not known.
  func window(_ stream: HTTP2Stream, _ side: HTTP2Side) -> Int64? {
    guard stream.epoch == epoch, ends[side.other.index].areSettingsKnown else { return nil }
    let half = stream.halves[side.index]
    return ends[side.other.index].initialWindow + half.granted - half.sent
  }
}
