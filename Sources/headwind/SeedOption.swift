import ArgumentParser

/// Parses the value of `--seed`.
enum SeedOption {
  @Sendable static func parse(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ValidationError("a seed must be a whole number from 0 to \(UInt64.max).")
    }
    return seed
  }
}
