import TestSupport
import Testing

/// What the command does where the machine lacks something that it takes for granted.
@Suite(.serialized, .waiting) struct SurroundingsTests {
  private static let capture = Repository.file("captures/recorded/clean.pcapng")

  private static func run(_ script: String, isolated: Bool = false) throws -> ToolResult {
    try Shell.run("set -e\n" + script, tools: ["curl": "curl", "unshare": "util-linux"], isolated: isolated)
  }

  /// The command line is not read from /proc, and who needs /proc says so.
  @Test func withoutProc() throws {
    let result = try Self.run(
      """
      mount -t tmpfs none /proc
      status() { set +e; "$headwind" "$@" >$folder/out 2>$folder/err; code=$?; set -e; }
      status capture -n -c 1 -r \(Self.capture)
      test $code = 0; grep -q ' IP ' $folder/out
      status http -r \(Self.capture); test $code = 0; grep -q search $folder/out
      status profile check $folder/missing.yaml; test $code = 4
      status no-such-command; test $code = 2
      for words in 'test -- false' 'link up x' 'verify --quick' 'condition --show lo'; do
        status $words; test $code = 4; grep -q '/proc' $folder/err; test ! -s $folder/out
      done
      for words in 'run -- true' 'link exec x -- true'; do
        status $words; test $code = 125; grep -q '/proc' $folder/err
      done
      """, isolated: true)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// The limit of descriptors is raised as far as it may be, and programs get the one that we were given.
  @Test(arguments: [16, 24, 48, 256]) func fewDescriptors(limit: Int) throws {
    let result = try Self.run(
      """
      ulimit -Sn \(limit)
      test "$("$headwind" run -q -- sh -c 'ulimit -Sn')" = \(limit)
      fetch='ulimit -Sn 1024; curl -sS -Z --parallel-max 60 -m 30 -o /dev/null -w "%{http_code}\\n" \
        "http://search.example/search.json?q=apple&n=[1-60]"'
      test $("$headwind" run -q -- sh -c "$fetch" | grep -c 200) = 60
      """)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// A client of a suite gets the limit that the suite was given.
  @Test func aSuitesClientsGetTheirLimit() throws {
    let result = try Self.run(
      """
      cd $folder
      ulimit -Sn 300
      "$headwind" test --only body.truncated-length --captures kept -- sh -c "ulimit -Sn >>$folder/limits; curl -sS {url}" || true
      test "$(sort -u limits)" = 300
      """)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// Where it may not be raised, one line says so before anything begins.
  @Test(arguments: [16, 24, 48, 100]) func tooFewDescriptors(limit: Int) throws {
    let result = try Self.run(
      """
      ulimit -Sn \(limit); ulimit -Hn \(limit)
      status() { set +e; "$headwind" "$@" >$folder/out 2>$folder/err; code=$?; set -e; }
      for words in 'test -- false' 'link up x' 'verify --quick'; do
        status $words; test $code = 4; grep -q 'descriptors' $folder/err; test ! -s $folder/out
      done
      status run -- true; test $code = 125; grep -q 'descriptors' $folder/err
      test $(wc -l <$folder/err) -le 2
      status capture -n -c 1 -r \(Self.capture); test $code = 0
      status http -r \(Self.capture); test $code = 0
      """)
    #expect(result.status == 0, "\(result.everything)")
  }
}
