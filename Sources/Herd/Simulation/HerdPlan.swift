/// What is simulated: how many clients use a service, how it fails, and what it can carry.
public struct HerdPlan: Sendable, Hashable, Codable {
  /// How much a service can carry.
  public struct Capacity: Sendable, Hashable, Codable {
    /// Requests per second.
    public var rate: Double
    /// How long it lets a request wait, in seconds. If a request would have to wait longer, it is answered with 503 at once.
    public var longestWait: Double

    /// A service that answers `rate` requests per second and lets none wait longer than `longestWait` seconds.
    public init(rate: Double, longestWait: Double) {
      self.rate = rate
      self.longestWait = longestWait
    }
  }

  /// How many clients there are.
  public var clients: Int
  /// How often each client begins a use, in seconds. A client that is still busy leaves uses out.
  public var period: Double
  /// What the service does during the outage.
  public var outage: ServiceState
  /// How long the outage takes, in seconds. It begins at 0.
  public var duration: Double
  /// What the service can carry; nil if that has no limit.
  public var capacity: Capacity?
  /// How many seconds before and after the outage are simulated.
  public var lead: Double
  public var after: Double
  /// The length of a bin of the results, in seconds.
  public var bin: Double
  /// The seed of all random decisions.
  public var seed: UInt64

  /// A plan; see the properties.
  public init(
    clients: Int, period: Double, outage: ServiceState, duration: Double, capacity: Capacity? = nil, lead: Double = 10,
    after: Double, bin: Double = 1, seed: UInt64 = 1
  ) {
    self.clients = clients
    self.period = period
    self.outage = outage
    self.duration = duration
    self.capacity = capacity
    self.lead = lead
    self.after = after
    self.bin = bin
    self.seed = seed
  }

  /// The end of the simulation, in seconds since the beginning of the outage.
  public var horizon: Double { duration + after }
  /// How many bins there are.
  var binCount: Int { Int(((horizon + lead) / bin).rounded(.up)) }
}
