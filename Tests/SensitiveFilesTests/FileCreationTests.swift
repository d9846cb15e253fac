import TestSupport
import Testing

/// Files that hold packets, secrets or bodies are made by `SensitiveFile` alone.
@Suite struct FileCreationTests {
  /// The calls that create a file, in Swift and in C.
  private static let creators = [
    #"\bO_CREAT\b"#, #"\bO_TMPFILE\b"#, #"\bmkstemps?\s*\("#, #"\bmkostemps?\s*\("#, #"\bcreat\s*\("#,
    #"\btmpfile\s*\("#,
    #"\bf(re)?open(64)?\s*\(.*,\s*"[wa]"#, #"\bfopen(64)?\s*\(.*"r[be]*\+"#, #"createFile\s*\("#, #"\bFileHandle\s*\("#,
    #"\.write\s*\(\s*to(File)?\s*:\s*(URL|path|file|output)"#, #"options:[^)\n]*\.create\b"#, #"\[\.create\b"#,
  ]

  /// Files that create others, and why these need not be secret.
  private static let exceptions = [
    "SensitiveFiles/SensitiveFile.swift": "is what creates the secret ones",
    "FileEmbedder/main.swift": "writes sources during the build",
    "RevisionWriter/main.swift": "writes sources during the build",
    "FieldNumberer/main.swift": "writes sources during the build",
    "CLinux/spawning.c": "writes /etc/resolv.conf of a namespace, which every user there reads",
    "Resilience/Running/CaptureLocks.swift": "is empty; only its locks count",
    "VirtualLink/Control/ControlDirectory.swift":
      "creates files that were not there, of mode 0600, in a folder of mode 0700",
    "VirtualLink/Spawning/PreloadPlace.swift": "copies the library that every program of a link may map",
    "Resilience/Client/ClientHost.swift": "is empty; only its name counts",
    "headwind/Links/MarkFile.swift": "is empty; only its name counts",
    "Resilience/Trend/ReportStore.swift": "adds to a history that teams share; docs/reports.md says what it holds",
    "headwind/Suites/ReportOptions.swift": "writes reports for others; docs/scenarios.md says what they hold",
    "headwind/Commands/VerifyCommand.swift": "writes figures about links",
    "headwind/Commands/TestInit.swift": "copies templates",
    "headwind/Editors/NewFile.swift": "writes a template and its schema",
    "headwind/Extcap/ExtcapInstallation.swift": "writes a program that others run",
  ]

  @Test func onlySensitiveFileCreatesThem() throws {
    let creators = try Self.creators.map { try Regex($0) }
    var found: Set<String> = []
    for root in ["Sources", "preload"] {
      for path in try Self.sources(in: root) {
        let name = path.hasPrefix("Sources/") ? String(path.dropFirst("Sources/".count)) : path
        let lines = try Files.text(Repository.file(path)).split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() where creators.contains(where: { line.contains($0) }) {
          found.insert(name)
          #expect(
            Self.exceptions[name] != nil,
            """
            \(path):\(number + 1) creates a file: \(line.trimmingPrefix(/\s+/))
            If it can hold packets, secrets or bodies, use SensitiveFile; otherwise say here why it cannot.
            """)
        }
      }
    }
    #expect(found.contains("SensitiveFiles/SensitiveFile.swift"))
    #expect(Set(Self.exceptions.keys).subtracting(found).subtracting(["FieldNumberer/main.swift"]) == [])
  }

  private static func sources(in folder: String) throws -> [String] {
    try Shell.run("cd '\(Repository.root)' && find '\(folder)' -name '*.swift' -o -name '*.c' -o -name '*.h'").output
      .split(separator: "\n").map(String.init)
  }
}
