import Glibc

/// Checks what a command needs from its environment before it creates or enters a link.
public enum Surroundings {
  /// - Parameters:
  ///   - descriptors: the least number of descriptors that is needed.
  ///   - purpose: what needs them, such as "a link".
  /// - Throws: `LinkError` that says what is missing and how to provide it.
  public static func require(descriptors: Int, for purpose: String) throws(LinkError) {
    guard access("/proc/self/ns/net", F_OK) == 0 else {
      throw LinkError("\(purpose) needs /proc, which is not mounted here", remedy: "mount -t proc proc /proc")
    }
    try DescriptorLimit.raise(toAtLeast: descriptors, for: purpose)
  }
}
