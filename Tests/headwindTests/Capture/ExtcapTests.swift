import TestSupport
import Testing

/// Links among tshark's interfaces.
@Suite(.waiting) struct ExtcapTests {
  private static let tools = ["curl": "curl", "tshark": "tshark", "pkill": "procps"]
  /// Makes tshark find the command, and starts it on the link: `record FILE WORDS`, until `stop`.
  private static let functions = """
    # tshark looks into the system's folder only, when it is root's.
    mkdir $folder/extcap; export HOME=$folder
    mount --bind $folder/extcap $(tshark -G folders 2> /dev/null | sed -n 's/^Extcap path:[[:space:]]*//p') || fail mount
    $headwind extcap --install > /dev/null || fail install
    record() { $run tshark -n -i headwind-shop -w $folder/$1 "${@:2}" 2> $folder/errors & tshark=$!; until_there test -s $folder/$1; }
    decrypted() { tshark -n -r $folder/file.pcapng -Y 'http || http2' 2> /dev/null | grep search.json; }
    # As another user, $tshark is the shell that waits for it.
    stop() { pkill -INT -x tshark; wait $tshark; }

    """

  @Test(arguments: [LinkUser.ourselves, .ordinaryUser]) func aLinkIsAnInterface(who: LinkUser) throws {
    let result = try LinkScript.run(
      Self.functions + """
        $run tshark -D 2> /dev/null | grep headwind- && fail "an interface without a link"
        $run $headwind link up shop --profile "Slow Net" || fail up
        $run tshark -D 2> /dev/null | grep -q 'headwind-shop (Headwind: Slow Net)' || fail "$($run tshark -D 2>&1)"
        $run tshark -i headwind-shop -L 2>&1 | grep -q EN10MB || fail "$($run tshark -i headwind-shop -L 2>&1)"
        record file.pcapng
        $run $headwind link exec shop -- curl -sS -o /dev/null https://search.example/search.json || fail curl
        # The secrets come with the packets, so tshark decrypts them at once.
        until_there decrypted
        stop
        $run $headwind link list | grep -q 'Slow Net' || fail "the link is gone or switched"
        $run $headwind link down shop || fail down
        $headwind extcap --uninstall > /dev/null; test ! -e $folder/extcap/headwind || fail uninstall
        clean link
        """, as: who, tools: Self.tools)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// A profile, a filter and no secrets, as Wireshark's dialog sets them.
  @Test func theDialogHasOptions() throws {
    let result = try LinkScript.run(
      Self.functions + """
        $run $headwind link up shop || fail up
        $headwind extcap --extcap-interface headwind-shop --extcap-config > $folder/options
        grep -q '^value {arg=0}{value=Slow Net}' $folder/options || fail "$(cat $folder/options)"
        record file.pcapng -f "tcp port 443" -o "extcap.headwind_shop.profile:3G" -o "extcap.headwind_shop.stripkeys:true"
        $run $headwind link exec shop -- curl -sS -o /dev/null https://search.example/search.json || fail curl
        stop
        $run $headwind link list | grep -q '3G' || fail "not switched: $($run $headwind link list)"
        tshark -n -r $folder/file.pcapng -Y 'http || http2 || udp' 2> /dev/null | grep . && fail "secrets or other packets"
        tshark -n -r $folder/file.pcapng -Y 'tls.handshake.type == 1' 2> /dev/null | grep -q . || fail "no handshake"
        # A link that is gone, a filter that is none, and a caller who is not Wireshark.
        $headwind extcap --extcap-interface headwind-none --capture --fifo /dev/null 2>&1 | grep -q "there is no link" || fail none
        $headwind extcap --extcap-interface headwind-shop --extcap-capture-filter 'tcp prot 1' | grep -q . || fail filter
        test -z "$($headwind extcap --extcap-interface headwind-shop --extcap-capture-filter 'tcp port 1')" || fail "good filter"
        $headwind extcap 2>&1 | grep -q -- '--install' || fail alone
        $run $headwind link down shop || fail down
        clean link
        """, tools: Self.tools)
    #expect(result.status == 0, "\(result.everything)")
  }
}
