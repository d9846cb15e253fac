import Testing

@testable import headwind

@Suite struct TimelineTextTests {
  /// A connection that was opened before a mark and is still in use has a time before it.
  @Test(arguments: [
    (0, "   0.000 s"), (1_234_567_890, "   1.235 s"), (-499_999, "   0.000 s"), (-5_000_000, "  -0.005 s"),
    (-1_234_000_000, "  -1.234 s"), (-123_456_789_000_000, "-123456.789 s"), (Int64.min, "-9223372036.855 s"),
  ])
  func timesCountFromTheMark(nanoseconds: Int64, text: String) {
    #expect(WireObserver.relative(nanoseconds) == text)
  }
}
