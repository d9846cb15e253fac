import TestSupport
import Testing

/// Consoles that are served on a socket, or to other machines.
@Suite(.waiting) struct ConsolePlaceTests {
  private func run(_ script: String, tools: [String: String] = [:], isolated: Bool = false) throws {
    let result = try ConsoleScript.run(
      "capture=\(Repository.file("captures/recorded/clean.pcapng"))\n" + script, tools: tools, isolated: isolated)
    #expect(result.status == 0, "\(result.everything)")
  }

  @Test func aSocketIsForItsUser() throws {
    try run(
      """
      start --socket $folder/socket $capture
      [ "$(stat -c %a:%F $folder/socket)" = 600:socket ] || fail "$(stat -c %a:%F $folder/socket)"
      get() { curl -sS --unix-socket $folder/socket -H "Authorization: Bearer $token" "$@"; }
      get http://localhost/api/source > $folder/answer
      grep -q '"packets":' $folder/answer || fail "$(cat $folder/answer)"
      get -H 'Host: evil.example' http://localhost/api/source > $folder/answer
      grep -q 'this is the console' $folder/answer || fail "another host: $(cat $folder/answer)"
      token=wrong; get http://localhost/api/source > $folder/answer
      grep -q 'token is missing' $folder/answer || fail "no token: $(cat $folder/answer)"
      grep -q 'ssh -L 8080:' $folder/errors || fail "$(cat $folder/errors)"
      ! timeout 20 $headwind console --socket $folder/socket $capture 2> $folder/second || fail "served twice"
      grep -q 'another place with --socket' $folder/second || fail "$(cat $folder/second)"
      kill -KILL $console; wait $console
      [ -S $folder/socket ] || fail "the test leaves no socket behind"
      start --socket $folder/socket $capture
      stop
      [ ! -e $folder/socket ] || fail "the socket stays"
      echo mine > $folder/socket
      ! timeout 20 $headwind console --socket $folder/socket $capture 2> /dev/null || fail "a file is taken for a socket"
      [ "$(cat $folder/socket)" = mine ] || fail "a file is gone"
      """)
  }

  @Test func othersNeedTLSAndThePassword() throws {
    try run(
      """
      echo 'correct horse battery' > $folder/password
      start --listen 127.0.0.1:0 --password-file $folder/password $capture
      case $base in https://127.0.0.1:*) ;; *) fail "$base" ;; esac
      base=${base%/}
      get() { curl -sS -k "$@"; }
      ! curl -sS $base/ 2> /dev/null || fail "a certificate that nobody signed is trusted"
      ! curl -sS --max-time 5 "http${base#https}/" 2> /dev/null || fail "served without TLS"
      get $base/ | grep '<title>headwind console' > /dev/null || fail page
      get $base/api/source > $folder/answer
      grep -q 'token is missing' $folder/answer || fail "$(cat $folder/answer)"
      get $base/api/login -d password=wrong > $folder/answer
      grep -q 'the password is wrong' $folder/answer || fail "$(cat $folder/answer)"
      token=$(get $base/api/login --data-urlencode 'password=correct horse battery' | sed 's/.*:"\\(.*\\)".*/\\1/')
      get -H "Authorization: Bearer $token" $base/api/source > $folder/answer
      grep -q '"packets":' $folder/answer || fail "$(cat $folder/answer)"
      get -H "Authorization: Bearer $token" -H 'Origin: https://evil.example' $base/api/source > $folder/answer
      grep -q 'this is the console' $folder/answer || fail "another site: $(cat $folder/answer)"
      get -H "Authorization: Bearer $token" $base/api/suites/run -d 'client=touch x' > $folder/answer
      grep -q 'can only be run' $folder/answer || fail "runs programs: $(cat $folder/answer)"
      fingerprint=$(openssl s_client -connect ${base#https://} < /dev/null 2> /dev/null | openssl x509 -noout -fingerprint -sha256)
      grep -qi "${fingerprint#*=}" $folder/errors || fail "$fingerprint, not $(cat $folder/errors)"
      stop
      """, tools: ["openssl": "openssl"])
  }

  @Test(arguments: [
    ("--listen 127.0.0.1:0", "needs a password"), ("--listen localhost --password-file x", "write ADDRESS:PORT"),
    ("--socket x --port 80", "one of --port, --socket and --listen"), ("--password-file x", "belong to --listen"),
    ("--listen 127.0.0.1:0 --certificate x --password-file x", "belong together"),
    ("--listen 127.0.0.1:0 --password-file $folder/short", "has 5 characters"),
    ("--listen 127.0.0.1:0 --password-file $folder/none", "cannot read"),
    ("--listen 192.0.2.1:0 --password-file $folder/long", "another place with --listen"),
  ]) func aWrongPlaceIsSaid(words: String, said: String) throws {
    try run(
      """
      echo short > $folder/short; echo 'long enough for a password' > $folder/long
      ! timeout 20 $headwind console \(words) $capture 2> $folder/errors || fail accepted
      grep -q -e '\(said)' $folder/errors || fail "$(cat $folder/errors)"
      """)
  }

  /// In a browser: no token, then a wrong password, then the right one.
  @Test func thePageAsksForThePassword() throws {
    try run(
      """
      echo 'correct horse battery' > $folder/password
      start --listen 127.0.0.1:0 --password-file $folder/password $capture
      $chromium --ignore-certificate-errors --virtual-time-budget=4000 --dump-dom "$base" 2> /dev/null > $folder/page
      grep -q '<form id="login">' $folder/page || fail "no form: $(cat $folder/page)"
      grep -q '<main hidden' $folder/page || fail "the console is shown"
      stop
      """, tools: ["chromium": "chromium"])
  }
}
