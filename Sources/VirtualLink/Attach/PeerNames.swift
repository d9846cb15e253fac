import Glibc
public import Wire

/// Finds the addresses of a container's peers: in the container's own /etc/hosts, then as this host does.
public struct PeerNames {
  private let hosts: String

  /// - Parameter process: one of the container; nil to ask only this host.
  public init(ofProcess process: Int32?) {
    hosts = process.flatMap { Sysctl.readFile("/proc/\($0)/root/etc/hosts") } ?? ""
  }

  /// The addresses of a name.
  public func addresses(of name: String) throws -> [IPAddress] {
    let own = hosts.split(separator: "\n").flatMap { line -> [IPAddress] in
      let words = line.prefix { $0 != "#" }.split { $0 == " " || $0 == "\t" }
      guard words.dropFirst().contains(where: { $0.lowercased() == name.lowercased() }) else { return [] }
      return words.first.flatMap { IPAddress(String($0)) }.map { [$0] } ?? []
    }
    if !own.isEmpty { return own }
    var wish = addrinfo()
    wish.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(name, nil, &wish, &list)
    defer { if let list { freeaddrinfo(list) } }
    var found: [IPAddress] = []
    var entry = list
    while let this = entry {
      if let address = this.pointee.ai_addr.flatMap({ IPAddress(socketAddress: $0) }) { found.append(address) }
      entry = this.pointee.ai_next
    }
    guard status == 0, !found.isEmpty else {
      throw LinkError(
        "cannot find the addresses of '\(name)': \(String(cString: gai_strerror(status)))",
        remedy: "a name that only the container's own name server knows has to be given as an address")
    }
    return found
  }
}
