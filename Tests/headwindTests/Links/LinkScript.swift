import Glibc
import TestSupport

/// Runs a script about links in network, mount and process namespaces of its own, with /tmp and /run of its own, so that whatever a
/// link leaves behind is seen: there is nothing else in them.
///
/// `$run` stands before what the user does, `$headwind` is the command, `$folder` a folder of the script's own that everybody may
/// write to. Of several users there can be one only where the tests are root's.
enum LinkScript {
  private static let functions = """
    rootless() { unshare --user --map-user=4711 --map-group=4711 setpriv --inh-caps=-all --bounding-set=-all -- "$@"; }
    as() { setpriv --reuid $1 --regid $1 --clear-groups -- "${@:2}"; }
    unset XDG_RUNTIME_DIR
    # What every user can run.
    export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    ip link set lo up
    fail() { echo "line ${BASH_LINENO[0]}: $*" >&2; exit 1; }
    what_is_left() {
      ps -e -o comm=,stat=,pid=,args= | awk '$2 !~ /Z/ && $1 ~ /^(headwind|nft|sleep|curl|python3)/'
      ip -o link | grep -vE ': (lo|e[01]@e[01]):'
      grep headwind /proc/net/unix
      files_left
    }
    files_left() { find /tmp /run \\( -path /run/folder -o -path /run/checkout -o -path $checkout \\) -prune -o -name 'headwind*' -print 2>/dev/null; }
    # Nothing is left; the kernel takes a moment for its namespaces.
    clean() {
      for i in $(seq 500); do [ -z "$(what_is_left)" ] && return; sleep 0.02; done
      fail "left behind $1: $(what_is_left)"
    }
    until_there() { for i in $(seq 1000); do "$@" >/dev/null 2>&1 && return; sleep 0.02; done; fail "waited in vain for: $*"; }
    # What `state` prints is again what it was in `before`. Soon: of a process that is a zombie to ps, a thread may still hold its sockets.
    as_before() {
      for i in $(seq 200); do state > $folder/after; cmp -s $folder/before $folder/after && return; sleep 0.05; done
      fail "not as it was: $(diff $folder/before $folder/after)"
    }
    """

  /// Needs util-linux, iproute2 and procps.
  static func run(
    _ script: String, as who: LinkUser = .ourselves, tools: [String: String] = [:]
  ) throws -> ToolResult {
    let needed = ["unshare": "util-linux", "setpriv": "util-linux", "ps": "procps", "ip": "iproute2"]
      .merging(tools) { one, _ in one }
    let isRoot = geteuid() == 0
    return try Shell.run(
      """
      cat > $folder/script <<'END OF SCRIPT'
      mount -t tmpfs none /run; mkdir /run/folder; mount --bind $folder /run/folder
      # The checkout stays where it is, should that be in /tmp.
      checkout=\(Repository.root); mkdir /run/checkout; mount --rbind $checkout /run/checkout
      mount -t tmpfs -o mode=1777 none /tmp
      [ -e $checkout ] || { mkdir -p $checkout; mount --rbind /run/checkout $checkout; }
      folder=/run/folder headwind=/run/folder/headwind
      \(functions)
      run=\(who == .ourselves ? "" : isRoot ? "'as 4711'" : "rootless")
      \(script)
      END OF SCRIPT
      cp $headwind $folder/headwind; chmod 755 $folder/headwind; chmod 777 $folder
      export folder
      unshare \(isRoot ? "" : "--user --map-root-user") --net --mount --pid --fork --kill-child --mount-proc bash $folder/script
      """, tools: needed)
  }
}
