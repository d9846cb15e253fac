/// The part of a representation that a 206 response contains (RFC 9110 section 14.4): `bytes 10000-39999/40000`.
struct ContentRange: Sendable, Hashable {
  var first: Int
  var last: Int
  /// The length of the whole representation; nil if the server does not tell.
  var complete: Int?

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, first <= last else { return nil }
    self.first = first
    self.last = last
    complete = parts[1] == "*" ? nil : Int(parts[1])
    if parts[1] != "*", complete.map({ $0 > last }) != true { return nil }
  }
}
