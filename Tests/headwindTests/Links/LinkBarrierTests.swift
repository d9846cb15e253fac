import TestSupport
import Testing

/// What a program on a link sees and reaches, and what it does not, as docs/links.md says.
@Suite(.serialized, .waiting) struct LinkBarrierTests {
  /// Says of each way that leads out of the link where it leads.
  private static let look = """
    own=$(readlink /proc/self/ns/net)
    for process in /proc/[0-9]*; do
      # The namespaces of those that a program may not look at it may not enter either.
      net=$(readlink $process/ns/net 2>/dev/null) || continue
      [ "$net" = "$own" ] || echo "$process is in $net"
    done
    for way in /proc/1/ns/net /proc/1/root/proc/1/ns/net /proc/1/cwd/proc/1/ns/net /proc/1/task/1/ns/net; do
      nsenter --net=$way ip link show c0 >/dev/null 2>&1 && continue
      nsenter --net=$way true 2>/dev/null && echo "$way is another network"
      [ $(id -u) = 0 ] && echo "root cannot enter $way"
    done
    for descriptor in /proc/1/fd/*; do
      case $(readlink $descriptor) in ''|pipe:*|/dev/null) ;; *) echo "$descriptor is $(readlink $descriptor)";; esac
    done
    umount /proc 2>/dev/null && [ -e /proc/1 ] && echo "another /proc is beneath"
    echo looked
    """

  @Test(arguments: LinkUser.allCases) func nothingThatAProgramSeesIsOnAnotherNetwork(_ who: LinkUser) throws {
    let result = try LinkScript.run(
      """
      cat >$folder/look <<'END'
      \(Self.look)
      END
      [ "$($run $headwind run -q -- sh $folder/look)" = looked ] || fail "$($run $headwind run -q -- sh $folder/look)"
      $run $headwind link up shop -q || fail up
      [ "$($run $headwind link exec shop -- sh $folder/look)" = looked ] || fail "$($run $headwind link exec shop -- sh $folder/look)"
      $run $headwind link exec shop --detach -- sh $folder/look >$folder/seen || fail detach
      until_there grep -q looked $folder/seen
      [ "$(cat $folder/seen)" = looked ] || fail "$(cat $folder/seen)"
      $run $headwind link down shop || fail down
      clean
      """, as: who)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// Names that the host's file has lead to our servers all the same; what a connected link reaches bears the names that it has
  /// for the host.
  @Test(arguments: LinkUser.allCases) func theHostsFileOfTheHostDoesNotLeadPastAPrivateLink(_ who: LinkUser) throws {
    let result = try LinkScript.run(
      """
      printf '127.0.0.1 localhost\\n192.0.2.1 search.example\\n' >$folder/hosts; mount --bind $folder/hosts /etc/hosts
      ask='for name in search.example localhost $(hostname); do getent ahostsv4 $name | head -n 1 | cut -d " " -f 1; done'
      [ "$(echo $($run $headwind run -q -- bash -c "$ask"))" = '10.83.0.1 127.0.0.1 127.0.1.1' ] || fail "$($run $headwind run -q -- bash -c "$ask")"
      $run $headwind link up shop -q || fail up
      [ "$(echo $($run $headwind link exec shop -- bash -c "$ask"))" = '10.83.0.1 127.0.0.1 127.0.1.1' ] || fail exec
      $run $headwind link down shop || fail down
      # An interface that leads somewhere, as a host has.
      ip link add e0 type veth peer name e1; ip link set e0 up; ip link set e1 up
      ip address add 192.0.2.9/24 dev e0; ip route add default via 192.0.2.1
      $run $headwind run -q --connected -- cat /etc/hosts | cmp - /etc/hosts || fail connected
      clean
      """, as: who)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// Behaves as env(1), which the list is compared with.
  @Test(arguments: LinkUser.allCases) func descriptorsArePassedOn(_ who: LinkUser) throws {
    let result = try LinkScript.run(
      """
      cat >$folder/steps <<'END'
      fail() { echo "line ${BASH_LINENO[0]}: $*" >&2; exit 1; }
      [ "$($1 link up shop -q; cat <($1 link list))" ] || fail up
      for before in "$1 run -q --" "$1 link exec shop --"; do
        [ "$($before cat <(echo hi) <(echo there))" = $'hi\\nthere' ] || fail "$before"
        exec 7<<<seven 12<<<twelve 41>$2/written
        list='ls /proc/self/fd'
        [ "$($before $list)" = "$(env $list)" ] || fail "$before $list: $($before $list) and not $(env $list)"
        [ "$($before $list 5<&- <&- 2>/dev/null)" = "$(env $list 5<&- <&- 2>/dev/null)" ] || fail "$before: $($before $list <&-)"
        [ "$($before bash -c 'cat <&7; cat <&12; echo told >&41')" = $'seven\ntwelve' ] || fail "$before: contents"
        [ "$(cat $2/written)" = told ] || fail "$(cat $2/written)"
        exec 7<&- 12<&- 41>&-
      done
      $1 link down shop || fail down
      # Who keeps a link up keeps nothing else.
      exec 9>$2/lock; flock 9; $1 link up shop -q; $1 link exec shop --detach -- sleep 300; exec 9>&-
      flock -n $2/lock true || fail "the lock is held"
      $1 link down shop || fail down
      END
      $run bash $folder/steps $headwind $folder || fail steps
      clean
      """, as: who)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// A Java runtime has authorities of its own, and reads no variable of the others.
  @Test(arguments: LinkUser.allCases) func javaTrustsThePrivateLink(_ who: LinkUser) throws {
    let result = try LinkScript.run(
      """
      cat >$folder/Fetch.java <<'END'
      public class Fetch {
        public static void main(String[] words) throws Exception {
          var connection = (java.net.HttpURLConnection) new java.net.URL("https://search.example/search.json?q=apple").openConnection();
          System.out.println(connection.getResponseCode() + " " + System.getProperty("mark"));
        }
      }
      END
      export JAVA_TOOL_OPTIONS=-Dmark=kept
      $run $headwind run -q -- java $folder/Fetch.java >$folder/fetched 2>$folder/said
      [ "$(cat $folder/fetched)" = '200 kept' ] || fail "$(cat $folder/fetched $folder/said)"
      unset JAVA_TOOL_OPTIONS
      # It reads the checksum, and nothing is said that is not said elsewhere.
      $run $headwind run -q -- keytool -list -cacerts -storepass changeit >$folder/listed 2>$folder/said
      grep -q '^headwind, .*trustedCertEntry' $folder/listed || fail "$(cat $folder/listed)"
      grep 'Picked up' $folder/said && fail said
      clean
      """, as: who, tools: ["java": "default-jdk-headless", "keytool": "default-jdk-headless"])
    #expect(result.status == 0, "\(result.everything)")
  }
}
