import TestSupport
import Testing

/// Exchanges within TLS, as a program on a link learns of them while they happen.
@Suite(.waiting) struct ObservedSecretsTests {
  private static let tools = ["python3": "python3", "curl": "curl"]

  /// What the scripts ask for, without the names in front of the values.
  private static let helpers = """
    import json, subprocess, urllib.request
    def values(request):
      answer = ask(request)
      assert answer[-1] == "ok", answer[-1]
      return [line.split(": ", 1)[1] for line in answer[:-1]]
    def exchanges(mark): return [json.loads(value) for value in values("exchanges since " + mark)]
    def curl(*words): subprocess.run(["curl", "-4", "-sS", *words], check=True, stdout=subprocess.DEVNULL)

    """

  private func run(_ script: String, options: String = "") throws -> ToolResult {
    try Shell.run(
      """
      \(ControlScript.writing(Self.helpers + script))
      $headwind run -q --private \(options) -- python3 $folder/script.py
      """, tools: Self.tools)
  }

  @Test func everyVersionOfTLSAndOfHTTPIsSeen() throws {
    let result = try run(
      """
      ask("mark start")
      url = "https://search.example/status/20"
      curl("--tls-max", "1.2", "--http1.1", url + "1")
      curl("--tls-max", "1.3", "--http1.1", url + "2")
      curl("--tls-max", "1.3", url + "3", url + "6")
      curl("--http2-prior-knowledge", "http://search.example/status/404")
      with urllib.request.urlopen("https://search.example/bytes/100000") as response: response.read()
      for e in exchanges("start"):
        assert e["began"] <= e["request_sent"] < e["response_started"] <= e["ended"], e
        print(e["tls"], e["version"], e["http2_stream"], e["url"], e["status"], e["outcome"], e["response_bytes"])
      events = values("timeline since start")
      print(sum("GET https://search.example/status/203" in event for event in events))
      """, options: "--profile '{ downlink: { delay: 5 ms } }'")
    #expect(
      result.lines == [
        "TLS 1.2 HTTP/1.1 None https://search.example/status/201 201 complete 12",
        "TLS 1.3 HTTP/1.1 None https://search.example/status/202 202 complete 13",
        "TLS 1.3 HTTP/2 1 https://search.example/status/203 203 complete 34",
        "TLS 1.3 HTTP/2 3 https://search.example/status/206 206 complete 20",
        "None HTTP/2 1 http://search.example/status/404 404 complete 14",
        "TLS 1.3 HTTP/1.1 None https://search.example/bytes/100000 200 complete 100000", "1",
      ], "\(result.everything)")
  }

  @Test func anExchangeIsSeenWhileItGoesOn() throws {
    let result = try run(
      """
      ask("mark start")
      client = subprocess.Popen(["curl", "-4", "-sS", "--max-time", "3", "-o", "/dev/null", "https://search.example/delay/60"],
        stderr=subprocess.DEVNULL)
      while not (seen := exchanges("start")): pass
      print(seen[0]["outcome"], seen[0]["target"], seen[0]["status"], client.wait())
      ask("wait closed since start within 5 s")
      print(exchanges("start")[0]["outcome"])
      """)
    #expect(result.lines == ["open /delay/60 None 28", "abandoned"], "\(result.everything)")
  }

  /// Who waits sees what a timeline sees.
  @Test func aRequestWithinTLSIsWaitedFor() throws {
    let result = try run(
      """
      ask("mark start")
      curl("https://search.example/status/204")
      print(values('wait http "GET /status/*" since start within 1 s'), values('wait http "GET /other*" since start within 100 ms'))
      """)
    #expect(result.output == "['true'] ['false']\n", "\(result.everything)")
  }

  @Test func theLinkTellsItsSecretsInParts() throws {
    let result = try run(
      """
      curl("--tls-max", "1.2", "https://search.example/status/204")
      [end] = values("keys")
      curl("--tls-max", "1.2", "https://search.example/status/204")
      *secrets, after = values("keys from " + end)
      # The client logs it, and the server does.
      print({line.split()[0] for line in secrets}, len({line.split()[1] for line in secrets}), int(after) > int(end))
      print(values("keys from " + after) == [after], len(values("keys from 0")) > len(secrets) + 1)
      for words in ["keys since start", "keys from -1", "keys from"]:
        try: values(words)
        except AssertionError as error: print(error)
      """)
    #expect(
      result.lines == [
        "{'CLIENT_RANDOM'} 1 True", "True True", "error: 'keys' takes 'from NUMBER' or nothing, not 'since start'",
        "error: 'keys' takes 'from NUMBER' or nothing, not 'from -1'",
        "error: 'keys' takes 'from NUMBER' or nothing, not 'from'",
      ], "\(result.everything)")
  }

  @Test func aLinkThatCollectsNoSecretsSaysSo() throws {
    let result = try run(
      """
      try: values("keys from 0")
      except AssertionError as error: print(error)
      """, options: "--no-keys")
    #expect(result.output == "error: this link does not collect secrets\n", "\(result.everything)")
  }

  @Test func withoutKeysThereAreConnectionsAndNoExchanges() throws {
    let result = try run(
      """
      ask("mark start")
      curl("https://search.example/status/204")
      print(len(exchanges("start")), len(values("connections since start")))
      """, options: "--no-keys")
    #expect(result.output == "0 1\n", "\(result.everything)")
  }
}
