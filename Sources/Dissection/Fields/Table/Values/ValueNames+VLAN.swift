extension ValueNames {
  static let vlanPriority = ValueNames(
    """
    0 Best Effort (default)
    1 Background
    2 Spare
    3 Excellent Effort
    4 Controlled Load
    5 Video, < 100ms latency and jitter
    6 Voice, < 10ms latency and jitter
    7 Network Control
    """)
}
