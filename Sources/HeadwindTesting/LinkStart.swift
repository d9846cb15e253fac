/// The moment from which a link's traffic counts for a test.
struct LinkStart: Sendable {
  /// Its number in the control protocol.
  var mark: String
  /// Seconds since 1970.
  var time: Double

  init(_ answer: ControlAnswer) throws(LinkError) {
    guard let mark = answer["mark"], let time = answer["time"].flatMap(Double.init) else {
      throw LinkError("the link was created by another version of Headwind, which does not number its marks")
    }
    self.mark = mark
    self.time = time
  }

  /// The time from this moment to another, in microseconds.
  func duration(to time: Double) -> Duration {
    let microseconds = ((time - self.time) * 1e6).rounded()
    // The link's answer can contain any number, and a conversion of one that does not fit would trap.
    return .microseconds(Int64(exactly: microseconds) ?? (microseconds > 0 ? .max : microseconds < 0 ? .min : 0))
  }
}
