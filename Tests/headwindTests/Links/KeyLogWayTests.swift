import Glibc
import TestSupport
import Testing

/// `--keys WAY`: programs that do not read `SSLKEYLOGFILE`, beside a server of their own, whose secrets only they can tell.
@Suite(.serialized, .waiting) struct KeyLogWayTests {
  /// Starts a server, and defines programs that connect to it, in the order in which they are named.
  private static let programs = """
    cd $folder
    openssl req -x509 -newkey rsa:2048 -nodes -keyout k.pem -out c.pem -days 2 -subj /CN=localhost 2>/dev/null
    cat >plain.py <<'END'
    import socket, ssl, sys
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if len(sys.argv) > 1: context.keylog_filename = sys.argv[1]
    connection = context.wrap_socket(socket.create_connection(("127.0.0.1", 4433)))
    connection.sendall(b"GET / HTTP/1.0\\r\\n\\r\\n")
    sys.exit(0 if connection.recv(4) == b"HTTP" else 1)
    END
    cat >get.js <<'END'
    require("https").get({ host: "127.0.0.1", port: 4433, rejectUnauthorized: false }, (response) => response.resume())
    END
    cat >within <<'END'
    LD_PRELOAD= openssl s_server -accept 4433 -key k.pem -cert c.pem -www -quiet >/dev/null 2>&1 & server=$!
    until (exec 3<>/dev/tcp/127.0.0.1/4433) 2>/dev/null; do sleep 0.05; done
    "$@" </dev/null; status=$?
    kill $server
    cp "${SSLKEYLOGFILE}" keys; echo "$SSLKEYLOGFILE" >path
    exit $status
    END
    secrets() { grep -c '^[A-Z_0-9]* [0-9a-f]\\{64\\} [0-9a-f]*$' ${1:-keys}; }
    """

  private static let tools = ["openssl": "openssl", "python3": "python3"]

  private func run(_ script: String, tools: [String: String] = [:]) throws -> ToolResult {
    try Shell.run(Self.programs + "\n" + script, tools: Self.tools.merging(tools) { one, _ in one })
  }

  /// Python's ssl loads libssl for itself alone; `openssl s_client` is linked with it.
  @Test func aLibraryAsksProgramsThatAreLinkedWithOpenSSL() throws {
    let result = try run(
      """
      "$headwind" run -q -- bash within python3 plain.py || exit 1
      [ ! -s keys ] || exit 2
      for words in 'python3 plain.py' 'openssl s_client -connect 127.0.0.1:4433' \
        'bash -c "python3 plain.py; exit"'; do
        "$headwind" run -q --keys preload -- bash -c 'eval "bash within $0"' "$words" >out 2>said || { cat said; exit 3; }
        [ $(secrets) = 5 ] || { echo "$words"; cat keys; exit 4; }
        ! grep -q preload said || { cat said; exit 5; }
      done
      "$headwind" run -q --keys preload -- bash within openssl s_client -tls1_2 -connect 127.0.0.1:4433 >out 2>&1
      [ $(secrets) = 1 ] && grep -q CLIENT_RANDOM keys || exit 6
      ls "$(cat path)"* 2>/dev/null && exit 7
      exit 0
      """)
    #expect(result.status == 0, "\(result.everything)")
  }

  /// A program that gives up its user goes on writing; one that starts as another user loads the library and says nothing. The secrets
  /// stay this user's.
  @Test(.enabled(if: geteuid() == 0, "only root can change users")) func aProgramMayChangeItsUser() throws {
    let result = try run(
      """
      sed 's/^context = .*/&; os.setgid(4711); os.setuid(4711)/; s/^import socket/import encodings.idna, os, socket/' plain.py >given_up.py
      "$headwind" run -q --keys preload -- bash within python3 given_up.py >out 2>said || { cat said; exit 1; }
      [ $(secrets) = 5 ] || exit 2
      "$headwind" run -q --keys preload -- setpriv --reuid 4711 --regid 4711 --clear-groups sh -c \
        'grep -q headwind-keys /proc/self/maps && ! cat "$SSLKEYLOGFILE" 2>/dev/null' 2>said || { cat said; exit 3; }
      [ ! -s said ] || { cat said; exit 4; }
      exit 0
      """, tools: ["setpriv": "util-linux"])
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test func aProgramsOwnCallbackAndItsOwnFileStay() throws {
    let result = try run(
      """
      "$headwind" run -q --keys preload -- bash within python3 plain.py $folder/own || exit 1
      [ $(secrets own) = 5 ] || { cat own; exit 2; }
      diff <(grep -v '^#' own) keys || exit 3
      """)
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test func nodeIsAskedByItsOption() throws {
    let result = try run(
      """
      export NODE_OPTIONS=--no-deprecation
      "$headwind" run -q -- bash within node get.js || exit 1
      [ ! -s keys ] || exit 2
      "$headwind" run -q --keys node -- bash within node get.js 2>said || { cat said; exit 3; }
      [ $(secrets) = 5 ] || { cat keys said; exit 4; }
      "$headwind" run -q --keys node -- sh -c 'echo "$NODE_OPTIONS"' | grep -q '^--no-deprecation --tls-keylog=/.*/keys-'
      """, tools: ["node": "nodejs"])
    #expect(result.status == 0, "\(result.everything)")
  }

  /// On Debian, /run is mounted so that nothing in it can be executed.
  @Test(arguments: LinkUser.allCases) func programsOnAStandingLinkAreAsked(user: LinkUser) throws {
    let result = try LinkScript.run(
      """
      mount -o remount,noexec /run
      \(Self.programs.replacing("cd $folder", with: "cd /tmp"))
      chmod 644 /tmp/k.pem; chmod 777 /tmp
      $run $headwind link up shop >/dev/null
      $run $headwind link exec shop --keys preload -- bash within python3 plain.py || fail "exec"
      [ $(secrets) = 5 ] || fail "exec: $(cat keys)"
      rm -f keys path
      $run $headwind link exec shop --detach --keys preload -- bash within python3 plain.py || fail "detach"
      until_there test -s path
      [ $(secrets) = 10 ] || fail "detach: $(cat keys)"
      $run $headwind link down shop
      ls "$(cat path)"* 2>/dev/null && fail "files are left"
      $run $headwind link up silent --no-keys >/dev/null
      $run $headwind link exec silent --keys preload -- true; echo $?
      $run $headwind link down silent
      clean
      """, as: user, tools: Self.tools)
    #expect(result.status == 0 && result.output == "125\n", "\(result.everything)")
    #expect(result.errors.contains("this link does not collect secrets"), "\(result.everything)")
  }

  @Test func theWayIsChecked() throws {
    let result = try Shell.run(
      """
      "$headwind" run --keys everything -- true; echo $?
      "$headwind" run --no-keys --keys node -- true; echo $?
      """)
    #expect(result.output == "125\n125\n", "\(result.everything)")
    #expect(
      result.errors.contains("node, preload") || result.errors.contains("'node' and 'preload'"), "\(result.errors)")
    #expect(result.errors.contains("omit --keys"), "\(result.errors)")
  }
}
