import CLinux
import Glibc

/// How many descriptors (files, sockets, pipes) this process may have open: RLIMIT_NOFILE of getrlimit(2).
///
/// A link whose process runs out of them neither starts nor ends as it should, and its servers accept no more connections.
/// So what needs many asks for them at its start. The programs that we start get the limit that we were started with.
public enum DescriptorLimit {
  /// What is asked for; a busy server needs one for each connection.
  private static let wanted: UInt = 65_536
  /// Says, to a command of ours that starts programs, what limit those programs are to get.
  public static let variable = "HEADWIND_DESCRIPTORS"

  /// Raises the limit as far as is of use.
  /// - Parameters:
  ///   - least: how many descriptors it takes at the least.
  ///   - purpose: what they are for: "a link".
  /// - Throws: where the limit cannot be raised to `least`.
  public static func raise(toAtLeast least: Int, for purpose: String) throws(LinkError) {
    if let value = getenv(variable) {
      if let soft = UInt(String(cString: value)) { hw_inherit_descriptor_limit(soft) }
      unsetenv(variable)
    }
    hw_raise_descriptor_limit(wanted)
    let limit = hw_descriptor_limit()
    guard limit < UInt(least) else { return }
    throw LinkError(
      "\(purpose) needs \(least) descriptors, but this process can have at most \(limit)",
      remedy: "raise the hard limit: 'ulimit -Hn \(max(least, 1024))' as root, or LimitNOFILE= of a service")
  }

  /// The limit that programs which we start are given: ours from before it was raised.
  public static var ofPrograms: UInt { hw_inherited_descriptor_limit() }
}
