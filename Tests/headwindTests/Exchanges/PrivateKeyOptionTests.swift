import TestSupport
import Testing

/// `--keys` with a server's private key, for a connection with RSA key exchange. tshark reads the key in PEM as well.
@Suite(.serialized, .waiting) struct PrivateKeyOptionTests {
  /// Records a connection on a loopback interface of its own.
  private static let recording = """
    cd $folder
    ip link set lo up
    openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null
    echo 'open sesame' >password; echo wrong >wrong
    openssl pkcs12 -export -inkey key.pem -in cert.pem -out new.p12 -passout file:password
    openssl pkcs12 -export -legacy -inkey key.pem -in cert.pem -out old.p12 -passout file:password
    openssl s_server -accept 4433 -key key.pem -cert cert.pem -www -quiet -tls1_2 -cipher AES128-GCM-SHA256 >/dev/null 2>&1 & server=$!
    until (exec 3<>/dev/tcp/127.0.0.1/4433) 2>/dev/null; do sleep 0.05; done
    "$headwind" capture -i lo -w rsa.pcap 2>said & recorder=$!
    until grep -q listening said; do sleep 0.05; done
    curl -sk -o /dev/null https://127.0.0.1:4433/hello
    kill -TERM $recorder; wait $recorder; kill $server
    """
  private static let tools = ["openssl": "openssl", "curl": "curl", "tshark": "tshark", "ip": "iproute2"]

  @Test func aPrivateKeyDecryptsRSAKeyExchange() throws {
    let result = try Shell.run(
      """
      \(Self.recording)
      tshark -r rsa.pcap -o tls.keys_list:127.0.0.1,4433,http,$folder/key.pem -Y http.request -T fields -e http.request.uri 2>/dev/null
      for words in key.pem 'new.p12 --keys-password-file password' 'old.p12 --keys-password-file password'; do
        "$headwind" http -r rsa.pcap --keys $words --fields http.request.uri
        "$headwind" capture -r rsa.pcap --keys $words -Y http.request -T fields -e http.request.uri 2>/dev/null
      done
      "$headwind" stats http -r rsa.pcap --keys key.pem | grep -c hello
      "$headwind" capture -r rsa.pcap --keys <(cat new.p12) --keys-password-file <(cat password) -Y http.request -T fields -e http.request.uri
      """, tools: Self.tools, isolated: true)
    #expect(result.lines.filter { $0 == "/hello" }.count == 8, "\(result.everything)")
  }

  /// What is wrong with a key or its password is said, with the exit status of a wrong option.
  @Test func whatIsWrongIsSaid() throws {
    let result = try Shell.run(
      """
      cd $folder
      openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost 2>/dev/null
      printf 'open sesame' >password; echo wrong >wrong; printf 'p\\303\\244ss\\n' >foreign
      openssl pkcs12 -export -inkey key.pem -in cert.pem -out new.p12 -passout file:password
      head -c 700 new.p12 >cut.p12
      try() { "$headwind" http -r /dev/null "$@" 2>&1 | grep -m 1 ^Error; echo ${PIPESTATUS[0]}; }
      try --keys new.p12
      try --keys new.p12 --keys-password-file wrong
      try --keys cut.p12 --keys-password-file password
      try --keys cert.pem
      try --keys new.p12 --keys-password-file foreign
      try --keys-password-file password
      """, tools: ["openssl": "openssl"])
    let expected = [
      "the private key is encrypted; give its password with --keys-password-file FILE.",
      "the password is wrong, or the key is encrypted with a cipher that Headwind does not support.",
      "the file is not a private key in PEM, DER or PKCS#12, or it is damaged.",
      "the file has no private RSA key, and TLS cannot be decrypted with keys of other kinds.",
      "the first line must be a password of ASCII characters.", "--keys-password-file needs --keys FILE.",
    ]
    #expect(result.lines.count == 2 * expected.count, "\(result.everything)")
    for (index, words) in expected.enumerated() where result.lines.count == 2 * expected.count {
      #expect(result.lines[2 * index].hasSuffix(words), "\(result.lines[2 * index])")
      #expect(result.lines[2 * index + 1] == "2")
    }
  }
}
