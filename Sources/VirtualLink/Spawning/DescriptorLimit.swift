import CLinux
import Glibc

/// The limit on open descriptors (files, sockets, pipes) of this process: RLIMIT_NOFILE of getrlimit(2).
///
/// If the process of a link runs out of descriptors, the link does not start or end correctly, and its servers accept
/// no more connections. So commands that need many descriptors raise the limit at the start. Programs that Headwind
/// starts get the limit that Headwind itself was started with.
public enum DescriptorLimit {
  /// The limit to request. A busy server needs one descriptor for each connection.
  private static let wanted: UInt = 65_536
  /// The environment variable that tells a `headwind` command which limit the programs that it starts get.
  public static let variable = "HEADWIND_DESCRIPTORS"

  /// Raises the limit as far as it is useful.
  /// - Parameters:
  ///   - least: the least number of descriptors that is needed.
  ///   - purpose: what needs the descriptors, such as "a link".
  /// - Throws: `LinkError` if the limit cannot be raised to `least`.
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

  /// The limit for the programs that Headwind starts: Headwind's own limit before it was raised.
  public static var ofPrograms: UInt { hw_inherited_descriptor_limit() }
}
