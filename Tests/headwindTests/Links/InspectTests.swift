import TestSupport
import Testing

/// `--inspect` on connected links, with clients that read no secrets to anybody, as root and as an ordinary user.
@Suite(.serialized, .waiting) struct InspectTests {
  typealias Who = FaultScript.Who

  /// A server at `api.example` that speaks HTTP/2 and HTTP/1.1, with a certificate of an authority that this host trusts.
  private static let server = #"""
    key="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
    openssl req -x509 $key -keyout $folder/ca.key -out $folder/ca.pem -subj "/CN=Real CA" -days 30 2>/dev/null
    openssl req $key -keyout $folder/server.key -out $folder/server.csr -subj "/CN=api.example" 2>/dev/null
    printf 'subjectAltName=DNS:api.example\n' >$folder/server.ext
    openssl x509 -req -in $folder/server.csr -CA $folder/ca.pem -CAkey $folder/ca.key -CAcreateserial -days 10 \
      -out $folder/server.pem -extfile $folder/server.ext 2>/dev/null
    export SSL_CERT_FILE=$folder/ca.pem
    cat >$folder/server.js <<END
    const fs = require('fs');
    require('http2').createSecureServer(
      {cert: fs.readFileSync('$folder/server.pem'), key: fs.readFileSync('$folder/server.key'), allowHTTP1: true},
      (request, response) => response.end('hello')).listen(443, '192.0.2.1');
    END
    $server node $folder/server.js >$folder/server.log 2>&1 &
    echo '127.0.0.1 localhost' >$folder/hosts; echo '192.0.2.1 api.example' >>$folder/hosts
    mount --bind $folder/hosts /etc/hosts
    until_there curl -fsS --cacert $folder/ca.pem https://api.example/
    """#

  private func check(_ script: String, as who: Who, tools: [String: String] = [:]) throws {
    let result = try RelayScript.run(
      "\(Self.server)\n\(script)", as: who,
      tools: ["node": "nodejs", "openssl": "openssl"].merging(tools) { $1 })
    #expect(result.status == 0, "\(result.errors)\(result.output)")
  }

  /// None of these logs its secrets: for the others, the variable is taken away.
  @Test(arguments: Who.allCases) func exchangesOfAnyClientAreRead(_ who: Who) throws {
    try check(
      """
      cat >$folder/Fetch.java <<'END'
      import java.net.URI; import java.net.http.*;
      class Fetch { public static void main(String[] a) throws Exception {
        var r = HttpRequest.newBuilder(URI.create("https://api.example/java")).build();
        System.out.println(HttpClient.newHttpClient().send(r, HttpResponse.BodyHandlers.ofString()).body());
      } }
      END
      cat >$folder/clients <<'END'
      unset SSLKEYLOGFILE
      curl -fsS https://api.example/curl; echo
      curl -fsS --http1.1 --tls-max 1.2 https://api.example/old; echo
      python3 -c 'import urllib.request as u; print(u.urlopen("https://api.example/python").read().decode())'
      node -e 'fetch("https://api.example/node").then(r => r.text()).then(console.log)'
      java $folder/Fetch.java
      END
      cd $folder; mkdir -m 777 out
      $run env folder=$folder $headwind run --connected --inspect --capture out/a.pcapng -- sh $folder/clients \\
        >out/said 2>out/errors || fail "$(cat out/errors)"
      [ "$(sort -u out/said)" = hello ] && [ $(wc -l <out/said) = 5 ] || fail "$(cat out/said out/errors)"
      grep -q '^headwind: --inspect reads what is inside the program' out/errors || fail "$(cat out/errors)"
      grep -q '^headwind: inspected 5 connections: api.example (5)$' out/errors || fail "$(cat out/errors)"
      $headwind http -r out/a.pcapng --fields http.request.full_uri,http.response.code,version >out/read
      diff out/read - <<'END' || fail differs
      https://api.example/curl	200	HTTP/2
      https://api.example/old	200	HTTP/1.1
      https://api.example/python	200	HTTP/1.1
      https://api.example/node	200	HTTP/1.1
      https://api.example/java	200	HTTP/2
      END
      """, as: who, tools: ["java": "default-jdk-headless"])
  }

  /// The connection that is passed through meets the real certificate, which the program still trusts.
  @Test func aLinkThatIsUpIsInspectedToo() throws {
    try check(
      """
      cd $folder
      $headwind link up seen --connected --inspect 2>said || fail "$(cat said)"
      grep -q -- '--inspect reads what is inside' said || fail "$(cat said)"
      issuer() { $headwind link exec seen -- curl -sS -v "$@" https://api.example/ 2>&1; }
      issuer | grep -q 'CN=Headwind Inspection CA' || fail "$(issuer)"
      issuer --pinnedpubkey sha256//AAAA | grep -q '(90)' || fail pinned
      pinned() { issuer | grep -q 'CN=Real CA'; }
      until_there pinned
      $headwind link down seen 2>said; grep -q '^headwind: seen: refused Headwind.s certificate: api.example ' said || fail "$(cat said)"
      """, as: .root)
  }

  @Test func theOptionNeedsAConnectedLink() throws {
    for (words, error) in [
      ("", "--inspect reads connections to real servers and needs --connected"),
      ("--connected --no-keys", "--inspect collects the secrets of TLS connections: omit --no-keys"),
    ] {
      let result = try Shell.run("$headwind run --inspect \(words) -- true")
      #expect(result.status == 125 && result.errors.contains("Error: " + error), "\(result.errors)")
    }
  }
}
