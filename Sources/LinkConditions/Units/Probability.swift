/// A probability in the kernel's scale, as a share of 2^32 - 1. A decision is then one comparison with a 32-bit draw.
public struct Probability: Hashable, Comparable, Sendable {
  /// Never.
  public static let never = Probability(rawValue: 0)
  /// Always.
  public static let always = Probability(rawValue: .max)

  /// The share of 2^32 - 1, as netem's attributes carry it.
  public let rawValue: UInt32

  /// - Parameter rawValue: as netem has it: 2³² - 1 is always.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The nearest probability to a percentage, as `tc` rounds it; nil outside 0 to 100.
  public init?(percent: Double) {
    guard percent >= 0, percent <= 100 else { return nil }
    rawValue = UInt32((percent / 100 * Double(UInt32.max)).rounded(.toNearestOrEven))
  }

  /// The percentage, 0 to 100.
  public var percent: Double {
    Double(rawValue) / Double(UInt32.max) * 100
  }

  public static func < (lhs: Probability, rhs: Probability) -> Bool {
    lhs.rawValue < rhs.rawValue
  }
}
