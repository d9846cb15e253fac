import TestSupport
import Testing

/// What becomes of a command whose output nobody takes.
@Suite(.waiting) struct OutputTests {
  /// A command line for each command that prints, with the captures in `$captures` and files of the test in `$folder`.
  static let commands = [
    "--help", "--version", "help capture", "help run", "run --help", "--generate-completion-script bash",
    "profile list", "profile list --json", "profile show 3G", "profile show 'Flapping Wi-Fi'", "profile show 3G --tc",
    "profile check $folder/mine.yaml", "test --list", "test --list --json", "test --explain head.stall",
    "scenario check $folder/suite.yaml", "doctor", "doctor --json", "doctor --fix",
    "profile schema", "scenario schema",
    "capture -D", "capture -d -y EN10MB tcp", "capture -r $captures/clean.pcapng",
    "capture --count -r $captures/clean.pcapng",
    "capture -V -r $captures/clean.pcapng", "capture -T ek -r $captures/clean.pcapng",
    "capture -r $captures/clean.pcapng -w -", "capture --follow tcp,0 -r $captures/clean.pcapng",
    "http -r $captures/clean.pcapng", "http -r $captures/clean.pcapng --show 1",
    "http -r $captures/clean.pcapng --json",
    "export har -r $captures/clean.pcapng", "export jsonl -r $captures/clean.pcapng",
    "export objects -r $captures/clean.pcapng $folder/objects", "stats conversations -r $captures/clean.pcapng",
    "stats protocols -r $captures/clean.pcapng --json", "report matrix $folder/report.json",
    "report compare $folder/report.json $folder/report.json", "report merge $folder/report.json",
  ]

  private static let files = """
    captures='\(Repository.file("captures/recorded"))'
    printf 'name: Mine\\n' > $folder/mine.yaml
    cp '\(Repository.file("suites/head.yaml"))' $folder/suite.yaml
    cat > $folder/report.json <<'END'
    \(report)
    END

    """

  /// A report of an empty suite.
  private static let report = """
    {"format": "headwind-report", "version": 1, "client": ["c"], "started": 0, "duration": 0, "seed": 1,
     "isComplete": true, "scenarios": []}
    """

  @Test(arguments: commands) func aFullDiskIsAnError(command: String) throws {
    let result = try Shell.run(Self.files + "\"$headwind\" \(command) > /dev/full", isolated: true)
    #expect(result.status == 4, "\(command): \(result.errors)")
    #expect(result.errors.contains("cannot write"), "\(command): \(result.errors)")
  }

  /// The reader has gone before the first byte is written, as `| head` may have.
  @Test(arguments: commands) func aReaderThatHasGoneIsNoError(command: String) throws {
    let script =
      Self.files + """
        python3 - "$headwind" \(command) <<'END'
        import os, signal, sys
        reader, writer = os.pipe()
        os.close(reader)
        os.dup2(writer, 1)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execv(sys.argv[1], sys.argv[1:])
        END
        """
    let result = try Shell.run(script, tools: ["python3": "python3"], isolated: true)
    #expect(result.status == 0, "\(command): \(result.errors)")
    #expect(!result.errors.contains("headwind: cannot"), "\(command): \(result.errors)")
  }
}
