extension TimelineRunner {
  /// What is in force and what is still to come.
  public var progress: TimelineProgress {
    TimelineProgress(profile: profile, pending: Array(pendingPhases), repeats: repeats)
  }

  /// Begins with another timeline; the conversations that were seen so far stay known.
  public mutating func restart(_ timeline: Timeline, at now: LinkInstant) {
    var fresh = TimelineRunner(timeline, startingAt: now)
    fresh.isAttentive = isAttentive
    fresh.keepConversations(of: self)
    self = fresh
  }
}
