/// A request that was sent while the body of another was unfinished, so that the server takes it for a part of this body.
struct StrayRequest: Sendable, Hashable {
  /// The method, with whatever letters of the body stand before it.
  private let method: String
  let target: String

  /// Whether it is a certain request.
  func isSame(as asked: AskedRequest) -> Bool {
    method.hasSuffix(asked.method) && asked.url.hasSuffix(target)
  }

  /// Finds the request lines (RFC 9112 section 3) of HTTP/1.1 in what came of a body.
  static func all(in body: [UInt8]) -> [StrayRequest] {
    let end = Array(" HTTP/1.1\r\n".utf8)
    var found: [StrayRequest] = []
    var place = 0
    while let space = body[place...].firstIndex(of: end[0]) {
      place = space + 1
      guard body[space...].starts(with: end) else { continue }
      let target = body[..<space].suffix(longestTarget).reversed().prefix { $0 > 0x20 && $0 < 0x7f }
      let method = body[..<(space - target.count)].dropLast().suffix(longestMethod).reversed()
        .prefix { (0x41...0x5a).contains($0) }
      guard !target.isEmpty, !method.isEmpty else { continue }
      found.append(
        StrayRequest(
          method: String(decoding: method.reversed(), as: UTF8.self),
          target: String(decoding: target.reversed(), as: UTF8.self)))
    }
    return found
  }

  private static let longestTarget = 2048
  private static let longestMethod = 20
}
