import TestSupport
import Testing

/// The console's calls about links, with a link.
@Suite(.waiting) struct ConsoleLinkTests {
  @Test func aLinkIsListedAndSwitched() throws {
    let result = try LinkScript.run(
      """
      $run $headwind link up shop --profile "Slow Net" || fail up
      $run $headwind console > /tmp/address & console=$!
      until_there test -s /tmp/address
      address=$(cat /tmp/address); base=${address%%/#*}; token=${address#*token=}
      ask() { curl -sS -H "Authorization: Bearer $token" "$base/api/$1" "${@:2}"; }
      ask links | grep -q '"name":"shop","answers":true.*"profile":"Slow Net"' || fail "$(ask links)"
      ask profiles | grep -q '"name":"Slow Net"' || fail profiles
      ask links/shop/switch -d 'profile=Black Hole' | grep -q '"profile":"Black Hole"' || fail switch
      $run $headwind link list --json | grep -q 'Black Hole' || fail "not switched"
      ask links/shop/cut -X POST > /dev/null; ask links | grep -q '"state":"cut"' || fail cut
      ask links/shop/heal -X POST > /dev/null; ask links | grep -q '"state":"up"' || fail heal
      ask links/shop/switch -d 'profile=No Such Net' | grep -q '"error":' || fail "an unknown profile is taken"
      ask links/none/cut -X POST | grep -q "there is no link" || fail "an unknown link is taken"
      ask links/shop/down -X POST | grep -q '"error":' || fail "a link is taken down"
      ask source | grep -q '"source":null' || fail source
      kill -INT $console; wait $console
      $run $headwind link down shop || fail down
      clean link
      """, tools: ["curl": "curl"])
    #expect(result.status == 0, "\(result.everything)")
  }

  /// The bands of the plots, of a link that stands and is switched by hand, while nothing crosses it.
  @Test func theSwitchesOfAStandingLinkAreItsPhases() throws {
    let result = try LinkScript.run(
      """
      $run $headwind link up shop --profile "Slow Net" || fail up
      $run $headwind console -i shop > /tmp/address & console=$!
      until_there test -s /tmp/address
      address=$(cat /tmp/address); base=${address%%/#*}; token=${address#*token=}
      phases() { curl -sS -H "Authorization: Bearer $token" "$base/api/plots?bins=10" | sed -n 's/^"phases"://p'; }
      $run $headwind link exec shop -- curl -sS -o /dev/null http://a.example/ || fail curl
      until_there eval 'phases | grep -q Slow'
      $run $headwind link switch shop "Black Hole" || fail switch
      until_there eval 'phases | grep -q "Slow Net.*Black Hole"'
      $run $headwind link switch shop LTE || fail switch
      until_there eval 'phases | grep -q "Black Hole.*LTE"'
      $run $headwind link exec shop -- $headwind control "phases from 1" > /tmp/phases || fail control
      grep -q "Black Hole, by command" /tmp/phases || fail "$(cat /tmp/phases)"
      grep -q "^next: 3" /tmp/phases || fail "$(cat /tmp/phases)"
      kill -INT $console; wait $console
      $run $headwind link down shop || fail down
      clean link
      """, tools: ["curl": "curl"])
    #expect(result.status == 0, "\(result.everything)")
  }

  /// As a person would do it: switches, phases, cut and heal, and a profile of one's own.
  @Test func aLinkIsBentInABrowser() throws {
    let result = try LinkScript.run(
      """
      $run $headwind link up shop || fail up
      export HEADWIND_AXE=\(Repository.file(".build/axe/axe.min.js"))
      /usr/bin/python3 \(Repository.file("Tests/ConsoleTests/Browser/drive.py")) chromium $headwind \
        \(Repository.file("captures/recorded/slow-net.pcapng")) links || fail "the page does not work"
      $run $headwind link down shop || fail down
      clean link
      """, tools: ["chromium": "chromium", "python3": "python3"])
    #expect(result.status == 0, "\(result.everything)")
  }
}
