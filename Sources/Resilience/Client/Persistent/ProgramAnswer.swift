internal import FoundationEssentials

/// What a program that lives on answers to a task.
struct ProgramAnswer: Equatable {
  /// How it went.
  enum Result: String, Codable {
    /// The program got all that it asked for.
    case ok
    /// It did not.
    case error
    /// It does not support the scenario.
    case declined
  }

  var result: Result
  /// What it says about it.
  var text: String

  /// The exit status by which a program that makes one request and ends says the same.
  var status: Int32 {
    switch result {
    case .ok: 0
    case .error: 1
    case .declined: Judge.unsupported
    }
  }

  init(_ result: Result, text: String = "") {
    self.result = result
    self.text = text
  }

  private struct Line: Decodable {
    var id: Int
    var result: Result
    var text: String?
  }

  /// Reads a line of the program's output; nil if it is no answer to the task with this number. Programs print all sorts of lines.
  init?(line: some StringProtocol, to number: Int) {
    guard line.first == "{", let read = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)),
      read.id == number
    else { return nil }
    result = read.result
    text = read.text ?? ""
  }

  /// Reads the status of an HTTP response: success, 501 Not Implemented (RFC 9110 section 15.6.2), or anything else.
  init(httpStatus: Int, text: String) {
    switch httpStatus {
    case 200..<300: result = .ok
    case 501: result = .declined
    default: result = .error
    }
    self.text = result == .ok ? text : "status \(httpStatus) \(text)"
  }

  private struct Greeting: Decodable {
    var ready: Bool
  }

  /// Whether a line of the program's output is `{"ready": true}`.
  static func isGreeting(_ line: some StringProtocol) -> Bool {
    line.first == "{" && (try? JSONDecoder().decode(Greeting.self, from: Data(line.utf8)))?.ready == true
  }
}
