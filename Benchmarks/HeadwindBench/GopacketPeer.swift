import Glibc

/// The Go program that does with gopacket and net/http what `headwind http` does; built from `Benchmarks/Gopacket` with
/// Debian's Go and gopacket.
enum GopacketPeer {
  static func build(to program: String, in folder: String) throws {
    guard let here = getcwd(nil, 0) else { throw BenchError("there is no current folder") }
    defer { free(here) }
    let settings = [
      "GO111MODULE=off", "GOPATH=/usr/share/gocode", "GOCACHE=\(String(cString: here))/\(folder)/go-cache",
    ]
    _ = try ProgramRun(
      ["env"] + settings + ["go", "build", "-o", program, "Benchmarks/Gopacket/main.go"], output: "/dev/null")
  }
}
