/// Assembles the first line of a request from its segments.
struct RequestLine: Sendable {
  private(set) var bytes: [UInt8] = []
  private var isComplete = true

  /// Starts a new request.
  mutating func begin() {
    bytes = []
    isComplete = false
  }

  /// Reads more bytes. Returns true if they complete the line.
  mutating func read(_ payload: Span<UInt8>, from start: Int) -> Bool {
    guard !isComplete else { return false }
    for index in start..<payload.count {
      let byte = payload[index]
      if byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") {
        isComplete = true
        return !bytes.isEmpty
      }
      guard bytes.count < RequestPattern.longestLine else {
        isComplete = true
        return false
      }
      bytes.append(byte)
    }
    return false
  }
}
