import Testing

@testable import Resilience

@Suite struct ClientCommandTests {
  @Test(arguments: [
    ("{url}", "http://a/?q={b}"), ("-m{deadline}", "-m7"), ("{{url}}", "{http://a/?q={b}}"), ("{ur", "{ur"), ("", ""),
  ])
  func placeholdersAreFilled(word: String, filled: String) {
    #expect(ClientCommand([word]).filled([("{url}", "http://a/?q={b}"), ("{deadline}", "7")]) == [filled])
  }

  @Test func programsAreFoundAsAShellFindsThem() {
    #expect(ClientCommand(["sh"]).isFound)
    #expect(ClientCommand(["/bin/sh"]).isFound)
    #expect(!ClientCommand(["no-such-program-anywhere"]).isFound)
    #expect(!ClientCommand(["/etc/passwd"]).isFound)
    #expect(!ClientCommand(["/etc"]).isFound)
    #expect(!ClientCommand([""]).isFound)
  }
}
