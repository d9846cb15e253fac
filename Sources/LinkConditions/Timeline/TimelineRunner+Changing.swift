extension TimelineRunner {
  /// The profile in force and the pending phases.
  public var progress: TimelineProgress {
    TimelineProgress(profile: profile, pending: Array(pendingPhases), repeats: repeats)
  }

  /// Starts another timeline, and keeps the known conversations.
  public mutating func restart(_ timeline: Timeline, at now: LinkInstant) {
    var fresh = TimelineRunner(timeline, startingAt: now)
    fresh.isAttentive = isAttentive
    fresh.keepConversations(of: self)
    self = fresh
  }
}
