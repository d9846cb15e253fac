/// What a client's Accept-Encoding fields allow (RFC 9110 section 12.5.3).
struct AcceptEncoding {
  /// Whether gzip is accepted: named, or covered by `*`, with a weight that is not 0.
  var allowsGzip = false

  /// - Parameter fields: the values of the field, one for each line.
  init(_ fields: [String]) {
    var weights: [String: Bool] = [:]
    for member in fields.joined(separator: ",").split(separator: ",") {
      let parts = member.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      guard let coding = parts.first else { continue }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      weights[coding] = weight.map { (Double($0) ?? 0) > 0 } ?? true
    }
    allowsGzip = weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? false
  }
}
