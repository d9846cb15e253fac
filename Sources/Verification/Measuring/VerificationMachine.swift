import Glibc

/// Facts about the machine for a report.
enum VerificationMachine {
  /// `Linux 6.12.0`.
  static var kernel: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "Linux" }
    return "Linux " + withUnsafeBytes(of: names.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  static var processors: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
