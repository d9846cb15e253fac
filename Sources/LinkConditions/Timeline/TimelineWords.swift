/// A timeline in words.
public enum TimelineWords {
  /// One line: the first profile, and each phase with what starts it.
  public static func line(about timeline: Timeline) -> String {
    var words = [timeline.first.name]
    for phase in timeline.phases {
      words.append("\(phase.event.map { "\($0)" } ?? phase.profile.name) \(phase.trigger)")
    }
    switch timeline.repetition {
    case .forever: words.append("again and again")
    case .times(let count) where count > 1: words.append("\(count) times")
    case .times: break
    }
    return words.joined(separator: ", then ")
  }
}
