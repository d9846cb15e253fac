import Statistics

/// Attempts as they were observed, by their number in the use. Times between observed ones occur, too.
struct ObservedRetries: Sendable {
  private struct Sample: Sendable {
    var gap: Double
    var events: [WireEvent]
    var patience: Double
  }

  private struct Row: Sendable {
    /// After these another attempt followed, in the order of their gaps.
    var continuing: [Sample] = []
    /// After these the client gave up.
    var ending: [Sample] = []
  }

  private var rows: [Row] = []
  /// Whether a client was observed that had not given up in the end. It goes on as in its last attempts.
  private let isEndless: Bool

  init(_ courses: [Course]) {
    isEndless = courses.contains(where: \.isCut)
    for course in courses {
      for (index, attempt) in course.attempts.enumerated() {
        if index == rows.count { rows.append(Row()) }
        let isLast = index == course.attempts.count - 1
        let gap = isLast ? course.ending : course.attempts[index + 1].gap
        let sample = Sample(gap: gap, events: attempt.events, patience: attempt.abandoned ?? gap)
        if !isLast {
          rows[index].continuing.append(sample)
        } else if !course.isCut {
          rows[index].ending.append(sample)
        }
      }
    }
    // The last attempts of courses that were cut say nothing of what followed.
    rows = rows.filter { !$0.continuing.isEmpty || !$0.ending.isEmpty }
    for index in rows.indices { rows[index].continuing.sort { $0.gap < $1.gap } }
  }

  func failing(attempt number: Int, _ random: inout SplitMix64) -> HerdModel.Failing {
    guard let row = row(number) else {
      return HerdModel.Failing(events: [], gap: 0, isLast: true, patience: .infinity)
    }
    let count = row.continuing.count + row.ending.count
    let place = min(Int(random.unit() * Double(count)), count - 1)
    if place < row.ending.count {
      let sample = row.ending[place]
      return HerdModel.Failing(events: sample.events, gap: sample.gap, isLast: true, patience: sample.patience)
    }
    return Self.between(row.continuing, random.unit())
  }

  /// The row of an attempt. Beyond those that were observed, a client that goes on repeats its last attempts, and another one gives up.
  private func row(_ number: Int) -> Row? {
    if number < rows.count { return rows[number] }
    return isEndless ? rows.last { !$0.continuing.isEmpty } : rows.last.map { Row(ending: $0.ending) }
  }

  /// A sample whose gap is between two observed ones, with the events of the shorter one.
  private static func between(_ samples: [Sample], _ share: Double) -> HerdModel.Failing {
    let position = share * Double(samples.count - 1)
    let place = Int(position)
    let sample = samples[place]
    let next = place + 1 < samples.count ? samples[place + 1].gap : sample.gap
    let gap = sample.gap + (position - Double(place)) * (next - sample.gap)
    return HerdModel.Failing(events: sample.events, gap: gap, isLast: false, patience: min(sample.patience, gap))
  }
}
