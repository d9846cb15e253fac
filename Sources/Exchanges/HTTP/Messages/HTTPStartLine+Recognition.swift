package import Streams
import TextOutput

// Telling a message by its beginning.

extension HTTPStartLine {
  /// What an unfinished first line may begin with.
  private static let beginnings = [
    "GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "PATCH ", "CONNECT ", "TRACE ", "PROPFIND ", "HTTP/1.",
  ].map { Array($0.utf8) }

  /// Whether bytes begin like a message.
  /// - Parameter least: how many bytes of an unfinished line say something.
  package static func recognize(_ bytes: Span<UInt8>, _ start: Int, least: Int = 3) -> Recognition {
    var begin = start
    while begin < bytes.count, bytes[begin] == 0x0D || bytes[begin] == 0x0A { begin += 1 }
    guard begin < bytes.count, isTokenByte(bytes[begin]) else { return .no }
    var end = begin
    var hasControl = false
    while end < bytes.count, bytes[end] != 0x0A {
      if !hasControl, bytes[end] < 0x20, bytes[end] != 0x0D, bytes[end] != 0x09 {
        guard hasBeginning(bytes, begin, end) else { return .no }
        hasControl = true
      }
      end += 1
    }
    if end < bytes.count {
      let stop = end > begin && bytes[end - 1] == 0x0D ? end - 1 : end
      return HTTPStartLine(bytes.extracting(begin..<stop)) != nil ? .yes : .no
    }
    return beginnings.contains { hasPrefix(bytes, begin, $0, least: least) } ? .maybe : .no
  }

  /// Reads a line whose packet was not captured to its end, as far as it goes: a method and the beginning of a target, or a
  /// version and a status; nil if that much is not there.
  package init?(cut bytes: Span<UInt8>) {
    var (begin, end) = (0, bytes.count)
    while begin < end, bytes[begin] == 0x0D || bytes[begin] == 0x0A { begin += 1 }
    if end > begin, bytes[end - 1] == 0x0D { end -= 1 }
    let line = bytes.extracting(begin..<end)
    if let whole = HTTPStartLine(line) {
      self = whole
      return
    }
    guard Self.recognize(line, 0) == .maybe,
      let method = Self.beginnings.first(where: { $0.last == 0x20 && Self.hasPrefix(line, 0, $0, least: $0.count) })
    else { return nil }
    var start = method.count
    while start < line.count, line[start] == 0x20 { start += 1 }
    var stop = start
    while stop < line.count, line[stop] != 0x20 { stop += 1 }
    guard start < stop else { return nil }
    kind = .request(
      method: String(text: line.extracting(0..<method.count - 1)), target: String(text: line.extracting(start..<stop)))
    minorVersion = 1
  }

  /// Whether `start..<end` begins with a method that is known and a space, or with the version of a response.
  package static func hasBeginning(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
    beginnings.contains { end - start >= $0.count && hasPrefix(bytes, start, $0, least: $0.count) }
  }

  private static func hasPrefix(_ bytes: Span<UInt8>, _ start: Int, _ word: [UInt8], least: Int) -> Bool {
    let count = min(bytes.count - start, word.count)
    for index in 0..<count where bytes[start + index] != word[index] { return false }
    return count >= least
  }
}
