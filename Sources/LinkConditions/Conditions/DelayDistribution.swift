/// How delays are distributed around their mean.
public enum DelayDistribution: Hashable, Sendable {
  /// Uniformly from `delay - jitter` to `delay + jitter`.
  case uniform
  /// By a table, from which each packet draws one entry.
  case table(DelayTable)
}
