import TestSupport
import Testing

/// Devices as hosts of a lab: namespaces that play phones, at an interface of the script's own machine.
@Suite(.serialized, .waiting) struct LabDeviceTests {
  private func check(_ script: String) throws {
    let result = try GatewayScript.run(script)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// Two phones share a line of the lab with its conditions, find its hosts by their names, and leave nothing behind.
  @Test func devicesShareALine() throws {
    try check(
      #"""
      phone 1; phone 2
      cat > $folder/lab.yaml <<END
      hosts:
        shop: { command: "python3 -m http.server 8080 --directory $folder", ready: { port: 8080 }, daemon: true }
        phones: { devices: eth1, network: home, profile: { delay: 100 ms } }
      networks: { home: { profile: { delay: 50 ms } } }
      END
      echo hello > $folder/page; state > $folder/before
      $headwind up $folder/lab.yaml > $folder/out 2> $folder/said & lab=$!
      until_there grep -qs "lab 'lab'" $folder/said
      lease 1 pixel-7 > $folder/lease || fail "no lease: $(cat $folder/said)"; lease 2 fairphone > /dev/null || fail "no second lease"
      until_there grep -q 'is pixel-7, 10.83.0' $folder/said
      [ "$(on 1 dig +short @10.83.0.1 shop)" = 10.84.0.2 ] || fail "$(on 1 dig @10.83.0.1 shop)"
      [ "$(on 1 dig +short @10.83.0.1 elsewhere.example | grep -c .)" = 0 ] || fail "a name of nobody"
      # The handshake and the request, each there and back on two lines.
      get() { on $1 curl -sS -m 10 -o $folder/got -w '%{time_total}\n' http://10.84.0.2:8080/page; }
      get 1 | awk '{ exit !($1 >= 0.6 && $1 < 5) }' || fail "not slow: $(get 1)"; [ "$(cat $folder/got)" = hello ] || fail "another page"
      get 2 | awk '{ exit !($1 >= 0.6) }' || fail "the second is not slow"
      for name in lab-phones lab-home pixel-7 fairphone; do $headwind link list | grep -q "^$name " || fail "$($headwind link list)"; done
      $headwind link switch lab-phones Clean > /dev/null
      get 1 | awk '{ exit !($1 >= 0.2 && $1 < 0.5) }' || fail "not switched: $(get 1)"
      $headwind link switch pixel-7 "Black Hole" > /dev/null
      on 1 ping -c 1 -W 1 10.84.0.2 > /dev/null && fail "it answers"; on 2 ping -c 1 -W 2 10.84.0.2 > /dev/null || fail "the other one is gone, too"
      # IPv6, with an address of its own making.
      address=$(on 2 dig +short @10.83.0.1 shop AAAA)
      until_there sh -c "nsenter --target ${phones[2]} --net ip -6 route | grep -q ^default"
      until_there on 2 ping -6 -c 1 -W 1 $address
      pkill -INT -o -f 'headwind up'; wait $lab; [ $? = 130 ] || fail "$(cat $folder/said)"
      until_there gone; as_before
      """#)
  }

  /// The far side of a lab answers devices, too, and its page for the certificate is there.
  @Test func devicesReachTheFarSide() throws {
    try check(
      #"""
      phone 1
      cat > $folder/lab.yaml <<END
      hosts: { world: { far_side: true }, phones: { devices: eth1 } }
      END
      $headwind up -q $folder/lab.yaml > $folder/out 2> $folder/said & lab=$!
      lease 1 pixel-7 > $folder/lease || fail "no lease: $(cat $folder/said)"
      far=$(on 1 dig +short @10.83.0.1 search.example); [ "$far" = 10.84.0.2 ] || fail "$(on 1 dig @10.83.0.1 search.example)"
      on 1 curl -sS -m 10 --resolve search.example:80:$far http://search.example/search.json?q=apple | jq -e . > /dev/null || fail "no answer"
      on 1 curl -sS -m 10 --resolve headwind.test:80:$far http://headwind.test/ca | grep -qi certificate || fail "no page"
      kill -9 $(pgrep -o -f 'headwind up'); until_there gone
      """#)
  }

  @Test func itSaysWhatIsWrong() throws {
    try check(
      #"""
      echo 'hosts: { phones: { devices: eth7 } }' > $folder/lab.yaml
      $headwind up $folder/lab.yaml 2> $folder/said && fail "it is up"; grep -q 'eth7' $folder/said || fail "$(cat $folder/said)"
      as 4711 $headwind up $folder/lab.yaml 2> $folder/said && fail "it is up"; grep -q 'need root' $folder/said || fail "$(cat $folder/said)"
      """#)
  }
}
