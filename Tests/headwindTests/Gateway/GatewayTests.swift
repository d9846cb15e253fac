import TestSupport
import Testing

/// `headwind gateway`, with the command itself, dnsmasq and the DHCP clients of phones and computers.
@Suite(.serialized, .waiting) struct GatewayTests {
  /// udhcpc and dhclient get addresses, a router and a name server; IPv6 comes by SLAAC; each has a link under its own name; the
  /// page with the authority is found by name, and what it offers makes the servers trusted.
  @Test func phonesJoin() throws {
    let result = try GatewayScript.run(
      """
      gateway --private
      phone 1; phone 2
      address=$(lease 1 pixel-7) || fail "udhcpc: $(cat $folder/gateway)"
      case $address in 10.83.0.*) ;; *) fail "udhcpc: $address";; esac
      echo 'send host-name "iphone";' > $folder/dhclient.conf
      on 2 dhclient -1 -e folder=$folder -sf $folder/dhclient -cf $folder/dhclient.conf -lf $folder/leases -pf $folder/pid eth0 2>/dev/null
      kill $(cat $folder/pid)
      sed -E 's/10.83.0.[0-9]+/ADDRESS/' $folder/dhclient.out
      for p in 1 2; do
        until_there sh -c "nsenter --target ${phones[$p]} --net ip -6 address show -tentative | grep -q fd5b:8e1c:4d77:0:11:22ff:fe33:440$p/64"
        on $p ip -6 route show default | grep -o 'via fe80::ff:fe00:5000'
        on $p ping -6 -c 1 -W 5 -q fd5b:8e1c:4d77::1 | grep -o '1 received'
      done
      until_there sh -c "$headwind gateway devices | grep -q iphone"
      $headwind gateway devices | sed -E 's/10.83.0.[0-9]+/ADDRESS/; s/ +[0-9]+ up, [0-9]+ down//; s/  +/ /g'
      $headwind link list --json | jq -r '"\\(.name) \\(.status.device)"'
      on 1 dig +short +time=5 @10.83.0.1 anything.example
      on 1 dig +short +time=5 @fd5b:8e1c:4d77::1 AAAA anything.example
      echo 'nameserver 10.83.0.1' > $folder/resolv.conf
      inside() { on 1 unshare --mount sh -c "mount --bind $folder/resolv.conf /etc/resolv.conf; $1"; }
      inside 'curl -sS http://headwind.test/ca' | grep -o 'href="/ca.crt"'
      inside "curl -sS -o $folder/ca.crt -w '%{content_type}\\n' http://headwind.test/ca.crt"
      inside "curl -sS --cacert $folder/ca.crt https://api.test/status/204 -o /dev/null -w '%{http_code}\\n'"
      $headwind link exec iphone -- true; echo "exec: $?"
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.lines == [
        "ADDRESS 10.83.0.1 10.83.0.1",
        "via fe80::ff:fe00:5000", "1 received", "via fe80::ff:fe00:5000", "1 received",
        "NAME MAC AT PROFILE ADDRESSES PACKETS",
        "iphone 02:11:22:33:44:02 eth1 Clean ADDRESS fd5b:8e1c:4d77:0:11:22ff:fe33:4402",
        "pixel-7 02:11:22:33:44:01 eth1 Clean ADDRESS fd5b:8e1c:4d77:0:11:22ff:fe33:4401",
        "iphone 02:11:22:33:44:02", "pixel-7 02:11:22:33:44:01",
        "10.83.0.1", "fd5b:8e1c:4d77::1",
        "href=\"/ca.crt\"", "application/x-x509-ca-cert", "204", "exec: 125",
      ], "\(result.output) \(result.errors)")
    #expect(result.errors.contains("iphone is the link of the device 02:11:22:33:44:02"), "\(result.errors)")
  }

  /// More devices than there is room for: those that have sent nothing for longest are forgotten, and join again when they send.
  @Test func furtherDevicesTakeThePlaceOfThoseThatAreSilent() throws {
    let result = try GatewayScript.run(
      """
      gateway --private
      phone 1
      cat > $folder/crowd.py <<'END'
      import socket, struct, sys
      s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW); s.bind(("eth0", 0))
      for number in range(int(sys.argv[1]), int(sys.argv[2]) + 1):
        mac = bytes([2, 0x22, 0, 0, number >> 8, number & 255])
        ask = struct.pack("!HHBBH6s4s6s4s", 1, 0x800, 6, 4, 1, mac, bytes([10, 83, 0, 7]), bytes(6), bytes([10, 83, 0, 1]))
        s.send(b"\\xff" * 6 + mac + b"\\x08\\x06" + ask)
      END
      name() { printf 'device-022200%06x' $1; }
      joined() { grep -c "$(name $1) has joined" $folder/gateway; }
      # A few at a time, in order: each waits for its link.
      for first in $(seq 1 20 201); do
        last=$((first + 19)); [ $last -gt 205 ] && last=205
        on 1 python3 $folder/crowd.py $first $last
        for number in $(seq $first $last); do until_there grep -q "$(name $number) has joined" $folder/gateway; done
        # The first one goes on sending.
        on 1 python3 $folder/crowd.py 1 1
      done
      $headwind gateway devices | grep -c device-
      # Besides, the phone itself may have sent something.
      for number in 2 3 4 5; do grep -q "$(name $number) is forgotten" $folder/gateway || fail "$number: $(grep forgotten $folder/gateway)"; done
      echo "first: $(joined 1)"
      on 1 python3 $folder/crowd.py 2 2
      until_there sh -c "[ \\$(grep -c '$(name 2) has joined' $folder/gateway) = 2 ]"
      $headwind gateway devices | grep -c device-
      kill $gateway; wait $gateway
      until_there gone
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.lines == ["200", "first: 1", "200"], "\(result.output) \(result.errors)")
  }

  /// Ten join at once. One is switched by its hardware address, one by its address, one by its name; the others keep their conditions.
  @Test func tenAtOnce() throws {
    let result = try GatewayScript.run(
      """
      gateway --private --profile '{ delay: 1 ms }'
      for p in $(seq 10); do phone $p; done
      clients=
      for p in $(seq 10); do lease $p phone-$p > $folder/lease.$p & clients="$clients $!"; done
      wait $clients
      cat $folder/lease.* | sort -u | wc -l
      until_there sh -c "[ \\$($headwind gateway devices | grep -c phone-) = 10 ]"
      for p in 1 2; do until_there sh -c "$headwind gateway devices | grep phone-$p.*10.83"; done
      $headwind gateway switch 02:11:22:33:44:03 '{ delay: 400 ms }' || fail "by MAC"
      $headwind gateway switch $(cat $folder/lease.5) '{ delay: 400 ms }' || fail "by address"
      $headwind link switch phone-7 '{ delay: 400 ms }' || fail "by name"
      for p in $(seq 10); do on $p ping -c 3 -i 0.2 -W 10 10.83.0.1 > $folder/ping.$p & pings="$pings $!"; done
      wait $pings
      for p in $(seq 10); do sed -nE "s,^rtt [^=]*= ([0-9]+).*,$p \\1,p" $folder/ping.$p; done
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.lines.first == "10", "\(result.output) \(result.errors)")
    let times = result.lines.dropFirst().compactMap { line -> (Int, Int)? in
      let words = line.split(separator: " ").compactMap { Int($0) }
      return words.count == 2 ? (words[0], words[1]) : nil
    }
    #expect(times.count == 10, "\(result.output) \(result.errors)")
    for (phone, time) in times {
      // The least of three; 800 ms there and back where it is slow.
      #expect([3, 5, 7].contains(phone) ? time >= 800 : time < 600, "phone \(phone): \(time) ms")
    }
  }

  /// A device's link shows that device's packets and exchanges, and nobody else's.
  @Test func eachLinkShowsItsOwnDevice() throws {
    let result = try GatewayScript.run(
      """
      gateway --private
      phone 1; phone 2
      one=$(lease 1 pixel-7); two=$(lease 2 iphone)
      for name in pixel-7 iphone; do until_there sh -c "$headwind gateway devices | grep -q $name"; done
      $headwind capture -n -t -q -i pixel-7 -c 4 icmp > $folder/capture 2> $folder/listening & capture=$!
      $headwind http -i pixel-7 > $folder/http 2> $folder/http.errors & http=$!
      until_there grep -q listening $folder/listening; until_there grep -q listening $folder/http.errors
      on 2 ping -c 2 -i 0.2 -q 10.83.0.1 > /dev/null; on 1 ping -c 2 -i 0.2 -q 10.83.0.1 > /dev/null
      wait $capture
      sed "s/$one/ONE/; s/$two/TWO/; s/id [0-9]*/id N/" $folder/capture
      for p in 2 1; do on $p curl -sS -o /dev/null --resolve phone-$p.test:80:10.83.0.1 http://phone-$p.test/bytes/300000; done
      until_there grep -q phone- $folder/http
      kill -INT $http; wait $http
      grep -o 'http://[^ \t]*' $folder/http
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.lines == [
        "IP ONE > 10.83.0.1: ICMP echo request, id N, seq 1, length 64",
        "IP 10.83.0.1 > ONE: ICMP echo reply, id N, seq 1, length 64",
        "IP ONE > 10.83.0.1: ICMP echo request, id N, seq 2, length 64",
        "IP 10.83.0.1 > ONE: ICMP echo reply, id N, seq 2, length 64",
        "http://phone-1.test/bytes/300000",
      ], "\(result.output) \(result.errors)")
  }

  /// Traffic leaves by the uplink, under its address, and by no other interface; the host's own loopback interface is out of reach.
  @Test func uplink() throws {
    let result = try GatewayScript.run(
      """
      sysctl -qw net.ipv4.ping_group_range='0 0'
      for n in 0 2; do
        namespace; ip link add eth$n type veth peer name w netns $started
        ip link set eth$n up; ip address add 192.0.$n.2/24 dev eth$n; ip address add 2001:db8:$n::2/64 dev eth$n nodad
        nsenter --target $started --net sh -c "ip link set lo up; ip link set w up; ip address add 192.0.$n.1/24 dev w; ip address add 2001:db8:$n::1/64 dev w nodad"
        nsenter --target $started --net python3 -u -m http.server 80 --bind :: --directory $folder > $folder/web.$n 2>&1 & web="$web $!"
      done
      python3 -m http.server 80 --bind 127.0.0.1 > /dev/null 2>&1 & web="$web $!"
      echo hello > $folder/index.html
      for n in 0 2; do until_there curl -sS http://192.0.$n.1/; done
      gateway --uplink eth0
      grep -o 'connected by relay on eth0' $folder/gateway
      phone 1; lease 1 pixel-7 > $folder/lease || fail "$(cat $folder/gateway)"
      until_there sh -c "nsenter --target ${phones[1]} --net ip -6 route show default | grep -q via"
      until_there sh -c "nsenter --target ${phones[1]} --net ip -6 address show scope global -tentative | grep -q inet6"
      on 1 curl -sS -m 20 http://192.0.0.1/; on 1 curl -sS -m 20 'http://[2001:db8::1]/'
      on 1 ping -c 1 -W 10 -q 192.0.0.1 | grep -o '1 received'
      on 1 curl -sS -m 3 -o /dev/null http://192.0.2.1/ 2>/dev/null || echo "not by eth2"
      # 10.83.N.3, which leads a link's programs to the host's own loopback interface.
      on 1 curl -sS -m 3 -o /dev/null http://$(sed 's/[0-9]*$/3/' $folder/lease)/ 2>/dev/null || echo "no loopback"
      grep -o '.*GET' $folder/web.0 | sed -E 's/ - - .*//' | sort | uniq -c | sed 's/^ *//'
      kill $web
      """)
    #expect(result.status == 0, "\(result.errors)")
    #expect(
      result.lines == [
        "connected by relay on eth0", "hello", "hello", "1 received", "not by eth2", "no loopback",
        "1 2001:db8::2", "2 ::ffff:192.0.0.2",
      ], "\(result.output) \(result.errors)")
  }

  /// However a gateway ends, the machine is as it was.
  @Test(arguments: ["--private", "--uplink eth0", ""]) func everythingIsAsItWas(_ options: String) throws {
    let result = try GatewayScript.run(
      """
      ip link add eth0 type veth peer name e9; ip link set eth0 up; ip link set e9 up; ip address add 192.0.2.2/24 dev eth0
      sysctl -qw net.ipv4.ip_forward=1
      ip address add 172.16.5.1/24 dev eth1
      until_there sh -c '! ip address | grep -q tentative'
      for p in 1 2 3; do
        phone $p
        state > $folder/before
        gateway \(options)
        lease $p phone-$p > /dev/null || fail "no lease: $(cat $folder/gateway)"
        until_there sh -c "$headwind gateway devices | grep -q phone-$p"
        case $p in 1) kill -9 $gateway;; 2) kill -TERM $gateway;; 3) kill -INT $gateway;; esac
        wait $gateway; echo $?
        until_there gone
        as_before
      done
      """)
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(result.lines == ["137", "0", "0"], "\(result.output) \(result.errors)")
  }

  /// What does not work is refused, with what to do about it.
  @Test func refusals() throws {
    let result = try GatewayScript.run(
      """
      exec 2>&1
      try() { $headwind gateway "$@"; echo "$?"; }
      try; try --to eth1 --uplink eth0 --private; try --to eth7; try --to lo
      try --to eth1 --uplink eth1
      ip link set eth1 down; try --to eth1; ip link set eth1 up
      ip address add 192.0.2.2/24 dev eth1; ip route add default via 192.0.2.1; try --to eth1; ip route del default
      try switch pixel-7 Clean
      try devices
      mount -t tmpfs none /usr/sbin; mount -t tmpfs none /sbin; try --to eth1 --private
      """)
    #expect(
      result.output.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("Usage") && !$0.contains("--help") }
        == [
          "Error: give the interface at which the devices are: --to eth1", "2",
          "Error: give --uplink or --private, not both", "2",
          "headwind: cannot use the interface eth7: No such device", "4",
          "headwind: lo is down, or no Ethernet interface", "  bring it up: ip link set lo up", "4",
          "headwind: the devices and the uplink are both at eth1", "4",
          "headwind: eth1 is down, or no Ethernet interface", "  bring it up: ip link set eth1 up", "4",
          "headwind: eth1 is this machine's own way to its network, where another router serves",
          "  give the interface at which the devices are", "4",
          "headwind: there is no device 'pixel-7'", "  no device is behind a gateway", "4",
          "headwind: no device is behind a gateway", "0",
          "headwind: dnsmasq, which gives devices their addresses, is not installed",
          "  on Debian and Ubuntu: apt-get install dnsmasq-base; on Fedora: dnf install dnsmasq", "4",
        ], "\(result.output) \(result.errors)")
  }
}
