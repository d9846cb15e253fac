#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The names of a capture's files, as in tcpdump 4.99.
struct SavefileName {
  let base: String
  let rotation: Rotation

  /// The name of file number `index` among those that began at `time` (seconds since 1970).
  ///
  /// With `-G`, the base is a strftime(3) format in local time. With `-C`, the index is appended to every name except
  /// the first. With `-W` in addition, it is appended to every name, with as many digits as the last one needs.
  func name(index: Int, time: Int) -> String {
    let name = rotation.seconds == nil ? base : Self.formatted(base, time)
    guard rotation.size != nil else { return name }
    // A single file needs no number.
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
    // strftime returns nothing if the name is too long.
    guard length > 0 else { return format }
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
