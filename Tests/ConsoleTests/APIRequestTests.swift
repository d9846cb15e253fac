import Testing

@testable import Console

@Suite struct APIRequestTests {
  @Test func pathsAndParametersAreDecoded() {
    let request = APIRequest(
      method: "POST", target: "/api/links/a%20b/switch?x=1&y", form: "profile=Slow+Net&z=%E2%82%AC%zz")
    #expect(request.path == ["links", "a b", "switch"])
    #expect(request.parameters == ["x": "1", "y": "", "profile": "Slow Net", "z": "€%zz"])
  }

  @Test func numbersAreChecked() throws {
    let request = APIRequest(method: "GET", target: "/api/packets?from=-1&count=x&to=7")
    #expect(throws: APIProblem.self) { try request.number("from", default: 0) }
    #expect(throws: APIProblem.self) { try request.number("count", default: 0) }
    #expect(try request.number("to", default: 0) == 7 && request.number("none", default: 3) == 3)
  }
}
