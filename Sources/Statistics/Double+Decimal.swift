extension Double {
  /// The number in decimal digits, without an exponent: `0.050` to three places.
  public func decimal(_ places: Int) -> String {
    guard isFinite else { return isNaN ? "-" : (self < 0 ? "-inf" : "inf") }
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    guard let units = UInt64(exactly: (magnitude * scale).rounded()) else { return "\(self)" }
    let sign = self < 0 && units != 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(units)" }
    let fraction = String(units % UInt64(scale))
    return "\(sign)\(units / UInt64(scale)).\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}
