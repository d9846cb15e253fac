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
