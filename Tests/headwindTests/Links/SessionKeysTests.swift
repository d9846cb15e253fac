import TestSupport
import Testing

/// The secrets of TLS connections: collected by a link, written to its capture, used by who reads it, and gone with the link.
@Suite(.serialized, .waiting) struct SessionKeysTests {
  private static let tools = ["curl": "curl", "tshark": "tshark"]

  @Test(arguments: ["1.2", "1.3"]) func aCaptureOfARunIsReadableByUsAndByTshark(version: String) throws {
    let result = try Shell.run(
      """
      cd $folder
      "$headwind" run -q --profile '{ downlink: { delay: 30 ms, loss: 5 % } }' --seed 4 --capture x.pcapng -- \\
        curl -sS --http1.1 -o /dev/null --tls-max \(version) 'https://search.example/search.json?n=[1-6]' 2>said || { cat said; exit 1; }
      [ "$(stat -c %a x.pcapng)" = 600 ] || exit 2
      grep -q 'holds the secrets' said && exit 3
      "$headwind" http -r x.pcapng --fields http.request.full_uri,http.response.code,trouble | sed 's/ [0-9]* retr.*//' >ours
      tshark -r x.pcapng -Y http.response -T fields -e http.response_for.uri -e http.response.code >theirs 2>/dev/null
      [ $(wc -l <ours) = 6 ] || { cat ours; exit 4; }
      diff <(cut -f 1,2 ours | sort) <(sort theirs) || exit 5
      """, tools: Self.tools)
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test func withoutKeysNothingIsCollected() throws {
    let result = try Shell.run(
      """
      cd $folder
      "$headwind" run -q --no-keys --capture x.pcapng -- sh -c 'curl -sS -o /dev/null https://search.example/; echo "$SSLKEYLOGFILE"'
      grep -q CLIENT_ x.pcapng && exit 1
      "$headwind" http -r x.pcapng
      """, tools: Self.tools)
    #expect(result.status == 0, "\(result.everything)")
    #expect(result.errors.contains("1 TLS connection to search.example: no secrets are known"), "\(result.everything)")
  }

  /// A server of the program's own, whose secrets only the program can tell.
  @Test func aProgramIsAskedForItsSecrets() throws {
    let result = try Shell.run(
      """
      cd $folder
      openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 2 -subj /CN=localhost 2>/dev/null
      "$headwind" run -q -- bash -c '
        openssl s_server -accept 4433 -key k.pem -cert c.pem -www -quiet >/dev/null 2>&1 & server=$!
        for n in $(seq 100); do curl -skf https://127.0.0.1:4433/ -o /dev/null && break; sleep 0.1; done
        kill $server; cp "$SSLKEYLOGFILE" keys; echo "$SSLKEYLOGFILE" >path; stat -c %a "$SSLKEYLOGFILE"'
      grep -q CLIENT_RANDOM keys || grep -q CLIENT_TRAFFIC_SECRET_0 keys || exit 1
      [ ! -e "$(cat path)" ] || exit 2
      """, tools: ["curl": "curl", "openssl": "openssl"])
    #expect(result.status == 0 && result.output == "600\n", "\(result.everything)")
  }

  @Test func theUsersOwnFileStays() throws {
    let result = try Shell.run(
      """
      cd $folder
      export SSLKEYLOGFILE=$folder/mine
      "$headwind" run -q --capture x.pcapng -- curl -sS -o /dev/null https://search.example/ || exit 1
      [ $(grep -c SECRET mine) -ge 4 ] || exit 2
      "$headwind" http -r x.pcapng --keys mine --fields http.response.code
      """, tools: Self.tools)
    #expect(result.status == 0 && result.output.hasPrefix("200"), "\(result.everything)")
  }

  @Test func aFileWithoutSecretsIsRefused() throws {
    let result = try Shell.run(
      """
      echo 'not a secret' >$folder/keys
      "$headwind" http -r /dev/null --keys $folder/keys; echo $?
      "$headwind" http -r /dev/null --keys $folder/none; echo $?
      """)
    #expect(result.errors.contains("the file has no secrets"), "\(result.everything)")
    #expect(result.errors.contains("cannot read"), "\(result.everything)")
    #expect(result.output == "2\n2\n", "\(result.everything)")
  }
}
