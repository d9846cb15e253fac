import Wire

extension Direction {
  /// Says how the stream ended, after all that could be read was read.
  mutating func finish(_ session: inout Session, _ receiver: inout some TLSReceiver) {
    isFinished = true
    waiting = nil
    let rest = queue.gaps.reduce(Int64(queue.bytes.count)) { $0 + $1.count }
    let isInsideRecord = rest > 0 || tornBytes > 0
    if rest > 0 {
      loss.add(side, offset..<offset + rest, records: isScanning ? nil : 1, .missing)
      offset += rest
    }
    queue = StreamQueue()
    message = MessageBuffer()
    if failures > 0, !hasOpened, unreadable == nil,
      let clientRandom = session.handshake(max(0, number)).clientRandom
    {
      giveUp(.wrongSecret(clientRandom), &session, &receiver)
    }
    if number < 0 {
      session.change(0) { state in
        if side == .client { state.isClientHelloLost = true } else { state.isServerHelloLost = true }
      }
    }
    if side == .server { session.change(0) { $0.answerEarlyData(.unknown) } }
    say(loss: loss.take(), &receiver)
    keys = []
    receiver.ended(side, ending ?? (isInsideRecord ? .insideRecord : .withoutAlert))
  }
}
