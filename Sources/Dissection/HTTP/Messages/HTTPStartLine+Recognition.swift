// Telling a message by its beginning.

extension HTTPStartLine {
  /// What an unfinished first line may begin with.
  private static let beginnings = [
    "GET ", "POST ", "PUT ", "HEAD ", "DELETE ", "OPTIONS ", "PATCH ", "CONNECT ", "TRACE ", "PROPFIND ", "HTTP/1.",
  ].map { Array($0.utf8) }

  /// Whether bytes begin like a message.
  /// - Parameter least: how many bytes of an unfinished line say something.
  static func recognize(_ bytes: Span<UInt8>, _ start: Int, least: Int = 3) -> Recognition {
    var begin = start
    while begin < bytes.count, bytes[begin] == 0x0D || bytes[begin] == 0x0A { begin += 1 }
    guard begin < bytes.count, isTokenByte(bytes[begin]) else { return .no }
    var end = begin
    while end < bytes.count, bytes[end] != 0x0A {
      guard bytes[end] >= 0x20 || bytes[end] == 0x0D || bytes[end] == 0x09 else { return .no }
      end += 1
    }
    if end < bytes.count {
      let stop = end > begin && bytes[end - 1] == 0x0D ? end - 1 : end
      return HTTPStartLine(bytes.extracting(begin..<stop)) != nil ? .yes : .no
    }
    return beginnings.contains { hasPrefix(bytes, begin, $0, least: least) } ? .maybe : .no
  }

  private static func hasPrefix(_ bytes: Span<UInt8>, _ start: Int, _ word: [UInt8], least: Int) -> Bool {
    let count = min(bytes.count - start, word.count)
    for index in 0..<count where bytes[start + index] != word[index] { return false }
    return count >= least
  }
}
