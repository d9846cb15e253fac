internal import Glibc

/// The names of a capture's files, as tcpdump 4.99 makes them.
struct SavefileName {
  let base: String
  let rotation: Rotation

  /// The name of file `index` of those that began at `time` (seconds since 1970).
  ///
  /// With `-G` the base is a format of strftime(3) in local time. With `-C` every file but the first has its index appended;
  /// with `-W` too every file has it, with as many digits as the last needs.
  func name(index: Int, time: Int) -> String {
    let name = rotation.seconds == nil ? base : Self.formatted(base, time)
    guard rotation.size != nil else { return name }
    // One file of one needs no number.
    let digits = rotation.count.map { $0 > 1 ? String($0 - 1).utf8.count : 0 } ?? 0
    guard index > 0 || digits > 0 else { return name }
    let number = String(index)
    return name + String(repeating: "0", count: max(0, digits - number.utf8.count)) + number
  }

  private static func formatted(_ format: String, _ seconds: Int) -> String {
    var (time, local) = (time_t(seconds), tm())
    guard localtime_r(&time, &local) != nil else { return format }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = strftime(&buffer, buffer.count, format, &local)
    // Nothing is what a name that is too long becomes.
    guard length > 0 else { return format }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
