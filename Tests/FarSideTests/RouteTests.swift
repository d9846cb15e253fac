import TestSupport
import Testing

@testable import FarSide

/// Answers that depend on the request, and responses with what it says.
@Suite(.waiting) struct RouteTests {
  private static func says(_ text: String, status: Int = 200, _ headers: [ScriptedResponse.Header] = []) -> ServerStep {
    var response = ScriptedResponse(status: status, headers: headers, body: .bytes(Array(text.utf8)))
    response.isText = true
    return .respond(response)
  }

  private static let routes = ServerScript.Acts.routes([
    ServerRoute(RequestCondition(method: "POST"), lists: [[says("first post")], [says("post {request} to {host}")]]),
    ServerRoute(RequestCondition(path: "/part*", with: [.init("range", "bytes=5-*")]), lists: [[says("rest")]]),
    ServerRoute(RequestCondition(path: "/part", without: [.init("Range")]), lists: [[says("whole")]]),
    ServerRoute(
      RequestCondition(host: "other.test"),
      lists: [[says("{method} {target} {nothing} {header x-a}", [.init("X-Echo", "{header X-A}")])]]),
  ])

  @Test func eachRequestTakesTheFirstRouteThatIsForIt() throws {
    let script = ServerScript(acts: Self.routes)
    let secure = SecureScript(
      script: ServerScript(acts: .requests([[.stall]]), http2: HTTP2Script(acts: Self.routes)))
    try LoopbackFarSide.with(FarSidePlan(http: script, https: secure)) { far throws in
      #expect(try far.curl("-d a", "/x").output == "first post")
      #expect(try far.curl("-d a -H 'Host: Api.Test:99'", "/x").output == "post 2 to api.test")
      #expect(try far.curl("-r 5-", "/part").output == "rest")
      #expect(try far.curl("-r 6-", "/part").output == "no route of the script is for this request\n")
      #expect(try far.curl("", "/part").output == "whole")
      let told = try far.curl("-H 'Host: other.test' -H 'X-A: {target}' -w ' %header{x-echo}'", "/y?z").output
      #expect(told == "GET /y?z {nothing} {target} {target}")
      #expect(try far.secureCurl("-H 'Host: other.test' -H 'X-A: 7'", "/y").output == "GET /y {nothing} 7")
      #expect(try far.secureCurl("-r 5-", "/part/2").output == "rest")
      #expect(try far.secureCurl("-d a", "/part").output == "first post")
    }
  }

  @Test func partsAreSentAsTheyAreAskedFor() throws {
    var response = ScriptedResponse(headers: [.init("ETag", "\"one\"")], body: .filler(count: 1000))
    response.part = ScriptedResponse.Part()
    var earlier = response
    earlier.part = ScriptedResponse.Part(earlier: 7)
    let routes = ServerScript.Acts.routes([
      ServerRoute(RequestCondition(path: "/earlier"), lists: [[.respond(earlier)]]),
      ServerRoute(lists: [[.respond(response)]]),
    ])
    let whole = String(decoding: response.body.bytes(in: 0..<1000), as: UTF8.self)
    try LoopbackFarSide.with(FarSidePlan(http: ServerScript(acts: routes))) { far throws in
      let told = "-w ' %{response_code} %header{content-range}'"
      #expect(try far.curl("-r 990- \(told)", "/").output == "\(whole.suffix(10)) 206 bytes 990-999/1000")
      #expect(try far.curl("-r -4 \(told)", "/").output == "\(whole.suffix(4)) 206 bytes 996-999/1000")
      #expect(try far.curl("-r 1000- \(told)", "/").output == " 416 bytes */1000")
      #expect(try far.curl("-r 990- \(told)", "/earlier").output == "\(whole.suffix(17)) 206 bytes 983-999/1000")
      #expect(try far.curl("-r 990- -H 'If-Range: \"one\"' \(told)", "/").output.hasSuffix(" 206 bytes 990-999/1000"))
      #expect(try far.curl("-r 990- -H 'If-Range: \"two\"' \(told)", "/").output == "\(whole) 200 ")
      #expect(try far.curl("-r 990- -H 'If-Range: W/\"one\"' \(told)", "/").output == "\(whole) 200 ")
    }
  }

  @Test func anotherVersionHasOtherBytes() {
    let (one, two) = (
      ScriptedBody.filler(count: 4000).bytes(in: 0..<4000), ScriptedBody.otherFiller(count: 4000).bytes(in: 0..<4000)
    )
    #expect(zip(one, two).count { $0 == $1 } < 200)
    #expect(ScriptedBody.part(of: .filler(count: 4000), from: 3990).bytes(in: 0..<10) == Array(one.suffix(10)))
  }

  @Test func datesCountFromNow() {
    let template = ResponseTemplate(request: ScriptedRequest(), now: { 784_111_777 })
    #expect(template.filled("{date}") == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(template.filled("{date +3} {date -86400}") == "Sun, 06 Nov 1994 08:49:40 GMT Sat, 05 Nov 1994 08:49:37 GMT")
    #expect(template.filled("{date soon} {date 99999999999999} {dates}") == "{date soon} {date 99999999999999} {dates}")
  }

  @Test func requestsToProxiesNameTheirHostInTheTarget() {
    let plain = RequestHead(
      method: "GET", target: "http://api.test:8080/a?b", fields: [ScriptedResponse.Header("Host", "other.test")])
    #expect(plain.host == "api.test" && plain.path == "/a?b")
    #expect(RequestHead(method: "CONNECT", target: "[2001:db8::1]:443").host == "[2001:db8::1]")
    #expect(RequestHead(method: "GET", target: "/?u=http://x.test/", authority: "Api.test:443").host == "api.test")
    #expect(RequestHead(method: "GET", target: "/?u=http://x.test/").path == "/?u=http://x.test/")
    #expect(RequestHead(method: "GET", target: "http://api.test").path == "/")
  }
}
