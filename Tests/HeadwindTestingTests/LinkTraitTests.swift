import Glibc
import HeadwindTesting
import TestSupport
import Testing

/// The trait, outside of a link and, in processes of their own, on one.
@Suite(.enabled(if: !Link.isAvailable, "makes links itself"), .waiting) struct LinkTraitTests {
  @Test func outsideOfALinkItSaysWhatToDo() {
    #expect {
      _ = try Link.current
    } throws: { error in
      "\(error)".contains("headwind run -- swift test")
    }
  }

  @Test func onALinkTestsHaveTheirProfileAndLeaveTheLinkAsItWas() throws {
    // After the tests the link must be as it was: a request gets through.
    let (status, text) = try Self.run(
      "$headwind run --private -- sh -c \"$tests --testing-library swift-testing --filter HeadwindTestingTests.OnALinkTests && "
        + "curl -sS --max-time 20 http://a.test/status/200\"")
    #expect(status == 0, "\(text)")
    #expect(text.contains("Test run with 9 tests"), "\(text)")
    #expect(text.hasSuffix("200 OK\n"), "\(text)")
  }

  @Test func aFailureNamesItsPacketsAndHasThemAttached() throws {
    let (status, text) = try Self.run(
      """
      cd $folder && mkdir attached
      HEADWIND_FAILING_TESTS=1 HEADWIND_CAPTURES=$folder/kept $headwind run --private -- $tests \
        --testing-library swift-testing --filter FailingOnALinkTests --attachments-path $folder/attached
      echo "status $?"
      ls kept attached
      cat kept/*failsAnExpectation.txt
      for file in kept/*.pcapng attached/*.pcapng; do tcpdump -r $file -n 'tcp[tcpflags] & tcp-syn != 0' 2>/dev/null | wc -l; done
      """)
    #expect(status == 0)
    #expect(text.contains("status 1\n"), "\(text)")
    let name = "FailingOnALinkTests.failsAnExpectation"
    #expect(text.contains("packets: /") && text.contains("kept/\(name).pcapng"), "\(text)")
    // Two tests fail with a link, each leaves two files and has them attached.
    let files = text.split(separator: "\n").filter { $0.hasPrefix("FailingOnALinkTests.") }
    let failed = [name, "FailingOnALinkTests.throwsAnError"]
    let expected = failed.flatMap { ["\($0).pcapng", "\($0).txt"] }
    #expect(files.map(String.init) == expected + expected, "\(text)")
    #expect(text.contains("GET http://search.example/status/418"), "\(text)")
    #expect(text.contains("there is no profile or timeline 'No Such Net'"), "\(text)")
    // The client's end saw the SYN and its answer, in the file and in the attachment.
    #expect(text.hasSuffix("2\n0\n2\n0\n"), "\(text)")
  }

  /// Runs a script in which both outputs are one.
  private static func run(_ script: String) throws -> (status: Int32, output: String) {
    let result = try Shell.run("exec 2>&1; \(script)")
    return (result.status, result.output)
  }
}
