import TestSupport

/// Runs a script as the root of namespaces of its own (user, network, mounts, processes), so that whatever a fault leaves behind is
/// seen: there is nothing else in them.
///
/// `$run` stands before the command: nothing for root, and for an ordinary user what makes it one, without any capability.
enum FaultScript {
  enum Who: CaseIterable {
    case root, ordinaryUser
  }

  private static let functions = """
    rootless="unshare --user --map-user=4711 --map-group=4711 setpriv --inh-caps=-all --bounding-set=-all --"
    # Where the control sockets are of both users.
    mkdir -m 700 $folder/runtime; export XDG_RUNTIME_DIR=$folder/runtime
    ip link set lo up; echo 1 > /proc/sys/net/ipv4/ip_forward
    # An interface that leads somewhere, as a host has.
    ip link add e0 type veth peer name e1; ip link set e0 up; ip link set e1 up
    ip address add 192.0.2.9/24 dev e0; ip route add default via 192.0.2.1
    fail() { echo "$*" >&2; exit 1; }
    what_is_left() {
      ps -e -o comm=,stat=,pid=,args= | awk '$2 !~ /Z/ && $1 ~ /^(headwind|nft|sleep|curl)/'
      ip -o link | grep -vE ': (lo|e[01]@e[01]):'
      nft list tables | grep headwind
      grep headwind /proc/net/unix
      find $XDG_RUNTIME_DIR -mindepth 1
    }
    # Nothing is left; the kernel takes a moment for its namespaces.
    clean() {
      for i in $(seq 500); do [ -z "$(what_is_left)" ] && return; sleep 0.02; done
      fail "left behind $1: $(what_is_left)"
    }
    # The process whose argument it is has the link's namespaces open: prints the one with an interface.
    namespace_with() {
      for link in /proc/$1/fd/*; do
        case $(readlink $link) in net:*) nsenter --net=$link ip -o link show dev $2 >/dev/null 2>&1 && echo $link && return;; esac
      done
    }
    until_there() { for i in $(seq 500); do "$@" >/dev/null 2>&1 && return; sleep 0.01; done; fail "waited in vain for: $*"; }
    # Ends as the command did that was started in the background, which has to be soon.
    ended() {
      for i in $(seq 500); do case $(ps -o stat= -p $1) in Z*|'') wait $1; return;; esac; sleep 0.02; done
      fail "still runs $2"
    }
    """

  /// Needs util-linux, iproute2, procps and nftables.
  static func run(_ script: String, as who: Who = .root, tools: [String: String] = [:]) throws -> ToolResult {
    let needed = [
      "unshare": "util-linux", "nsenter": "util-linux", "ps": "procps", "ip": "iproute2", "nft": "nftables",
    ].merging(tools) { one, _ in one }
    return try Shell.run(
      """
      cat > $folder/script <<'END OF SCRIPT'
      \(functions)
      run=\(who == .ordinaryUser ? "\"$rootless\"" : "")
      \(script)
      END OF SCRIPT
      export folder headwind
      unshare --pid --fork --kill-child --mount-proc bash $folder/script
      """, tools: needed, isolated: true)
  }
}
