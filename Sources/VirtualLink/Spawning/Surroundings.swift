import Glibc

/// What a command that makes links or enters them needs of its surroundings before anything else.
public enum Surroundings {
  /// - Parameters:
  ///   - descriptors: how many it takes at the least.
  ///   - purpose: what they are for: "a link".
  /// - Throws: what is missing, and what to do about it.
  public static func require(descriptors: Int, for purpose: String) throws(LinkError) {
    guard access("/proc/self/ns/net", F_OK) == 0 else {
      throw LinkError("\(purpose) needs /proc, which is not mounted here", remedy: "mount -t proc proc /proc")
    }
    try DescriptorLimit.raise(toAtLeast: descriptors, for: purpose)
  }
}
