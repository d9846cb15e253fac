import CLinux
import Glibc

/// What the calling process may do to networks.
public enum Privilege {
  /// The numbers of the capabilities that creating a link needs (linux/capability.h): CAP_NET_ADMIN, CAP_NET_RAW,
  /// CAP_SYS_ADMIN.
  private static let needed: [Int32] = [12, 13, 21]

  /// Whether the process can create network namespaces as it is. Its capabilities decide this, not its user id.
  public static var isSufficient: Bool {
    needed.allSatisfy { hw_has_capability($0) }
  }

  /// Makes sure that the process can create network namespaces. If necessary, it moves the process into a new user
  /// namespace, in which the process keeps its user and group id and has every capability.
  ///
  /// Call it first, while the process has only one thread: the kernel does not let a process with several threads do
  /// this (user_namespaces(7)).
  /// - Returns: whether the process is now in a user namespace of its own.
  @discardableResult
  public static func obtain() throws(LinkError) -> Bool {
    if isSufficient { return false }
    let user = geteuid()
    let group = getegid()
    guard hw_new_user_namespace() == 0 else { throw refusal(errno) }
    // Without "deny", the kernel does not let an ordinary user write the group map: dropping groups could give access
    // to files.
    try write("deny", to: "/proc/self/setgroups")
    try write("\(user) \(user) 1", to: "/proc/self/uid_map")
    try write("\(group) \(group) 1", to: "/proc/self/gid_map")
    guard isSufficient else {
      throw LinkError(
        "this system gives user namespaces no capabilities",
        remedy: "run as root, or lift the restriction: sysctl kernel.apparmor_restrict_unprivileged_userns=0")
    }
    return true
  }

  /// Whether the process runs in a chroot, which is the case if its root directory is not a mount point.
  private static var isChrooted: Bool {
    guard let mounts = Sysctl.readFile("/proc/self/mountinfo") else { return false }
    // The fifth field is the mount point.
    return !mounts.split(separator: "\n").contains { $0.split(separator: " ").dropFirst(4).first == "/" }
  }

  /// Whether the user id that the kernel reports for another user always differs from that of the current user. In a
  /// user namespace, all users without a mapping have the id of "nobody" (user_namespaces(7)), which may also be the
  /// current user's id.
  static var canTellUsersApart: Bool {
    let overflow = Sysctl.read("kernel/overflowuid") ?? "65534"
    guard String(geteuid()) == overflow else { return true }
    let map = Sysctl.readFile("/proc/self/uid_map")?.split { $0 == " " || $0 == "\n" }
    return map == ["0", "0", "4294967295"]
  }

  private static func write(_ text: String, to path: String) throws(LinkError) {
    guard Sysctl.writeFile(text, path: path) == 0 else {
      let remedy = "a security module may restrict user namespaces: run as root, or see `dmesg`"
      throw LinkError("write \(path)", errno: errno, remedy: remedy)
    }
  }

  private static func refusal(_ code: Int32) -> LinkError {
    let limit = Sysctl.read("user/max_user_namespaces")
    let clone = Sysctl.read("kernel/unprivileged_userns_clone")
    let remedy: String
    if limit == "0" {
      remedy = "user namespaces are turned off: as root, sysctl user.max_user_namespaces=10000; or run as root"
    } else if clone == "0" {
      remedy = "ordinary users are not allowed to: as root, sysctl kernel.unprivileged_userns_clone=1; or run as root"
    } else if code == ENOSPC {
      remedy = "the limit is reached: see /proc/sys/user/max_user_namespaces"
    } else if isChrooted {
      remedy = "the kernel creates none for a process in a chroot: run as root"
    } else {
      remedy =
        "a container needs `--cap-add SYS_ADMIN --cap-add NET_ADMIN` or a seccomp profile that allows unshare; "
        + "elsewhere run as root"
    }
    return LinkError("create a user namespace", errno: code, remedy: remedy)
  }
}
