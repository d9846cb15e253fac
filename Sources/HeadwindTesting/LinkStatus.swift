/// What a link answers to `status`, as far as tests need it.
struct LinkStatus: Sendable {
  /// The profile in force, or to be in force again when a cut is healed.
  var profile: String
  var isCut: Bool

  init(_ answer: ControlAnswer) {
    profile = answer["profile"] ?? ""
    isCut = answer["state"] == "cut"
  }
}
