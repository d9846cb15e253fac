internal import Glibc

/// The link that the tests run on, to be bent in the middle of a test.
///
///     @Test(.link("Slow Net")) func searchSurvivesAnOutage() async throws {
///       let link = try Link.current
///       async let results = search("apple")
///       try link.cut()
///       ...
///       try link.heal()
///     }
///
/// There is one link for the whole process, which is why tests with a link trait run one after the other.
public struct Link: Sendable {
  @TaskLocal static var ofTest: Link?

  private let control: ControlSocket

  /// The link of the running test.
  /// - Throws: where there is none, what to do about it.
  public static var current: Link {
    get throws(LinkError) {
      if let ofTest { return ofTest }
      return try Link()
    }
  }

  init() throws(LinkError) {
    guard let address = getenv("HEADWIND_CONTROL") else { throw LinkError.notOnALink }
    control = try ControlSocket(String(cString: address))
  }

  /// Puts another profile in force, as `headwind link switch` does; heals a cut.
  /// - Parameter profile: the name of a profile, or the path of one.
  public func `switch`(to profile: String) throws(LinkError) {
    try control.request("switch \(profile)")
  }

  /// Lets nothing through, either way, until `heal` or another profile.
  public func cut() throws(LinkError) {
    try control.request("cut")
  }

  /// Undoes a cut.
  public func heal() throws(LinkError) {
    try control.request("heal")
  }

  /// Writes a text into the capture, if there is one, at this instant.
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

  /// The conditions in force, by which they can be restored.
  var status: LinkStatus {
    get throws(LinkError) { LinkStatus(try control.request("status")) }
  }

  /// Puts the conditions of an earlier `status` in force again.
  func restore(_ status: LinkStatus) throws(LinkError) {
    try self.switch(to: status.profile)
    if status.isCut { try cut() }
  }
}
