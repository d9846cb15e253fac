/// Turns on packet forwarding in a namespace.
enum Forwarding {
  /// Lets the calling thread's network namespace forward packets between its interfaces.
  static func turnOn() throws {
    try Sysctl.set("net/ipv4/ip_forward", "1")
    try Sysctl.set("net/ipv6/conf/all/forwarding", "1")
    guard Sysctl.read("net/ipv4/ip_forward") == "1" else {
      throw LinkError(
        "the far side cannot forward packets: /proc/sys is read-only here",
        remedy: "in a container, mount /proc/sys writable, or use --private")
    }
  }
}
