import Testing

@testable import VirtualLink

@Suite struct NameResolutionTests {
  @Test func looksHostsUpInFilesAndDNSOnly() {
    let text = "passwd: files systemd\nhosts: files resolve [!UNAVAIL=return] dns\n\thosts: mdns\nnetworks: files\n\n"
    #expect(
      NameResolution.switched(text) == "passwd: files systemd\nnetworks: files\nhosts: files dns\n")
    #expect(NameResolution.switched("") == "hosts: files dns\n")
  }

  @Test func readsTheHostsSettings() {
    let host = HostResolver(
      text:
        "# made by hand\nnameserver 127.0.0.53\nsearch  a.example b.example\nnameserver fe80::1%eth0\noptions edns0\n")
    #expect(host.nameservers == ["127.0.0.53", "fe80::1%eth0"])
    #expect(host.options == ["search a.example b.example", "options edns0"])
    #expect(HostResolver(text: "").nameservers == ["127.0.0.1"])
  }

  @Test func writesAResolvConf() {
    var resolution = NameResolution(nameserver: "10.83.0.1")
    resolution.options = ["search a.example"]
    #expect(
      resolution.files(for: ProgramCommand(["true"])).first
        == ProgramFile(path: "/etc/resolv.conf", "nameserver 10.83.0.1\nsearch a.example\n"))
  }

  @Test func aPrivateLinkHasAHostsFileOfItsOwn() throws {
    let paths = { (resolution: NameResolution) in resolution.files(for: ProgramCommand(["true"])).map(\.path) }
    #expect(paths(NameResolution(nameserver: "10.83.0.1")).contains("/etc/hosts"))
    #expect(!paths(NameResolution(nameserver: "10.83.1.1", following: HostResolver(text: ""))).contains("/etc/hosts"))
    let own = "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n"
    #expect(NameResolution.hosts(of: "box.example") == own + "127.0.1.1 box.example box\n")
    #expect(NameResolution.hosts(of: "box") == own + "127.0.1.1 box\n")
    // Neither a second line nor a comment comes of a name.
    for name in ["", "localhost", "a b", "a\n192.0.2.1 b", "a#b"] { #expect(NameResolution.hosts(of: name) == own) }
  }
}
