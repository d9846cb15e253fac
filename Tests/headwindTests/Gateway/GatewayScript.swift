import TestSupport

/// Runs a script about a gateway, in namespaces of its own: `eth1` is this machine's port of a segment (a bridge in a namespace), and
/// phones are namespaces with a port there.
///
/// `phone N` plugs phone number N in, `on N COMMAND` runs something there, `lease N NAME` gets it an address by udhcpc. `gateway OPTIONS`
/// starts a gateway at `eth1`, `state` prints what a gateway must leave as it is. `until_there` counts with `i`.
enum GatewayScript {
  private static let tools = [
    "dnsmasq": "dnsmasq-base", "busybox": "busybox", "udhcpc": "udhcpc", "dhclient": "isc-dhcp-client", "curl": "curl",
    "dig": "bind9-dnsutils",
    "ping": "iputils-ping", "nft": "nftables", "jq": "jq", "python3": "python3", "sysctl": "procps",
  ]

  private static let functions = """
    namespace() { unshare --net sleep 1000 & started=$!
      until [ "$(readlink /proc/$started/ns/net)" != "$(readlink /proc/self/ns/net)" ]; do sleep 0.02; done; }
    in_lan() { nsenter --target $lan --net "$@"; }
    on() { nsenter --target ${phones[$1]} --net "${@:2}"; }
    namespace; lan=$started
    in_lan sysctl -qw net.ipv6.conf.all.disable_ipv6=1 net.ipv6.conf.default.disable_ipv6=1
    in_lan ip link add name lan0 type bridge mcast_snooping 0
    in_lan ip link set lan0 up
    ip link add eth1 type veth peer name port netns $lan
    in_lan ip link set port master lan0 up
    ip link set eth1 up
    phone() {
      local hex=$(printf %02x $1)
      namespace; phones[$1]=$started
      ip link add name p$1 netns $lan type veth peer name eth0 address 02:11:22:33:44:$hex netns $started
      in_lan ip link set p$1 master lan0 up
      on $1 sysctl -qw net.ipv6.conf.all.forwarding=0 net.ipv6.conf.eth0.accept_ra=1 net.ipv6.conf.eth0.disable_ipv6=0
      on $1 ip link set lo up; on $1 ip link set eth0 up
    }
    cat > $folder/bound <<'END'
    #!/bin/sh
    [ "$1" = bound ] || exit 0
    ip address replace $ip/24 dev $interface; ip route replace default via $router
    echo "nameserver $dns" > $folder/resolv.$interface.$hostname; echo $ip
    END
    cat > $folder/dhclient <<'END'
    #!/bin/sh
    [ "$reason" = BOUND ] || exit 0
    ip address replace $new_ip_address/24 dev $interface; ip route replace default via $new_routers
    echo $new_ip_address $new_routers $new_domain_name_servers > $folder/dhclient.out
    END
    chmod 755 $folder/bound $folder/dhclient
    lease() { on $1 busybox udhcpc -i eth0 -n -q -f -t 20 -T 1 -s $folder/bound -x hostname:$2 2>/dev/null; }
    gateway() {
      $headwind gateway --to eth1 "$@" 2> $folder/gateway & gateway=$!
      for attempt in $(seq 500); do grep -q '^headwind: gateway for' $folder/gateway && return; kill -0 $gateway || break; sleep 0.02; done
      fail "no gateway: $(cat $folder/gateway)"
    }
    state() {
      ip -o -d address | sed 's/ tentative//'; ip -d link show eth1; ip route show table all; ip -6 route show table all; ip rule; ip -6 rule
      ip neigh | sort
      nft list ruleset; sysctl -a 2>/dev/null | grep -E '^net.ipv[46].*(forward|rp_filter|disable_ipv6|accept_ra|proxy|group_range)'
    }
    gone() { [ -z "$(ps -e -o comm=,stat= | awk '$2 !~ /Z/ && $1 ~ /^(headwind|dnsmasq|nft)/')" ] && ! grep headwind /proc/net/unix && [ -z "$(find /run /tmp -name 'headwind.0*')" ]; }
    # The interface has settled: its own IPv6 address is no longer in doubt.
    until_there sh -c 'ip address show eth1 | grep -q "scope link" && ! ip address show eth1 | grep -q tentative'
    """

  static func run(_ script: String, tools others: [String: String] = [:]) throws -> ToolResult {
    try LinkScript.run(functions + "\n" + script, tools: tools.merging(others) { one, _ in one })
  }
}
