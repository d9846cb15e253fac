import TestSupport

/// Runs a script with a "host" that is the script's own network namespace, beside a server in another, for connected links by the
/// relay.
///
/// The server has 192.0.2.1 and 2001:db8::1. It reports 203.0.113.5 and 2001:db8:5::/64 as unreachable, and drops packets to
/// 203.0.113.9. `$server` stands before what runs on it, `$link` before what runs on a link by the relay.
enum RelayScript {
  private static let functions = #"""
    echo 0 > /proc/sys/net/ipv4/ip_forward
    unshare --net sleep 300 & far=$!
    for i in $(seq 500); do [ "$(readlink /proc/$far/ns/net)" != "$(readlink /proc/self/ns/net)" ] && break; sleep 0.01; done
    server="nsenter --net=/proc/$far/ns/net"
    ip link set e1 netns $far
    ip -6 address add 2001:db8::9/64 dev e0 nodad; ip -6 route add default via 2001:db8::1
    $server sh -c 'ip link set lo up; ip address add 192.0.2.1/24 dev e1; ip -6 address add 2001:db8::1/64 dev e1 nodad
      ip link set e1 up; echo 1 > /proc/sys/net/ipv4/ip_forward; echo 1 > /proc/sys/net/ipv6/conf/all/forwarding
      ip route add unreachable 203.0.113.5; ip -6 route add unreachable 2001:db8:5::/64; ip route add blackhole 203.0.113.9'
    # Starts a server for the rest of the script, and waits until it says "ready".
    servers=0
    serve() {
      servers=$((servers + 1)); "$@" >$folder/serving.$servers 2>&1 &
      until_there grep -q ready $folder/serving.$servers
    }
    link="$run $headwind run -q --connected"
    cat >$folder/lib.py <<'END'
    import socket, struct, sys, time, hashlib, threading
    def listener(address, port):
      s = socket.socket(socket.AF_INET6 if ':' in address else socket.AF_INET)
      s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
      s.bind((address, port)); s.listen(1000); return s
    def connect(address, port, timeout=10):
      return socket.create_connection((address, port), timeout)
    def read_all(s):
      all = b''
      while data := s.recv(65536): all += data
      return all
    def reset(s):
      s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0)); s.close()
    END
    export PYTHONPATH=$folder
    """#

  static func run(_ script: String, as who: FaultScript.Who, tools: [String: String] = [:]) throws -> ToolResult {
    try FaultScript.run(
      "\(functions)\n\(script)\n", as: who, tools: ["python3": "python3", "curl": "curl"].merging(tools) { $1 })
  }
}
