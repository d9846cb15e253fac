import TestSupport
import Testing

/// Secrets are in no output but a capture that was asked for with them.
@Suite(.waiting) struct SecretOutputTests {
  private static let peers = Repository.file("Tests/DissectionTests/Fixtures/peers")

  /// Every view of a capture with secrets, the messages about files of secrets included. `leaks` counts the secrets that a file
  /// has in hexadecimal, and `binary` those that it has as bytes or in base64.
  private static func run(_ words: String) throws -> ToolResult {
    try Shell.run(
      """
      cd $folder
      gunzip -c \(peers)/h2o.pcap.gz >clear.pcap
      grep -v '^#' \(peers)/h2o.keys >keys
      editcap --inject-secrets tls,keys clear.pcap with.pcapng
      leaks() { cut -d ' ' -f 3 keys | grep -aciFf - "$1"; }
      cat >binary.py <<'PY'
      import base64, sys
      said = open(sys.argv[1], "rb").read()
      secrets = [bytes.fromhex(line.split()[2]) for line in open("keys")]
      print(sum(secret in said or base64.b64encode(secret)[:-4] in said for secret in secrets))
      PY

      """ + words, tools: ["editcap": "wireshark-common", "python3": "python3"])
  }

  @Test func viewsDoNotShowSecrets() throws {
    let result = try Self.run(
      """
      for source in "-r with.pcapng" "-r clear.pcap --keys keys"; do
        "$headwind" http $source
        "$headwind" http $source --messages
        "$headwind" http $source --waterfall
        "$headwind" http $source --json
        for number in 1 2 3 4 5 6; do "$headwind" http $source --show $number --bytes; done
        for format in har jsonl curl hurl netlog otlp; do "$headwind" export $format $source; done
        "$headwind" export objects $source objects
        for options in "" -V "-T json" "-T ek" -XX "-Y tls --hex"; do "$headwind" capture $source $options; done
        for name in conversations endpoints http io dns protocols; do "$headwind" stats $name $source; done
      done >said 2>&1
      cat objects/* >>said
      wc -l <keys; wc -c <said | grep -cE '^[0-9]{6,}$'; leaks said; python3 binary.py said
      """)
    #expect(result.lines == ["7", "1", "0", "0"], "\(result.output) \(result.errors)")
  }

  @Test func messagesAboutBrokenFilesDoNotShowThem() throws {
    let result = try Self.run(
      """
      sed 's/ [0-9a-f]\\{64\\} / /' keys >broken
      (cut -d ' ' -f 2- keys; cat keys) >shifted
      head -c 300 keys >cut
      for file in broken shifted cut keys; do
        "$headwind" http -r clear.pcap --keys $file
        "$headwind" capture -r clear.pcap -V --keys $file --keys-password-file keys
        "$headwind" http -r clear.pcap -Y "$(head -c 20 $file)" --keys $file
      done 2>&1 >/dev/null | cat >said
      cat said >&2
      leaks said; python3 binary.py said
      """)
    #expect(result.lines == ["0", "0"], "\(result.output) \(result.errors)")
  }

  /// A copy has them, is for its owner alone, and the command says so; `--strip-keys` leaves them out.
  @Test func copiesWithSecretsSayThatTheyHaveThem() throws {
    let result = try Self.run(
      """
      umask 022
      "$headwind" capture -r with.pcapng -w copy.pcapng 2>said
      stat -c %a copy.pcapng; grep -c 'holds the secrets' said; leaks copy.pcapng
      "$headwind" capture -r with.pcapng -w stripped.pcapng --strip-keys 2>said
      grep -c 'holds the secrets' said; leaks stripped.pcapng
      "$headwind" capture -r with.pcapng -w - --format pcapng >copy2.pcapng 2>said; leaks copy2.pcapng
      """)
    #expect(result.lines == ["600", "1", "7", "0", "0", "7"], "\(result.output) \(result.errors)")
  }
}
