import Glibc

/// A command that gives this machine something that it lacks.
public struct MachineFix: Codable, Sendable, Equatable {
  /// What the command makes available.
  public var purpose: String
  /// A command line for sh(1), to be run as root.
  public var command: String
}

/// What the choice of fixes depends on, besides the report.
struct MachineFacts {
  /// A kernel setting, named as below /proc/sys, or nil if the kernel does not have it.
  var setting: (String) -> String?
  /// The path of this command, for an AppArmor profile.
  var program: String
  /// Whether a file exists.
  var exists: (String) -> Bool

  /// Those of this machine.
  static var current: MachineFacts {
    let path = realpath("/proc/self/exe", nil)
    defer { free(path) }
    return MachineFacts(
      setting: Sysctl.read, program: path.map { String(cString: $0) } ?? "", exists: { access($0, F_OK) == 0 })
  }
}

extension MachineReport {
  /// The commands that give this machine what it lacks, as far as commands can.
  ///
  /// Settings that concern only ordinary users are examined whoever asks, because `sudo headwind doctor --fix` has to find what the
  /// users of the machine lack.
  public var fixes: [MachineFix] { fixes(.current) }

  func fixes(_ facts: MachineFacts) -> [MachineFix] {
    userNamespaceFixes(facts) + settingFixes(facts) + packageFixes(facts) + moduleFixes(facts)
  }

  /// The name of the AppArmor profile that lets a command create user namespaces where ordinary programs may not, and of its file: the
  /// path of the command with dots, as AppArmor names its own. So the profile of a package covers no other copy of the command.
  private static func profile(_ program: String) -> String {
    program.dropFirst().split(separator: "/", omittingEmptySubsequences: false).joined(separator: ".")
  }

  private func userNamespaceFixes(_ facts: MachineFacts) -> [MachineFix] {
    var fixes: [MachineFix] = []
    let purpose = "user namespaces for ordinary users"
    if facts.setting("user/max_user_namespaces") == "0" {
      fixes.append(MachineFix(purpose: purpose, command: Self.set("user/max_user_namespaces", to: "10000", facts)))
    }
    if facts.setting("kernel/unprivileged_userns_clone") == "0" {
      fixes.append(MachineFix(purpose: purpose, command: Self.set("kernel/unprivileged_userns_clone", to: "1", facts)))
    }
    let restriction = "kernel/apparmor_restrict_unprivileged_userns"
    if facts.setting(restriction) == "1", !facts.exists("/etc/apparmor.d/\(Self.profile(facts.program))") {
      fixes.append(MachineFix(purpose: "\(purpose), which AppArmor restricts", command: Self.allowance(facts)))
    }
    return fixes
  }

  /// A profile for this command alone. If its path cannot be written in a profile as it is, the restriction is lifted for all programs.
  private static func allowance(_ facts: MachineFacts) -> String {
    let isPlain = facts.program.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard isPlain, facts.program.hasPrefix("/"), facts.exists("/etc/apparmor.d") else {
      return set("kernel/apparmor_restrict_unprivileged_userns", to: "0", facts)
    }
    let name = profile(facts.program)
    let file = "/etc/apparmor.d/\(name)"
    return "printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' "
      + "'profile \(name) \(facts.program) flags=(unconfined) { userns, }' > \(file) && apparmor_parser -r \(file)"
  }

  /// Sets a kernel setting with sysctl(8), or without it where the system has none, as in minimal installations of Debian.
  private static func set(_ setting: String, to value: String, _ facts: MachineFacts) -> String {
    guard ["/usr/sbin/sysctl", "/sbin/sysctl"].contains(where: facts.exists) else {
      return "echo \(value) > /proc/sys/\(setting)"
    }
    let assignment = setting.split(separator: "/").joined(separator: ".") + "=" + value
    return "sysctl -w " + (value.contains(" ") ? "'\(assignment)'" : assignment)
  }

  private func settingFixes(_ facts: MachineFacts) -> [MachineFix] {
    var fixes: [MachineFix] = []
    if let limit = facts.setting("net/core/rmem_max").flatMap({ Int($0) }), limit < PacketSocket.bufferBytes {
      fixes.append(
        MachineFix(
          purpose: "large receive buffers for ordinary users",
          command: Self.set("net/core/rmem_max", to: "\(PacketSocket.bufferBytes)", facts)))
    }
    if lacks("ping on connected links") {
      fixes.append(
        MachineFix(
          purpose: "ping on connected links",
          command: Self.set("net/ipv4/ping_group_range", to: "0 2147483647", facts)))
    }
    return fixes
  }

  private func packageFixes(_ facts: MachineFacts) -> [MachineFix] {
    let packages = ["nft": "nftables", "tc": "iproute2"].filter { lacks($0.key) }.sorted { $0.key < $1.key }
    guard !packages.isEmpty else { return [] }
    let names = packages.map(\.value)
    let purpose = packages.map(\.key).joined(separator: " and ")
    // Other systems call the package of tc "iproute", except for those whose package managers are listed here.
    let managers = [
      ("/usr/bin/apt-get", "apt-get install --yes", "iproute2"), ("/usr/bin/dnf", "dnf install -y", "iproute-tc"),
      ("/usr/bin/zypper", "zypper install -y", "iproute2"), ("/usr/bin/pacman", "pacman -S --noconfirm", "iproute2"),
      ("/sbin/apk", "apk add", "iproute2"),
    ]
    guard let manager = managers.first(where: { facts.exists($0.0) }) else { return [] }
    let words = names.map { $0 == "iproute2" ? manager.2 : $0 }
    return [MachineFix(purpose: purpose, command: "\(manager.1) \(words.joined(separator: " "))")]
  }

  /// Kernel modules, if this kernel has any: a container and User-Mode Linux see none.
  private func moduleFixes(_ facts: MachineFacts) -> [MachineFix] {
    guard let release = facts.setting("kernel/osrelease"), facts.exists("/lib/modules/\(release)/modules.dep") else {
      return []
    }
    let modules = [
      ("connected links", "nft_tproxy"), ("--localhost", "nft_nat nft_masq"), ("netem", "sch_netem"),
      ("netem: bridge", "bridge"), ("netem: DNS conditions", "sch_prio cls_u32"),
      ("headwind condition", "sch_netem ifb"),
    ]
    return modules.filter { lacks($0.0) }.map { MachineFix(purpose: $0.0, command: "modprobe -a \($0.1)") }
  }

  private func lacks(_ name: String) -> Bool {
    items.contains { $0.name == name && $0.state != .ok }
  }
}
