import Glibc
import LinkConditions

/// How much of the time some task of this machine waited for a processor, since this was created.
///
/// Source: the kernel's Documentation/accounting/psi.rst.
public struct ProcessorPressure: Sendable {
  private static let path = "/proc/pressure/cpu"

  private let start: (waited: Int64, at: Int64)?

  /// Begins to measure.
  public init() {
    start = Self.waited().map { ($0, EngineClock.now.nanoseconds) }
  }

  /// From 0 to 1; nil if the kernel does not tell.
  public var share: Double? {
    guard let start, let waited = Self.waited() else { return nil }
    let elapsed = (EngineClock.now.nanoseconds - start.at) / 1_000
    return elapsed > 0 ? min(1, max(0, Double(waited - start.waited) / Double(elapsed))) : nil
  }

  /// Microseconds since the machine was started.
  private static func waited() -> Int64? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return total(in: String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// `some avg10=0.00 avg60=0.00 avg300=0.00 total=12345`.
  static func total(in text: String) -> Int64? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("some ") }) else { return nil }
    return line.split(separator: " ").last { $0.hasPrefix("total=") }.flatMap { Int64($0.dropFirst(6)) }
  }
}
