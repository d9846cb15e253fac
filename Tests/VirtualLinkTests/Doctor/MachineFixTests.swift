import Testing

@testable import VirtualLink

/// Which commands `headwind doctor --fix` prints for machines that lack something.
struct MachineFixTests {
  private static func commands(
    _ settings: [String: String] = [:], lacking names: [String] = [], program: String = "/usr/local/bin/headwind",
    files: Set<String> = [
      "/usr/bin/apt-get", "/usr/sbin/sysctl", "/etc/apparmor.d", "/lib/modules/6.8.0/modules.dep",
    ]
  ) -> [String] {
    var report = MachineReport()
    for name in names { report.add(name, .limited, "not there") }
    report.add("kernel", .ok, "6.8.0")
    let settings = settings.merging(["kernel/osrelease": "6.8.0"]) { given, _ in given }
    let facts = MachineFacts(setting: { settings[$0] }, program: program, exists: files.contains)
    return report.fixes(facts).map(\.command)
  }

  @Test func aMachineThatLacksNothingNeedsNoCommand() {
    #expect(Self.commands(["net/core/rmem_max": "16777216", "user/max_user_namespaces": "15000"]) == [])
  }

  @Test func settingsAllowUserNamespaces() {
    #expect(Self.commands(["user/max_user_namespaces": "0"]) == ["sysctl -w user.max_user_namespaces=10000"])
    #expect(
      Self.commands(["kernel/unprivileged_userns_clone": "0"]) == ["sysctl -w kernel.unprivileged_userns_clone=1"])
    #expect(Self.commands(["net/core/rmem_max": "212992"]) == ["sysctl -w net.core.rmem_max=16777216"])
    #expect(
      Self.commands(lacking: ["ping on connected links"]) == ["sysctl -w 'net.ipv4.ping_group_range=0 2147483647'"])
  }

  @Test func aSystemWithoutSysctlGetsCommandsThatItHas() {
    #expect(
      Self.commands(["kernel/unprivileged_userns_clone": "0"], lacking: ["ping on connected links"], files: []) == [
        "echo 1 > /proc/sys/kernel/unprivileged_userns_clone",
        "echo 0 2147483647 > /proc/sys/net/ipv4/ping_group_range",
      ])
  }

  @Test func anAppArmorProfileConcernsThisCommandAlone() throws {
    let restricted = ["kernel/apparmor_restrict_unprivileged_userns": "1"]
    let command = try #require(Self.commands(restricted).first)
    #expect(command.contains("'profile usr.local.bin.headwind /usr/local/bin/headwind flags=(unconfined) { userns, }'"))
    let file = "/etc/apparmor.d/usr.local.bin.headwind"
    #expect(command.hasSuffix("> \(file) && apparmor_parser -r \(file)"))
    #expect(Self.commands(restricted, files: ["/etc/apparmor.d", file]) == [])
    // The profile of another copy, such as a package's, does not help this one.
    let others: Set<String> = ["/etc/apparmor.d", "/etc/apparmor.d/usr.bin.headwind"]
    #expect(Self.commands(restricted, files: others) == [command])
    #expect(Self.commands(restricted, program: "/usr/bin/headwind", files: others) == [])
    // No path that a shell or a profile could read as something else is written.
    for program in [
      "/tmp/it's/headwind", "/tmp/{a,b}/headwind", "/tmp/a b/headwind", "/tmp/*/headwind", "", "headwind",
    ] {
      #expect(
        Self.commands(restricted, program: program) == ["sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"])
    }
  }

  @Test func packagesComeFromTheSystemsPackageManager() {
    #expect(Self.commands(lacking: ["nft", "tc"]) == ["apt-get install --yes nftables iproute2"])
    #expect(Self.commands(lacking: ["tc"], files: ["/usr/bin/dnf"]) == ["dnf install -y iproute-tc"])
    #expect(Self.commands(lacking: ["nft"], files: []) == [])
  }

  @Test func modulesAreLoadedWhereTheKernelHasModules() {
    let names = ["netem", "connected links"]
    #expect(Self.commands(lacking: names) == ["modprobe -a nft_tproxy", "modprobe -a sch_netem"])
    #expect(Self.commands(lacking: names, files: []) == [])
  }
}
