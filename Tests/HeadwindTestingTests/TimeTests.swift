import Testing

@testable import HeadwindTesting

/// Times that do not fit anywhere trap nothing.
@Suite struct TimeTests {
  @Test(arguments: [("nan", Int64(0)), ("1e300", .max), ("-inf", .min), ("1.5", 500_000)])
  func anAnswerCanHaveAnyTime(text: String, microseconds: Int64) throws {
    let start = try LinkStart(ControlAnswer(values: [("mark", "1"), ("time", "1")]))
    #expect(start.duration(to: try #require(Double(text))) == .microseconds(microseconds))
  }

  @Test func anyDurationCanBeWaitedFor() {
    let longest = Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)
    #expect(longest.words == "31622400000999999 us" && longest.wholeSeconds == 31_622_400_001)
    #expect(Duration.seconds(-5).words == "0 us" && Duration.seconds(-5).wholeSeconds == 0)
    #expect(Duration.milliseconds(1500).words == "1500000 us" && Duration.milliseconds(1500).wholeSeconds == 2)
  }
}
