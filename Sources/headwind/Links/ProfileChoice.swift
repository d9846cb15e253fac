import LinkConditions

/// Finds a profile by what the user wrote.
struct ProfileChoice: Sendable {
  /// Where profiles are looked for before the ones that the command ships.
  var directory: String?

  func find(_ name: String) throws -> Profile {
    guard name.lowercased() != "slow net" else {
      let way = DirectionConditions(bandwidth: .kilobits(32), delay: .milliseconds(100))
      return Profile(name: "Slow Net", downlink: way, uplink: way)
    }
    guard name.lowercased() == "clean" else {
      throw Failure(
        "there is no profile '\(name)'", remedy: "see: headwind profile list", status: ExitStatus.invalidFile)
    }
    return .clean
  }
}
