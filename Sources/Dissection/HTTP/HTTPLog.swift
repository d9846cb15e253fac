import DequeModule

/// What all conversations share: numbers, the exchanges that ended, decoders, and the count of what is held.
struct HTTPLog {
  let options: HTTPOptions
  var pool = DecoderPool()
  var heldBytes = 0
  private(set) var issued = 0
  private var ended: Deque<HTTPExchange> = []

  init(_ options: HTTPOptions) {
    self.options = options
  }

  var keepsDetail: Bool { options.wanted != nil }

  /// The next number.
  mutating func issue() -> Int {
    issued += 1
    heldBytes += OpenExchange.cost
    return issued
  }

  mutating func retire(_ exchange: HTTPExchange) {
    heldBytes -= OpenExchange.cost
    ended.append(exchange)
  }

  mutating func next() -> HTTPExchange? { ended.popFirst() }
}
