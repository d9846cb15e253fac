/// The load that a population puts on a service, over time, and what it comes to.
public struct HerdCurves: Sendable, Equatable, Codable {
  /// The largest value of a curve.
  public struct Peak: Sendable, Equatable, Codable {
    /// Per second.
    public var rate: Double
    /// The beginning of its bin, in seconds since the end of the outage; negative before.
    public var at: Double
  }

  /// When each bin begins, in seconds since the beginning of the outage.
  public var times: [Double]
  /// Per second.
  public var requests: [Double]
  public var syns: [Double]
  public var handshakes: [Double]
  public var queries: [Double]
  /// Requests per second that an overloaded service answered with 503, and those whose clients did not wait for the answer.
  public var shed: [Double]
  public var abandoned: [Double]
  /// How many clients have failed and were not served since, at the end of each bin.
  public var unserved: [Int]
  /// The requests, SYNs, handshakes and queries per second without an outage.
  public var normal: Rates
  /// The most requests, SYNs, handshakes and queries per second during the outage, and after it.
  public var during: Peaks
  public var after: Peaks
  /// Uses that began, that succeeded, that failed, and that were under way at the end.
  public var begun: Int
  public var succeeded: Int
  public var failed: Int
  public var pending: Int
  /// The seconds from the end of the outage until half of the clients that it left without service were served, and until 99 % were, for
  /// good; nil if that takes longer than was simulated.
  public var halfServed: Double?
  public var recovered: Double?

  /// A value for each kind of event.
  public struct Rates: Sendable, Equatable, Codable {
    public var requests: Double
    public var syns: Double
    public var handshakes: Double
    public var queries: Double
  }

  /// A peak for each kind of event.
  public struct Peaks: Sendable, Equatable, Codable {
    public var requests: Peak
    public var syns: Peak
    public var handshakes: Peak
    public var queries: Peak
  }

  /// The largest number of requests per second after the outage, as a multiple of the normal one.
  public var peakOverNormal: Double { normal.requests > 0 ? after.requests.rate / normal.requests : 0 }

  init(_ tally: Tally, _ model: HerdModel, _ plan: HerdPlan) {
    let places = 0..<plan.binCount
    times = places.map { Double($0) * plan.bin - plan.lead }
    let rate = { (counts: [Int32]) in counts.map { Double($0) / plan.bin } }
    (queries, syns) = (rate(tally[.query]), rate(tally[.syn]))
    (handshakes, requests) = (rate(tally[.handshake]), rate(tally[.request]))
    (shed, abandoned) = (rate(tally.shed), rate(tally.abandoned))
    var count = 0
    unserved = tally.troubled.map { change in
      count += Int(change)
      return count
    }
    let uses = Double(plan.clients) / plan.period
    normal = Rates(
      requests: uses * model.cost(.request), syns: uses * model.cost(.syn), handshakes: uses * model.cost(.handshake),
      queries: uses * model.cost(.query))
    let end = places.first { Double($0 + 1) * plan.bin - plan.lead > plan.duration } ?? places.endIndex
    let start = places.first { Double($0 + 1) * plan.bin - plan.lead > 0 } ?? 0
    let curves = (requests, syns, handshakes, queries)
    let peaks = { (range: Range<Int>) in
      let peak = { (curve: [Double]) in
        let place = range.max { (curve[$0], $1) < (curve[$1], $0) } ?? 0
        return Peak(
          rate: range.isEmpty ? 0 : curve[place], at: Double(place) * plan.bin - plan.lead - plan.duration)
      }
      return Peaks(
        requests: peak(curves.0), syns: peak(curves.1), handshakes: peak(curves.2), queries: peak(curves.3))
    }
    (during, after) = (peaks(start..<max(start, end)), peaks(end..<places.endIndex))
    (begun, succeeded, failed, pending) = (tally.begun, tally.succeeded, tally.failed, tally.pending)
    let left = end > 0 ? Double(unserved[end - 1]) : 0
    let waiting = unserved
    let served = { (share: Double) -> Double? in
      let limit = left * share
      let last = places.last { $0 >= max(end - 1, 0) && Double(waiting[$0]) > limit }
      guard let last else { return 0 }
      return last + 1 < places.endIndex ? max(0, Double(last + 2) * plan.bin - plan.lead - plan.duration) : nil
    }
    (halfServed, recovered) = (served(0.5), served(0.01))
  }
}
