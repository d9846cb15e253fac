internal import Glibc
internal import Testing

/// The link that the tests run on. A test can change its conditions and inspect its traffic.
///
///     @Test(.link("Slow Net")) func searchSurvivesAnOutage() async throws {
///       let link = try Link.current
///       async let results = search("apple")
///       try link.cut()
///       ...
///       try link.heal()
///       #expect(link.connections.allClosed(within: .seconds(1)))
///     }
///
/// There is one link for the whole process, which is why tests with a link trait run one after the other.
public struct Link: Sendable {
  @TaskLocal static var ofTest: Link?

  private let control: ControlSocket
  private let address: String
  /// The moment from which the link's traffic counts for this test.
  let start: LinkStart

  /// The link of the running test.
  ///
  /// Without a link trait, its traffic counts from this moment.
  /// - Throws: an error that says what to do, if there is no link.
  public static var current: Link {
    get throws(LinkError) {
      if let ofTest { return ofTest }
      return try Link()
    }
  }

  /// Whether the tests run on a link; for `.enabled(if: Link.isAvailable)`.
  public static var isAvailable: Bool { getenv("HEADWIND_CONTROL") != nil }

  /// How many seconds to wait while tests of other processes hold the link.
  private static let patience = 3600

  /// - Parameters:
  ///   - name: the text for this moment in the capture.
  ///   - holds: whether to wait until no other process holds the link, and then hold it.
  init(for name: String = "", holds: Bool = false) throws(LinkError) {
    guard let address = getenv("HEADWIND_CONTROL") else { throw LinkError.notOnALink }
    self.address = String(cString: address)
    control = try ControlSocket(self.address)
    if holds { try control.request("hold within \(Self.patience) s", taking: Self.patience) }
    start = try LinkStart(control.request("mark \(name)"))
  }

  /// Puts another profile in force, as `headwind link switch` does, and heals a cut.
  /// - Parameters:
  ///   - profile: the name of a profile, or the path of one.
  ///   - queued: what happens to the packets that wait for the bandwidth; nil for what the link's engine usually does.
  public func `switch`(to profile: String, queued: QueuedPackets? = nil) throws(LinkError) {
    try control.request("switch \(profile)\(queued.map { " queued \($0.rawValue)" } ?? "")")
  }

  /// What a switch does to the packets that wait for the bandwidth.
  public enum QueuedPackets: String, Sendable {
    /// They leave when they would have left without the switch.
    case keep
    /// They are sent at the new bandwidth: what the userspace engine usually does. netem cannot.
    case rerate
    /// They are dropped. netem cannot do this.
    case drop
  }

  /// Puts another profile in force when an event is seen on the wire.
  /// - Parameters:
  ///   - profile: the name of a profile, or `rebind`, `link-down`, `link-up`.
  ///   - duration: how long it lasts. The previous profile comes back afterwards.
  public func follow(with profile: String, when trigger: LinkTrigger, for duration: Duration? = nil) throws(LinkError) {
    try control.request("then \(profile) \(trigger)\(duration.map { " for \($0.words)" } ?? "")")
  }

  /// Drops all packets in both directions until `heal` or another profile.
  public func cut() throws(LinkError) {
    try control.request("cut")
  }

  /// Undoes a cut.
  public func heal() throws(LinkError) {
    try control.request("heal")
  }

  /// Maps each of the client's ports to another one, like a NAT that has forgotten its mappings.
  public func rebind() throws(LinkError) {
    try control.request("rebind")
  }

  /// Takes the client's interface down (no carrier).
  public func takeDown() throws(LinkError) {
    try control.request("link-down")
  }

  /// Brings the client's interface up again.
  public func takeUp() throws(LinkError) {
    try control.request("link-up")
  }

  /// Resets the link to the state in which `headwind run` made it.
  public func reset() throws(LinkError) {
    try control.request("reset")
  }

  /// Writes a text into the capture and the timeline now.
  public func mark(_ text: String) throws(LinkError) {
    try control.request("mark \(text)")
  }

  /// The name of the profile in force.
  public var profile: String {
    get throws(LinkError) { try status.profile }
  }

  /// Whether the link is cut.
  public var isCut: Bool {
    get throws(LinkError) { try status.isCut }
  }

  /// The conditions in force, with which they can be restored.
  var status: LinkStatus {
    get throws(LinkError) { LinkStatus(try control.request("status")) }
  }

  /// Restores the conditions of an earlier `status`.
  func restore(_ status: LinkStatus) throws(LinkError) {
    try reset()
    if try self.status.profile != status.profile { try self.switch(to: status.profile) }
    if status.isCut { try cut() }
  }

  /// Requests what was seen since the test began.
  func observe(_ question: String) throws(LinkError) -> ControlAnswer {
    try control.request("\(question) since \(start.mark)")
  }

  /// Waits for an event on a separate connection, so that others can use the link in the meantime.
  func wait(for event: String, since mark: Bool, within time: Duration) throws(LinkError) -> Bool {
    let since = mark ? " since \(start.mark)" : ""
    let answer = try ControlSocket(address)
      .request("wait \(event)\(since) within \(time.words)", taking: time.wholeSeconds)
    return answer["met"] == "true"
  }
}

/// The part of a link's answer to `status` that tests need.
struct LinkStatus: Sendable {
  /// The profile in force, or the one that healing a cut puts in force again.
  var profile: String
  var isCut: Bool

  init(_ answer: ControlAnswer) {
    profile = answer["profile"] ?? ""
    isCut = answer["state"] == "cut"
  }
}
