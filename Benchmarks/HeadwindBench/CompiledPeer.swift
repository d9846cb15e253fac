/// A small C program to compare with.
enum CompiledPeer {
  static func build(_ source: String, to program: String) throws {
    _ = try ProgramRun(["cc", "-O2", "-o", program, source], output: "/dev/null")
  }
}
