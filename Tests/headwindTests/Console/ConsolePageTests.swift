import TestSupport
import Testing

/// The page in a real browser: headless Chromium opens it, and says what it drew.
@Suite(.waiting) struct ConsolePageTests {
  private static let tools = ["chromium": "chromium"]

  private func run(_ script: String, _ capture: String = "captures/recorded/clean.pcapng") throws {
    let result = try ConsoleScript.run(
      "start \(Repository.file(capture)); settled\n\(script)\nstop", tools: Self.tools)
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test func aPacketIsShownInThreePanes() throws {
    try run(
      """
      seen 'view=packets&packet=6' > $folder/page
      grep -q 'aria-rowcount="14"' $folder/page || fail "no list: $(cat $folder/page)"
      grep -q '>HTTP/1 message<' $folder/page || fail tree
      grep -q '<i data-at="66" class="lit">47</i>' $folder/page || fail "the bytes of HTTP are not marked"
      grep -q 'clean.pcapng · 14 packets' $folder/page || fail status
      """)
  }

  @Test func aFilterOfTheAddressIsApplied() throws {
    try run(
      """
      seen 'view=packets&filter=http' > $folder/page
      grep -q 'aria-rowcount="2"' $folder/page || fail "not filtered: $(cat $folder/page)"
      seen 'view=packets&filter=htp' > $folder/page
      grep -q '<mark>htp</mark>' $folder/page || fail "the place of the error is not marked"
      """)
  }

  @Test func anExchangeIsShownWithItsBody() throws {
    try run(
      """
      seen 'view=exchanges&exchange=1' > $folder/page
      grep -q 'class="p-wait"' $folder/page || fail waterfall
      grep -q 'search.json?rpp=100&amp;q=apple' $folder/page || fail "no URL: $(cat $folder/page)"
      grep -q '<b>"results"</b>' $folder/page || fail JSON
      """)
  }

  @Test func plotsAndProfilesAreDrawn() throws {
    try run(
      """
      seen 'view=plots' | grep -q '28.1 ms' || fail plots
      seen 'view=links' | grep -q 'No link is up' || fail links
      seen 'view=links' | grep -q '<h3>Slow Net</h3>' || fail profiles
      """)
  }

  @Test func withoutTheTokenNothingIsShown() throws {
    try run(
      """
      address=$base/#token=wrong
      seen 'view=packets&packet=6' > $folder/page
      grep -q 'lacks its token' $folder/page || fail notice
      ! grep -q 'Hypertext' $folder/page || fail shown
      """)
  }

  /// Whoever could say something in a capture says scripts: names, heads, bodies, comments, the interface. None runs, and none becomes
  /// an element.
  @Test func aHostileCaptureRunsNothing() throws {
    let words =
      HostileWords.all + [
        "<img src=x onerror=\"document.title='owned'\">", "\"><script>document.title='owned'</script>",
      ]
    try TemporaryFolder.with { folder in
      try Files.write(HostileCapture(words).bytes, to: folder + "/hostile.pcapng")
      let result = try ConsoleScript.run(
        """
        start \(folder)/hostile.pcapng; settled
        total=$(ask source | grep -o '"packets":[0-9]*' | cut -d: -f2)
        [ $total -ge 40 ] || fail "only $total packets"
        for place in 'view=packets&packet=1' "view=packets&packet=$((total - 1))" "view=packets&packet=$total" 'view=exchanges&exchange=1' \\
          "view=exchanges&exchange=\(words.count)" 'view=packets&filter=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E' 'view=plots'; do
          seen "$place" > $folder/page
          grep -q '<title>[^<]*headwind[^<]*</title>' $folder/page || fail "$place: $(cat $folder/page)"
          ! grep -q '<title>owned' $folder/page || fail "owned at $place"
          [ $(grep -o '<script' $folder/page | wc -l) = 1 ] || fail "a script at $place"
          ! grep -q '<img' $folder/page || fail "an image at $place"
        done
        stop
        """, tools: Self.tools)
      #expect(result.status == 0, "\(result.everything)")
    }
  }

  /// The files of the page ask nobody but the console.
  @Test func nothingIsFetchedFromElsewhere() throws {
    try run(
      """
      for name in '' console.css console.js parts.js api.js list.js packets.js exchanges.js links.js plots.js; do
        curl -sSf $base/$name | grep -v "'http://www.w3.org/2000/svg'" | grep -nE 'https?://|//[a-z]+\\.|\\burl\\(|@import|innerHTML|eval\\(' && fail "$name"
      done
      true
      """)
  }
}
