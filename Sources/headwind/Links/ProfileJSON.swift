import LinkConditions

/// A profile or a timeline as a row of `--json`.
struct ProfileJSON: Encodable {
  var kind: String
  var name: String
  var summary: String?
  var source: String?
  /// The conditions in words, as the table has them.
  var downlink: String?
  var uplink: String?
  /// In bits per second, without a ramp; nil if it is not limited.
  var downlinkBandwidth: Double?
  var uplinkBandwidth: Double?
  /// In seconds.
  var downlinkDelay: Double?
  var uplinkDelay: Double?
  var downlinkJitter: Double?
  var uplinkJitter: Double?
  /// The phases of a timeline, in words.
  var phases: String?
  /// The file, for `profile show`.
  var yaml: String?

  init(_ profile: Profile) {
    kind = "profile"
    (name, summary, source) = (profile.name, profile.summary, profile.source)
    (downlink, uplink) = (ProfileText.brief(profile.downlink), ProfileText.brief(profile.uplink))
    (downlinkBandwidth, uplinkBandwidth) = (Self.rate(profile.downlink), Self.rate(profile.uplink))
    (downlinkDelay, uplinkDelay) = (Self.seconds(profile.downlink.delay), Self.seconds(profile.uplink.delay))
    (downlinkJitter, uplinkJitter) = (Self.seconds(profile.downlink.jitter), Self.seconds(profile.uplink.jitter))
  }

  init(_ name: String, _ timeline: Timeline) {
    kind = "timeline"
    self.name = name
    phases = TimelineWords.line(about: timeline)
  }

  private static func rate(_ conditions: DirectionConditions) -> Double? {
    conditions.bandwidth.map { Double($0.bitsPerSecond) }
  }

  private static func seconds(_ time: LinkDuration) -> Double { Double(time.nanoseconds) / 1e9 }
}
