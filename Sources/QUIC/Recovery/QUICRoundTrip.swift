/// How long packets and their acknowledgments take, in nanoseconds (RFC 9002 section 5).
public struct QUICRoundTrip: Hashable, Sendable {
  /// The last sample.
  public private(set) var latest: Int64
  /// The least sample, whatever the receiver said of its delay.
  public private(set) var least: Int64
  /// The greatest sample, without the delay of the receiver.
  public private(set) var greatest: Int64
  /// The moving average (`smoothed_rtt`).
  public private(set) var smoothed: Int64
  /// The mean deviation (`rttvar`).
  public private(set) var variation: Int64
  /// How many samples there were.
  public private(set) var samples: Int

  /// The first sample (section 5.3).
  init(first sample: Int64) {
    (latest, least, greatest, smoothed, variation, samples) = (sample, sample, sample, sample, sample / 2, 1)
  }

  /// Takes the next sample (section 5.3).
  ///
  /// - Parameter delay: what the receiver waited.
  /// - Returns: the delay as far as it counts.
  mutating func add(_ sample: Int64, delay: Int64) -> Int64 {
    latest = sample
    least = min(least, sample)
    let counted = sample &- delay >= least ? delay : 0
    let adjusted = sample &- counted
    greatest = max(greatest, adjusted)
    variation = variation / 4 &* 3 &+ abs(smoothed &- adjusted) / 4
    smoothed = smoothed / 8 &* 7 &+ adjusted / 8
    samples += 1
    return counted
  }

  /// After this long a packet is lost if a later one was acknowledged (section 6.1.2).
  var lossDelay: Int64 { max(1_000_000, max(smoothed, latest) / 8 &* 9) }
}
