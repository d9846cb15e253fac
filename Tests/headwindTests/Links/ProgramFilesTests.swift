import TestSupport
import Testing

/// The files that a program on a link has of its own, where the system has none in their place.
@Suite(.serialized, .waiting) struct ProgramFilesTests {
  /// In a container without a network, /etc lacks resolv.conf, and the runtime has mounted others: the kernel then refuses a union of directories to a
  /// user namespace. Everything else there is as it was, for the program, too.
  @Test(arguments: LinkUser.allCases, [[], ["hosts", "passwd"]]) func filesAreAddedBesideMounts(
    _ who: LinkUser, _ mounted: [String]
  ) throws {
    let result = try LinkScript.run(
      """
      mkdir /tmp/etc; cp -a /etc/passwd /etc/group /etc/hosts /etc/ssl /tmp/etc
      ln -s nowhere /tmp/etc/dangling; mkdir -p /tmp/etc/deep/er; echo kept > /tmp/etc/deep/er/file
      mount --bind /tmp/etc /etc; chmod 755 /tmp/etc
      for file in \(mounted.joined(separator: " ")); do mount --bind /tmp/etc/$file /etc/$file; done
      ls -A /etc | xargs > $folder/before
      $run $headwind run -q --profile Clean -- sh -c '
        curl -4 -sS -m 10 -o /dev/null -w "%{http_code}\\n" http://search.example/status/200
        cat /etc/deep/er/file; readlink /etc/dangling; ls -A /etc | grep -v resolv.conf | xargs' > $folder/out || fail "$(cat $folder/out)"
      head -n 3 $folder/out
      [ "$(tail -n 1 $folder/out)" = "$(cat $folder/before)" ] || fail "$(tail -n 1 $folder/out)"
      [ "$(ls -A /etc | xargs)" = "$(cat $folder/before)" ] || fail "left behind"
      """, as: who, tools: ["curl": "curl"])
    #expect(result.status == 0, "\(result.everything)")
    #expect(result.lines.prefix(3) == ["200", "kept", "nowhere"], "\(result.everything)")
  }
}
