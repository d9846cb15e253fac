/// Why a conduct cannot be simulated.
public struct ConductError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, and where.
  public var description: String

  init(_ description: String) { self.description = description }
}

extension ClientConduct {
  /// Longer times than a day are no behaviour of a client that anyone could simulate.
  private static let longest = 86_400.0
  private static let mostAttempts = 100_000

  /// Checks what a file says.
  /// - Throws: `ConductError` that names the run and the value.
  public func check() throws(ConductError) {
    guard format == Self.format else { throw ConductError("this is not a conduct, but '\(format)'") }
    guard version == Self.version else {
      throw ConductError("the conduct has version \(version), but this headwind reads version \(Self.version)")
    }
    for (name, runs) in courses.sorted(by: { $0.key < $1.key }) {
      guard ServiceState(rawValue: name) != nil else {
        let names = ServiceState.allCases.map(\.rawValue).joined(separator: ", ")
        throw ConductError("courses.\(name): there is no such state of a service; write \(names)")
      }
      for (index, course) in runs.enumerated() { try Self.check(course, at: "courses.\(name)[\(index)]") }
    }
    for (index, course) in later.enumerated() { try Self.check(course, at: "later[\(index)]") }
    guard let first = self[.healthy].first?.attempts.first, !first.events.isEmpty else {
      throw ConductError("courses.healthy: no run, so that nobody knows what a use costs; measure the client again")
    }
  }

  private static func check(_ course: Course, at place: String) throws(ConductError) {
    guard (1...mostAttempts).contains(course.attempts.count) else {
      throw ConductError("\(place).attempts: \(course.attempts.count) attempts; there must be 1 to \(mostAttempts)")
    }
    try check(course.ending, at: "\(place).ending")
    for (number, attempt) in course.attempts.enumerated() {
      let place = "\(place).attempts[\(number)]"
      try check(attempt.gap, at: "\(place).gap")
      if let abandoned = attempt.abandoned { try check(abandoned, at: "\(place).abandoned") }
      for (index, event) in attempt.events.enumerated() {
        try check(event.offset, at: "\(place).events[\(index)].offset")
      }
    }
  }

  private static func check(_ seconds: Double, at place: String) throws(ConductError) {
    guard (0...longest).contains(seconds) else {
      throw ConductError("\(place): \(seconds) is not a time from 0 to \(Int(longest)) seconds")
    }
  }
}
