import TestSupport
import Testing

@testable import FarSide

/// A proxy on the far side, as curl uses it.
@Suite(.waiting) struct ProxyTests {
  private static let plan = FarSidePlan(
    http: ServerScript(acts: .requests([[.respond(ScriptedResponse(body: .bytes(Array("in the clear".utf8))))]])),
    https: SecureScript(
      script: ServerScript(acts: .requests([[.respond(ScriptedResponse(body: .bytes(Array("inside".utf8))))]]))),
    proxy: ProxyScript(
      ServerScript(
        acts: .routes([
          ServerRoute(RequestCondition(method: "CONNECT", host: "api.test"), lists: [[.tunnel]]),
          ServerRoute(RequestCondition(method: "CONNECT"), lists: [[.respond(ScriptedResponse(status: 403)), .close]]),
          ServerRoute(lists: [[.respond(ScriptedResponse(body: .bytes(Array("by the proxy".utf8))))]]),
        ]))))

  private func curl(_ words: String, through far: LoopbackFarSide) throws -> String {
    try Shell.run(
      "curl -sS --noproxy '' --max-time 20 --cacert '\(far.authority)' -x http://127.0.0.1:\(far.proxyPort) \(words) 2>&1",
      tools: ["curl": "curl"]
    ).output
  }

  @Test func tunnelsLeadToThePortThatIsAskedFor() throws {
    try LoopbackFarSide.with(Self.plan) { far throws in
      #expect(try curl("https://api.test/a", through: far) == "inside")
      #expect(try curl("--http1.1 https://api.test/a https://api.test/b", through: far) == "insideinside")
      #expect(try curl("-p http://api.test/a", through: far) == "in the clear")
      #expect(try curl("http://api.test/a", through: far) == "by the proxy")
      #expect(try curl("-o /dev/null -w '%{http_connect}' https://other.test/a", through: far).contains("403"))
      #expect(try curl("https://api.test:8443/a", through: far).contains("curl: "))
    }
  }

  @Test func theEnvironmentNamesTheProxy() {
    var proxy = ProxyScript(ServerScript(acts: .requests([])), credentials: "a:b")
    #expect(proxy.variables.map(\.name) == ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY"])
    #expect(proxy.variables.allSatisfy { $0.value == "http://a:b@proxy.test:3128" })
    proxy.bypass = "x.test"
    #expect(proxy.variables.suffix(2).map(\.value) == ["x.test", "x.test"])
  }
}
