import TestSupport
import Testing

/// `headwind doctor` on machines that lack something: which item says so, what to do about it, and the exit status.
@Suite(.waiting) struct DoctorCommandTests {
  /// What is taken away, what the item says then, and what the report ends with.
  struct Lack: Sendable, CustomTestStringConvertible {
    var name: String
    /// What the shell does before, as the root of namespaces of its own.
    var before = ""
    /// What stands before the command.
    var prefix = ""
    var item: String
    var remedy: String
    var status: Int32 = 0

    var testDescription: String { name }
  }

  private static let ordinary =
    "unshare --user --map-user=4711 --map-group=4711 setpriv --inh-caps=-all --bounding-set=-all --"

  private static let lacks: [Lack] = [
    Lack(
      name: "user namespaces", before: "echo 0 > /proc/sys/user/max_user_namespaces",
      prefix: "setpriv --inh-caps=-all --bounding-set=-all --", item: "missing  permission",
      remedy: "sysctl user.max_user_namespaces", status: 4),
    Lack(
      name: "network namespaces", before: "echo 0 > /proc/sys/user/max_net_namespaces",
      item: "missing  network namespaces", remedy: "/proc/sys/user/max_net_namespaces", status: 4),
    Lack(
      name: "nft", before: "hide nft", item: "limited  nft", remedy: "apt-get install nftables"),
    Lack(name: "tc", before: "hide tc", item: "limited  tc", remedy: "apt-get install iproute2"),
    // In a new network namespace, nobody may open one.
    Lack(
      name: "ping sockets", item: "limited  ping on connected links", remedy: "sysctl net.ipv4.ping_group_range"),
    Lack(
      name: "packet sockets", prefix: ordinary, item: "limited  capture",
      remedy: "run as root to capture on the host's interfaces"),
    Lack(
      name: "root", prefix: ordinary, item: "limited  headwind condition", remedy: "run as root on a kernel with netem"),
  ]

  @Test(arguments: lacks) func namesWhatIsMissingAndTheRemedy(_ lack: Lack) throws {
    let result = try Shell.run(
      """
      hide() { for at in /usr/sbin /usr/bin /sbin /bin /usr/local/sbin /usr/local/bin; do
        [ -e $at/$1 ] && mount --bind /dev/null $at/$1; done; true; }
      \(lack.before)
      \(lack.prefix) $headwind doctor
      """, tools: ["unshare": "util-linux", "nft": "nftables", "tc": "iproute2"], isolated: true)
    #expect(result.status == lack.status, "\(result.output) \(result.errors)")
    let squeezed = result.lines.map { $0.split(separator: " ").joined(separator: " ") }
    let place = squeezed.firstIndex { $0.hasPrefix(lack.item.split(separator: " ").joined(separator: " ")) }
    let index = try #require(place, "\(result.output)")
    #expect(index + 1 < squeezed.count && squeezed[index + 1].hasPrefix("-> "), "\(result.output)")
    #expect(squeezed[index...].dropFirst().first?.contains(lack.remedy) == true, "\(result.output)")
    let last = squeezed.last ?? ""
    #expect(lack.status == 0 ? last.hasPrefix("Links use the ") : last == "Links cannot be created here.", "\(last)")
  }

  @Test func fixPrintsCommandsAndRunsNothing() throws {
    let result = try Shell.run(
      """
      echo 0 > /proc/sys/user/max_user_namespaces
      $headwind doctor --fix
      echo "status $?"
      cat /proc/sys/user/max_user_namespaces
      """, tools: ["unshare": "util-linux"], isolated: true)
    let place = result.lines.firstIndex(of: "sysctl -w user.max_user_namespaces=10000")
    #expect(place.map { result.lines[$0 - 1] } == "# user namespaces for ordinary users", "\(result.output)")
    #expect(result.lines.last == "0", "\(result.output) \(result.errors)")
  }

  @Test func fixRunsTheCommandsOnlyForRootAndOnlyWithYes() throws {
    let result = try Shell.run(
      """
      mkdir $folder/bin
      for name in sysctl apt-get modprobe apparmor_parser; do
        printf '#!/bin/sh\\necho "$0 $*" >> %s/ran\\n' $folder > $folder/bin/$name
        chmod +x $folder/bin/$name
      done
      PATH=$folder/bin:$PATH
      \(Self.ordinary) $headwind doctor --fix --yes
      echo "ordinary $?"
      [ ! -e $folder/ran ] || echo "an ordinary user ran $(cat $folder/ran)"
      echo 0 > /proc/sys/user/max_user_namespaces
      $headwind doctor --fix --yes > /dev/null
      echo "root $?"
      grep -o 'sysctl -w user.*' $folder/ran
      $headwind doctor --yes
      echo "alone $?"
      """, tools: ["unshare": "util-linux"], isolated: true)
    #expect(
      result.lines == ["ordinary 4", "root 0", "sysctl -w user.max_user_namespaces=10000", "alone 2"],
      "\(result.output) \(result.errors)")
    #expect(result.errors.contains("sudo headwind doctor --fix --yes"), "\(result.errors)")
  }
}
