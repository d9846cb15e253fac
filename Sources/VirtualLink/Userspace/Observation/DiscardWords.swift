import LinkConditions

/// What a capture and a timeline say about packets that were dropped after they had been queued.
enum DiscardWords {
  /// One line for each reason: `1 packet of the uplink was dropped by codel after 105 ms in the queue`.
  static func lines(_ discarded: [Discarded], _ direction: LinkDirection, _ discipline: QueueDiscipline) -> [String] {
    let reasons: [Admission.Drop] = [.discipline, .queueLimit, .switched, .loss]
    return reasons.compactMap { reason in
      let mine = discarded.filter { $0.reason == reason }
      guard let first = mine.first else { return nil }
      let packets =
        mine.count == 1 ? "1 packet of the \(direction) was" : "\(mine.count) packets of the \(direction) were"
      return
        "\(packets) dropped \(cause(reason, discipline)) after \((first.instant - first.admitted).milliseconds) in the queue"
    }
  }

  private static func cause(_ reason: Admission.Drop, _ discipline: QueueDiscipline) -> String {
    switch reason {
    case .discipline: "by \(discipline.name)"
    case .queueLimit: "by \(discipline.name): the queue was full"
    case .switched: "by switch"
    default: "by loss"
    }
  }
}
