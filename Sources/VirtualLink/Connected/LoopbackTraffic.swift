/// The traffic of a namespace with itself, which crosses no link.
public enum LoopbackTraffic {
  /// The number of packets that the loopback interface of a namespace has carried; 0 if it is unknown.
  public static func packets(in namespace: NetworkNamespace) -> Int {
    let table = try? namespace.perform { Sysctl.readFile("/proc/thread-self/net/dev") }
    // Each line is an interface, a colon, and what was received: bytes, packets, and so on (proc_net_dev(5)).
    for line in (table ?? "").split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == ":" }
      if words.count > 2, words[0] == "lo" { return Int(words[2]) ?? 0 }
    }
    return 0
  }
}
