import TestSupport
import Testing

/// `headwind control`, on a link and without one.
@Suite(.waiting) struct ControlCommandTests {
  @Test func requestsChangeTheLinkAndPrintItsAnswers() throws {
    let result = try Shell.run(
      """
      $headwind run -q -- sh -c '"$HEADWIND_COMMAND" control "switch Edge" "mark here" status' | grep -E '^(profile|mark|state):'
      """)
    #expect(result.lines == ["profile: Edge", "mark: 1", "profile: Edge", "state: up"], "\(result.errors)")
  }

  @Test func aRefusalIsAFailure() throws {
    let result = try Shell.run(#"$headwind run -q -- "$headwind" control 'switch No Such Net' cut"#)
    #expect(result.status == 1)
    #expect(result.errors.contains("there is no profile or timeline 'No Such Net'"))
    #expect(result.output.isEmpty)
  }

  @Test func linesAreRelayedAsOnTheSocket() throws {
    let result = try Shell.run(
      """
      $headwind run -q -- sh -c 'printf "switch 3G\\nswitch No Such Net\\n\\nheal\\n" | "$HEADWIND_COMMAND" control'
      """)
    #expect(result.status == 0)
    #expect(result.lines.prefix(3) == ["profile: 3G", "queued: rerate", "ok"], "\(result.output)")
    #expect(result.lines.dropFirst(3).first?.hasPrefix("error: there is no profile or timeline") == true)
    #expect(result.lines.dropFirst(4).first?.hasPrefix("error: ") == true, "\(result.output)")
    #expect(result.lines.suffix(2) == ["profile: 3G", "ok"], "\(result.output)")
  }

  @Test(arguments: [
    ("env -u HEADWIND_CONTROL", "HEADWIND_CONTROL is not set"),
    ("env HEADWIND_CONTROL=x", "not the address of a control socket"),
    ("env HEADWIND_CONTROL=@headwind.nobody.here", "nobody answers at the control socket @headwind.nobody.here"),
  ]) func withoutALinkItSaysSo(prefix: String, words: String) throws {
    let result = try Shell.run("\(prefix) $headwind control status")
    #expect(result.status == 4)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  /// A connection that was opened long before the mark, but carried something after it.
  @Test func aTimelineShowsTimesBeforeItsMark() throws {
    let result = try Shell.run(
      """
      cat > $folder/talk <<'END'
      "$HEADWIND_COMMAND" control 'mark early' > /dev/null
      exec 3<>/dev/tcp/10.83.0.1/80
      sleep 0.3
      "$HEADWIND_COMMAND" control 'mark late' > /dev/null
      printf 'GET /status/200 HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n' >&3
      "$HEADWIND_COMMAND" control 'wait response-started since late within 10 s' 'timeline since late'
      END
      $headwind run -q -- bash $folder/talk
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.lines.contains { $0.hasPrefix("event:") && $0.contains(" -0.") && $0.contains("opened") },
      "\(result.output)")
  }
}
