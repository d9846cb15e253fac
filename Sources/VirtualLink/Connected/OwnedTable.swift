import CLinux
import CNetlink
import Glibc

/// An nftables table that only its owner can change, and that the kernel removes when the owner's socket closes
/// (NFT_TABLE_F_OWNER, Linux 5.12).
///
/// The owner is an `nft` process that waits for commands. It runs in a process tree that cannot outlive Headwind.
final class OwnedTable: Sendable {
  /// Whether another table has a chain on the forward hook whose default policy is to drop.
  let otherTablesDropForwarded: Bool
  // `nft` ends when this end of its standard input is closed.
  private let input: Descriptor
  private let helpers: ProcessTree
  /// The process that owns the table.
  let owner: pid_t

  /// Creates a table with a source-NAT chain and a chain on the forward hook.
  /// - Parameters:
  ///   - masquerade: the rules of the former, in the language of nft(8).
  ///   - forward: those of the latter.
  init(name: String, masquerade: [String], forward: [String], helpers: ProcessTree) throws {
    self.helpers = helpers
    let output: Descriptor
    let input: Descriptor
    (input, output, owner) = try Self.startOwner(in: helpers)
    self.input = input
    var commands = ["list chains", "add table inet \(name) { flags owner; }"]
    let chains = [
      ("out", "nat hook postrouting priority 100", masquerade), ("between", "filter hook forward priority 0", forward),
    ]
    for (chain, type, rules) in chains {
      commands.append("add chain inet \(name) \(chain) { type \(type); }")
      commands += rules.map { "add rule inet \(name) \(chain) \($0)" }
    }
    commands.append("list table inet \(name)")
    let text = Array(commands.map { $0 + "\n" }.joined().utf8)
    let isSent = text.withUnsafeBytes { write(input.raw, $0.baseAddress, $0.count) } == text.count
    // Without a reader, the process has ended.
    guard isSent || errno == EPIPE else { throw LinkError("send commands to nft", errno: errno) }
    let answer = Self.answer(from: output)
    switch answer.end {
    case .whole: break
    case .ended:
      throw LinkError("cannot masquerade with nftables: nft has ended without an answer; it was killed or crashed")
    case .silent: throw LinkError("cannot masquerade with nftables: nft has not answered for 5 seconds")
    case .refused(let reason):
      throw LinkError(
        "cannot masquerade with nftables: \(reason)",
        remedy: "the kernel needs nf_tables with masquerading, reject and table owners (Linux 5.12)")
    }
    otherTablesDropForwarded = answer.lines.contains { $0.contains("hook forward") && $0.contains("policy drop") }
  }

  /// Starts `nft`, and returns the ends of its standard input and output. Its process holds the only other ends, so that reading its output
  /// ends when it ends.
  private static func startOwner(in helpers: ProcessTree) throws -> (Descriptor, Descriptor, pid_t) {
    var ends: [Int32] = [-1, -1]
    guard hw_pipe(&ends) == 0 else { throw LinkError("create a pipe", errno: errno) }
    let (standardInput, input) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    guard hw_pipe(&ends) == 0 else { throw LinkError("create a pipe", errno: errno) }
    let (output, standardOutput) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
    return try withExtendedLifetime((standardInput, standardOutput)) {
      do {
        let owner = try Program(
          ProgramCommand(["nft", "-i"], environment: ["PATH=/usr/sbin:/sbin:/usr/bin:/bin", "TERM=dumb"]),
          network: nil, tree: helpers, standard: (standardInput.raw, standardOutput.raw, standardOutput.raw)
        ).process
        return (input, output, owner)
      } catch let error as ProgramError where error.kind == .notFound {
        throw LinkError(
          "nft is not installed, but root needs it for a connected link", remedy: "apt-get install nftables")
      } catch let error as ProgramError {
        throw LinkError(error.message)
      }
    }
  }

  /// Ends the owner, which also removes the table.
  func close() {
    helpers.end()
  }

  /// The way in which the output of `nft` has ended.
  private enum AnswerEnd {
    /// With the listing of the table.
    case whole
    /// With an error.
    case refused(Substring)
    /// With the process.
    case ended
    /// Not within 5 seconds.
    case silent
  }

  /// Reads the output of `nft` up to the end of the table's listing, an error, its end, or 5 seconds without output.
  private static func answer(from output: Descriptor) -> (lines: [Substring], end: AnswerEnd) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var lines: [Substring] = []
    while bytes.count < 1 << 20 {
      var source = pollfd(fd: output.raw, events: Int16(POLLIN), revents: 0)
      guard poll(&source, 1, 5000) > 0 else { return (lines, .silent) }
      let length = buffer.withUnsafeMutableBytes { read(output.raw, $0.baseAddress, $0.count) }
      guard length > 0 else { return (lines, .ended) }
      bytes += buffer.prefix(length)
      lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      if let error = lines.first(where: { $0.hasPrefix("Error") }) { return (lines, .refused(error)) }
      guard let ours = lines.lastIndex(where: { $0.hasSuffix("flags owner") }) else { continue }
      if bytes.last == 0x0A, lines[ours...].contains("}") { return (lines, .whole) }
    }
    return (lines, .silent)
  }
}
