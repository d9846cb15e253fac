import TestSupport
import Testing

@testable import headwind

/// The table of `headwind http` on terminals.
@Suite(.waiting) struct HTTPTableTests {
  private static let tools = ["script": "bsdutils"]

  private func table(_ words: String, columns: Int) throws -> [String] {
    let result = try Shell.run(
      """
      script -qec "stty cols \(columns); '$headwind' http \(words) --no-pager --color never" /dev/null | tr -d '\\r'
      """, tools: Self.tools)
    #expect(result.status == 0, "\(result.everything)")
    return result.lines
  }

  /// The client waited 13.6 s for the body: that is said at every width, and no column is empty.
  @Test(arguments: [50, 60, 80, 100, 140, 200]) func theLongestPhaseIsShown(columns: Int) throws {
    let lines = try table("'\(Repository.file("captures/recorded/black-hole.pcapng"))'", columns: columns)
    #expect(lines.first?.contains("receive") == true && lines.dropFirst().first?.contains("13.6 s") == true, "\(lines)")
    #expect(lines.first?.contains("tls") == false, "\(lines)")
    if columns >= 80 { #expect(lines.first?.contains("time") == true, "\(lines)") }
    if columns >= 60 { #expect(lines.prefix(2).allSatisfy { $0.count <= columns }, "\(lines)") }
  }

  /// A phase whose column does not fit is named in the row, here the time until a connection was used.
  @Test func aPhaseWithoutAColumnIsNamedInTheRow() throws {
    let lines = try table("'\(Repository.file("Tests/headwindTests/Fixtures/failures.pcap"))'", columns: 80)
    let row = try #require(lines.firstIndex { $0.contains("after") })
    #expect(lines[row...].prefix(2).joined().contains("blocked 108 ms"), "\(lines)")
  }

  @Test func theNumberOfAnAttemptIsShownWhereThereIsMoreThanOne() throws {
    let failures = "'\(Repository.file("Tests/headwindTests/Fixtures/failures.pcap"))'"
    #expect(try table(failures, columns: 120).first?.contains("attempt") == true)
    #expect(
      try table("'\(Repository.file("captures/recorded/clean.pcapng"))'", columns: 200).first?.contains("attempt")
        == false)
    let result = try Shell.run(
      """
      "$headwind" http \(failures) --fields number,attempt | grep -E '^(9|10|11)\t' | sort -n
      "$headwind" http \(failures) --failed --sort total --fields number,attempt | grep -E '^(9|10|11)\t' | sort -n
      """)
    #expect(result.lines == ["9\t1", "10\t2", "11\t3", "9\t1", "10\t2", "11\t3"], "\(result.everything)")
  }

  @Test func emptyColumnsGoFirst() {
    var fit = HTTPColumnFit()
    let columns: [HTTPColumn] = [.number, .time, .url, .dns, .tls, .wait, .receive, .total, .attempt, .trouble]
    func row(_ cells: [String], _ longest: HTTPColumn, attempt: Int = 1) -> HTTPRow {
      HTTPRow(number: 1, cells: cells, meanings: cells.map { _ in nil }, longest: (longest, 1_000), attempt: attempt)
    }
    func chosen(_ width: Int) -> [HTTPColumn] { fit.columns(of: columns, within: width, leastURL: 20) { _ in 10 } }
    fit.note(row(["1", "0", "u", "", "", "1 us", "5 us", "6 us", "1", ""], .receive), columns)
    #expect(chosen(200) == [.number, .time, .url, .wait, .receive, .total, .trouble])
    #expect(chosen(55) == [.number, .time, .url, .receive, .total, .trouble])
    #expect(chosen(10) == [.number, .url, .receive, .total, .trouble])
    fit.note(row(["2", "0", "u", "1 us", "", "", "", "6 us", "2", ""], .dns, attempt: 2), columns)
    #expect(chosen(200) == [.number, .time, .url, .dns, .wait, .receive, .total, .attempt, .trouble])
  }
}
