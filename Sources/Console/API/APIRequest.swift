/// A request to the console, as the API sees it.
package struct APIRequest: Sendable {
  package var method: String
  /// The parts of the path after `/api/`.
  package var path: [String]
  /// The query and the fields of a form in the body.
  package var parameters: [String: String]

  /// - Parameter target: the request's target, with its query.
  package init(method: String, target: String, form: String = "") {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.method = method
    path = (parts.first ?? "").split(separator: "/").dropFirst().map { Self.decoded(String($0)) }
    parameters = [:]
    for text in [parts.count > 1 ? String(parts[1]) : "", form] {
      for pair in text.split(separator: "&") {
        let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        parameters[Self.decoded(String(sides[0]))] = sides.count > 1 ? Self.decoded(String(sides[1])) : ""
      }
    }
  }

  /// Whether the answer may take seconds: it goes through many packets, or asks other processes.
  var isSlow: Bool {
    switch path.first {
    case "packets": path.count > 1 || parameters["wait"] != "false"
    case "exchanges": path.count > 1
    case "exchanges.har", "plots", "marks", "dns", "streams", "latencies", "links", "saved.html", "suites": true
    default: false
    }
  }

  /// The greatest number that is passed on. The sum of two of them is a number still.
  static let greatestNumber = Int.max / 2

  /// A parameter that is a number. Greater ones count as the greatest.
  func number(_ name: String, default usual: Int) throws(APIProblem) -> Int {
    guard let text = parameters[name] else { return usual }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isNumber else { throw APIProblem(400, "\(name) must be a number from 0 on, not '\(text)'") }
    return min(Int(text) ?? .max, Self.greatestNumber)
  }

  func text(_ name: String) throws(APIProblem) -> String {
    guard let text = parameters[name] else { throw APIProblem(400, "the parameter '\(name)' is missing") }
    return text
  }

  /// Undoes percent-encoding and, as in forms, plus signs.
  private static func decoded(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest.removeFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why a request was refused, with the status of the response.
struct APIProblem: Error {
  var status: Int
  var message: String
  /// For a filter: which characters are meant, and what may have been meant.
  var range: Range<Int>?
  var suggestions: [String] = []

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}
