import Testing

@testable import FarSide

@Suite struct HTTPDateTests {
  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
  ])
  func formatsDates(seconds: Int, text: String) {
    #expect(HTTPDate.text(secondsSinceEpoch: seconds) == text)
  }

  @Test func stringsAreJSON() {
    #expect(jsonString("a\"b\\c\nd\u{1}é") == "\"a\\\"b\\\\c\\nd\\u0001é\"")
  }
}
