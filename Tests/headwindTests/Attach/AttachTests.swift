import Glibc
import TestSupport
import Testing

/// `headwind attach`, at namespaces and containers that something else has made.
@Suite(.serialized, .waiting) struct AttachTests {
  private func check(_ script: String, as who: LinkUser = .ourselves, tools: [String: String] = [:]) throws {
    let result = try AttachScript.run(script, as: who, tools: tools)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// A connection lives, and no datagram is lost, as the link comes, is switched, and goes. Afterwards everything is as it was.
  @Test(arguments: LinkUser.allCases) func nothingIsLostAndNothingIsLeft(_ who: LinkUser) throws {
    try check(AttachScript.nothingIsLost(), as: who)
  }

  /// The kernel takes everything away with the process, and the connection goes on.
  @Test(arguments: LinkUser.allCases) func killingItLetsFramesGoStraight(_ who: LinkUser) throws {
    try check(AttachScript.killed(), as: who)
  }

  /// Only what goes to a peer, or to a port, takes the link.
  @Test func onlyAPeerIsTaken() throws {
    try check(
      AttachScript.onlyAPeer() + "\n"
        + """
        for wrong in 300.1.1.1 10.0.0.0/33 10.0.0.1:0 "port http" "tcp udp" "" "a b c d"; do
          $headwind attach --pid $target --profile 3G --only "$wrong" 2> $folder/said && fail "'$wrong' is taken"
        done
        until_there nothing_left
        """)
  }

  /// Segments of 64 KB, and frames as long as the interface takes, cross unharmed in both directions.
  @Test(arguments: [1500, 9000]) func bytesAreCarried(mtu: Int) throws {
    try check(AttachScript.bytes(mtu: mtu))
  }

  /// It is captured, read, switched by its timeline, and taken down.
  @Test(arguments: LinkUser.allCases) func itIsALinkAsOthersAre(_ who: LinkUser) throws {
    try check(
      #"""
      container; outside python3 -m http.server 80 --directory $folder > $folder/log 2>&1 &
      echo hello > $folder/page; answers() { inside curl -sS -m 5 http://10.9.0.1/page; }; until_there answers
      attach --pid $target --profile Clean --then '{ name: Slow, uplink: { delay: 100 ms } } when response-started' --capture /tmp/web.pcapng --seed 7
      $run $headwind http -i web > $folder/http 2> $folder/listening & until_there grep -q listening $folder/listening
      [ "$(answers)" = hello ] || fail "no answer"
      [ "$(trip 10.9.0.1)" -ge 100 ] || fail "the phase has not begun"
      pkill -INT -f 'http -i web'; until_there grep -q 'http://10.9.0.1/page' $folder/http
      $run $headwind link exec web -- true 2> $folder/refused && fail "something was started"
      grep -q 'podman exec' $folder/refused || fail "$(cat $folder/refused)"
      $run $headwind link down web || fail "not taken down"
      wait $attached || fail "$(cat $folder/said)"
      $headwind http -r /tmp/web.pcapng | grep -q 'http://10.9.0.1/page' || fail "not captured"
      $headwind capture -r /tmp/web.pcapng | grep -q 'IP 10.9.0.2.* > 10.9.0.1.80: ' || fail "no packets"
      rm /tmp/web.pcapng; until_there nothing_left
      """#, as: who, tools: ["curl": "curl"])
  }

  /// It ends with its time, with its container, and with the interface.
  @Test func itEnds() throws {
    try check(
      """
      container
      $headwind attach --pid $target --profile 3G --for 300ms 2> $folder/said || fail "--for: $(cat $folder/said)"
      attach --pid $target --profile 3G; inside ip link delete eth0
      wait $attached && fail "the interface has gone, and it says nothing"; grep -q 'the interface eth0 .* is gone' $folder/said || fail "$(cat $folder/said)"
      kill -9 $target $bridge; wait $target $bridge; container
      attach --pid $target --profile 3G; kill -9 $target
      wait $attached || fail "$(cat $folder/said)"; grep -q 'has ended' $folder/said || fail "$(cat $folder/said)"
      until_there nothing_left
      """)
  }

  /// What cannot be done is refused with the reason, and changes nothing.
  @Test func refusals() throws {
    try check(
      #"""
      container; state > $folder/before
      # refused WORDS: the words that standard error must have, then the options.
      refused() { $headwind attach "${@:2}" 2> $folder/said && fail "${*:2} is taken"; grep -q -- "$1" $folder/said || fail "${*:2}: $(cat $folder/said)"; }
      refused 'no such process' --pid 999999 --profile 3G
      refused 'ip netns' --netns nowhere --profile 3G
      refused 'it has eth0' --pid $target --interface eth7 --profile 3G
      refused 'loopback' --pid $target --interface lo --profile 3G
      refused "no container 'nowhere'" --container nowhere --profile 3G
      refused 'is not the name of a container' --container '$(touch /tmp/made)' --profile 3G
      [ ! -e /tmp/made ] || fail "the shell has read the name"
      [ -e /sys/module/sch_netem ] || refused 'no sch_netem' --pid $target --engine netem --profile 3G
      refused 'give one of' --profile 3G
      refused 'give one of' --pid $target --netns nowhere
      refused 'no profile or timeline' --pid $target --profile Nowhere
      attach --pid $target --profile 3G
      refused "already" --pid $target --name web --profile 3G
      refused "already attached" --pid $target --name other --profile 3G
      detach
      as_before
      until_there nothing_left
      """#)
  }

  /// Somebody else's container is refused to an ordinary user.
  @Test(.enabled(if: geteuid() == 0, "needs root, to be another user")) func anotherUsersContainer() throws {
    try check(
      """
      container
      as 4711 $headwind attach --pid $target --profile 3G 2> $folder/said && fail "attached"
      grep -q 'it belongs to another user' $folder/said || fail "$(cat $folder/said)"
      """)
  }

  /// A container of podman's, found by its name.
  @Test(.enabled(if: geteuid() == 0, "needs root, for podman with its own network")) func aContainerOfPodman() throws {
    try check(
      PodmanScript.functions + #"""

        podman run -d --name shop --network none --rootfs $root busybox sleep 1000 > $folder/id || fail podman
        target=$(podman inspect --format '{{.State.Pid}}' shop)
        ip link add v0 type veth peer name eth0 netns /proc/$target/ns/net; ip address add 10.9.0.1/24 dev v0; ip link set v0 up
        nsenter -t $target -n ip address add 10.9.0.2/24 dev eth0; nsenter -t $target -n ip link set eth0 up
        $headwind attach --container shop --profile '{ uplink: { delay: 60 ms } }' 2> $folder/said & attached=$!
        until_there grep -qs 'shop: attached to eth0 of container shop' $folder/said
        podman exec shop busybox ping -c 1 10.9.0.1 | grep -qE 'time=(6|7|8|9|[1-9][0-9])[0-9.]+ ms' || fail "not slow"
        podman kill shop > /dev/null
        wait $attached || fail "$(cat $folder/said)"; grep -q 'container shop has ended' $folder/said || fail "$(cat $folder/said)"
        podman rm -f shop > /dev/null; until_there nothing_left
        """#, tools: PodmanScript.tools)
  }
}
