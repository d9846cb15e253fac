import Dissection
public import Streams

/// The verdict on one expectation of a scenario, or on the whole scenario.
public struct Verdict: Sendable {
  public enum Kind: String, Sendable, Comparable, CaseIterable {
    case pass
    /// A NOTE was not met. It is told, and changes nothing.
    case note
    /// The scenario does not apply to the client.
    case notApplicable = "n/a"
    /// A SHOULD was not met.
    case warn
    /// What the scenario is about did not happen, so nothing can be said about the client.
    case inconclusive
    /// A MUST was not met.
    case fail
    /// The harness failed, or the machine was too busy, so the client could not be judged.
    case error

    public static func < (lhs: Kind, rhs: Kind) -> Bool { lhs.weight < rhs.weight }

    private var weight: Int {
      switch self {
      case .pass: 0
      case .note: 1
      case .notApplicable: 2
      case .warn: 3
      case .inconclusive: 4
      case .fail: 5
      case .error: 6
      }
    }
  }

  public var kind: Kind
  /// What was expected, or nil if the verdict is not about an expectation.
  public var expectation: Expectation?
  /// What was observed instead, with times since the client's start; empty for a pass.
  public var finding: String
  /// The packets that show it.
  public var packets: [PacketMark]
  /// Whether the machine can be to blame, so that the scenario is worth another try.
  var blamesMachine = false

  public init(_ kind: Kind, _ expectation: Expectation? = nil, finding: String = "", packets: [PacketMark] = []) {
    self.kind = kind
    self.expectation = expectation
    self.finding = finding
    self.packets = packets
  }
}
