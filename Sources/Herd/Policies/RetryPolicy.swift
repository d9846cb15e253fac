import Statistics

/// A published way to retry, as a model that needs no measurement.
///
/// A policy says how long a client pauses before it tries again, and how often it tries. What an attempt costs on the wire is the client's.
public enum RetryPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// One attempt.
  case none
  /// A pause of one second, without an end.
  case fixed
  /// 1, 2, 4 ... 60 s without jitter, without an end.
  case exponential
  /// A random time up to 1, 2, 4 ... 60 s, without an end: "full jitter" of the AWS Architecture Blog, Exponential Backoff And Jitter.
  case fullJitter = "full-jitter"
  /// A random time from 1 s to three times the last pause, at most 60 s, without an end: "decorrelated jitter" of the same article.
  case decorrelatedJitter = "decorrelated-jitter"
  /// Three attempts with full jitter up to 20 s: the standard mode of AWS SDKs.
  case awsStandard = "aws-standard"
  /// The time between the beginnings of attempts grows from 1 s by 1.6 to 120 s, 20 % jitter; an attempt has at least 20 s: gRPC's
  /// doc/connection-backoff.md.
  case grpcConnection = "grpc-connection"
  /// Five attempts, pauses of 0.1, 0.2, 0.4, 0.8 s with 20 % jitter: the example of gRPC's retry policy (gRFC A6), with its most attempts.
  case grpcRetry = "grpc-retry"
  /// A timer from 1 s that doubles with each loss, at most 60 s, without an end: RFC 8085 section 3.1.1.
  case rfc8085

  /// What it does, and where it is published.
  public var words: String {
    switch self {
    case .none: "one attempt"
    case .fixed: "again after 1 s, without an end"
    case .exponential: "pauses of 1, 2, 4 ... 60 s, without jitter or end"
    case .fullJitter: "random pauses up to 1, 2, 4 ... 60 s, without an end (AWS Architecture Blog)"
    case .decorrelatedJitter:
      "random pauses from 1 s to three times the last, up to 60 s, without an end (AWS Architecture Blog)"
    case .awsStandard: "3 attempts, random pauses up to 1, 2 ... 20 s (AWS SDKs, standard mode)"
    case .grpcConnection: "attempts 1, 1.6, 2.56 ... 120 s apart ± 20 %, without an end (gRPC connection backoff)"
    case .grpcRetry: "5 attempts, pauses of 0.1, 0.2, 0.4, 0.8 s ± 20 % (gRFC A6)"
    case .rfc8085: "a timer of 1, 2, 4 ... 60 s for each attempt, without an end (RFC 8085 section 3.1.1)"
    }
  }

  /// How many attempts it makes; nil if it makes attempts without an end.
  var attempts: Int? {
    switch self {
    case .none: 1
    case .awsStandard: 3
    case .grpcRetry: 5
    case .fixed, .exponential, .fullJitter, .decorrelatedJitter, .grpcConnection, .rfc8085: nil
    }
  }

  /// The time limit of an attempt that gets no answer, in seconds, where the policy has its own.
  func limit(ofAttempt number: Int) -> Double? {
    switch self {
    case .rfc8085: min(Self.power(2, number), 60)
    case .grpcConnection: max(20, min(Self.power(1.6, number), 120))
    default: nil
    }
  }

  /// The seconds between the beginnings of an attempt and the next one.
  /// - Parameters:
  ///   - number: the number of the attempt, from 0.
  ///   - failed: how long it takes the attempt to fail.
  ///   - pause: the last pause, which is replaced by this one.
  func gap(
    afterAttempt number: Int, failed: Double, pause: inout Double, _ random: inout SplitMix64
  ) -> Double {
    switch self {
    case .none: return failed
    case .fixed: pause = 1
    case .exponential: pause = min(Self.power(2, number), 60)
    case .fullJitter: pause = random.unit() * min(Self.power(2, number), 60)
    case .decorrelatedJitter: pause = min(60, 1 + random.unit() * (max(1, pause) * 3 - 1))
    case .awsStandard: pause = random.unit() * min(Self.power(2, number), 20)
    case .grpcRetry: pause = (0.8 + 0.4 * random.unit()) * min(0.1 * Self.power(2, number), 1)
    case .grpcConnection:
      // The beginnings of attempts are backed off, not their ends. The first deadline has no jitter.
      let backoff = min(Self.power(1.6, number), 120)
      let jitter = number == 0 ? 0 : 0.2 * backoff * (2 * random.unit() - 1)
      return max(failed, backoff + jitter)
    case .rfc8085:
      // A timer is the pause: whoever hears of a failure at once waits for it, too.
      return max(failed, min(Self.power(2, number), 60))
    }
    return failed + pause
  }

  /// A power with a whole exponent; large exponents make no difference, because pauses have a limit.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    for _ in 0..<min(exponent, 16) { result *= base }
    return result
  }
}
