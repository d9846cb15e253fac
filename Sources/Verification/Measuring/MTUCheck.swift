import LinkConditions
import VirtualLink

/// Checks with a probe of one length which packets get through.
struct MTUCheck {
  let mtu: Int
  let direction: LinkDirection

  func check(_ record: ProbeRecord) -> VerificationCheck {
    let passes = record.ipLength <= mtu
    let hasPassed = !record.arrivals.isEmpty
    return VerificationCheck(
      quantity: .mtu, direction: direction.name, asked: "\(record.ipLength) B \(passes ? "pass" : "do not pass")",
      got: "\(record.arrivals.count) of \(record.sent.count)", error: passes == hasPassed ? "none" : "the opposite",
      bound: "none", askedValue: passes ? 1 : 0, gotValue: hasPassed ? 1 : 0,
      errorValue: passes == hasPassed ? 0 : 1, boundValue: 0, isWithin: passes == hasPassed, packets: record.sent.count)
  }
}
