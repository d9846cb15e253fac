/// The field lines of a head (RFC 9112 section 5), as ranges of its bytes.
struct HeadLines {
  struct Line {
    var name: Range<Int>
    /// Without white space around it.
    var value: Range<Int>
    /// Whether it goes on with the value of the line before (obsolete line folding).
    var isContinuation: Bool
  }

  private var position: Int
  private let end: Int

  /// - Parameter start: where the head's first line begins.
  init(_ head: Span<UInt8>, from start: Int) {
    position = start
    end = head.count
    _ = line(head)
  }

  /// The next line; nil at the empty one.
  mutating func next(_ head: Span<UInt8>) -> Line? {
    guard let line = line(head), !line.isEmpty else { return nil }
    if HTTPFields.isSpace(head[line.lowerBound]) {
      return Line(name: line.lowerBound..<line.lowerBound, value: trim(head, line), isContinuation: true)
    }
    var colon = line.lowerBound
    while colon < line.upperBound, head[colon] != 0x3A { colon &+= 1 }
    let value = min(colon &+ 1, line.upperBound)..<line.upperBound
    return Line(name: trim(head, line.lowerBound..<colon), value: trim(head, value), isContinuation: false)
  }

  private mutating func line(_ head: Span<UInt8>) -> Range<Int>? {
    guard position < end else { return nil }
    let start = position
    while position < end, head[position] != 0x0A { position &+= 1 }
    var stop = position
    position &+= 1
    if stop > start, head[stop &- 1] == 0x0D { stop &-= 1 }
    return start..<stop
  }

  private func trim(_ head: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, stop) = (range.lowerBound, range.upperBound)
    while start < stop, HTTPFields.isSpace(head[start]) { start &+= 1 }
    while stop > start, HTTPFields.isSpace(head[stop &- 1]) { stop &-= 1 }
    return start..<stop
  }
}
