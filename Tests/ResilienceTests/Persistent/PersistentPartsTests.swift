import Testing

@testable import Resilience

/// What programs that live on are told and answer, without a process.
struct PersistentPartsTests {
  @Test func answersAreLinesOfJSONWithTheNumber() {
    let line = #"{"id": 7, "result": "error", "text": "timed out"}"#
    #expect(ProgramAnswer(line: line, to: 7) == ProgramAnswer(.error, text: "timed out"))
    #expect(ProgramAnswer(line: line, to: 8) == nil)
    #expect(ProgramAnswer(line: #"{"id":7,"result":"declined"}"#, to: 7)?.status == 127)
    for line in ["", "ok", "{", #"{"id":7}"#, #"{"id":7,"result":"fine"}"#, #"["id",7]"#, #"{"id":7.5,"result":"ok"}"#]
    {
      #expect(ProgramAnswer(line: line, to: 7) == nil, "\(line)")
    }
  }

  @Test(arguments: [(200, "ok"), (204, "ok"), (501, "declined"), (502, "error"), (404, "error"), (302, "error")])
  func statusesAreAnswers(status: Int, result: String) {
    #expect(ProgramAnswer(httpStatus: status, text: "").result.rawValue == result)
  }

  @Test func responsesEndWhereTheySay() {
    let whole = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    #expect(HTTPResponseText(whole).isComplete && HTTPResponseText(whole).status == 200)
    #expect(HTTPResponseText(whole).body == "ok")
    for count in 0..<whole.count { #expect(!HTTPResponseText(Array(whole.prefix(count))).isComplete, "\(count)") }
    let chunked = Array("HTTP/1.1 502 Bad\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n".utf8)
    #expect(HTTPResponseText(chunked).isComplete && HTTPResponseText(chunked).body == "abc")
    #expect(HTTPResponseText(Array("SSH-2.0-x\r\n\r\n".utf8)).status == nil)
  }

  @Test func idleAndLocalSocketsAreSettled() {
    let line = { (remote: String, state: String, queue: String) -> Substring in
      "   0: 0264000A:C350 \(remote) \(state) \(queue):00000000 02:00000000 00000000 0 0 1 2 0"
    }
    #expect(UnsettledSockets.isUnsettled(line("0164000A:0050", "02", "00000001")))
    #expect(UnsettledSockets.isUnsettled(line("0164000A:0050", "01", "00000020")))
    #expect(!UnsettledSockets.isUnsettled(line("0164000A:0050", "01", "00000000")))
    #expect(!UnsettledSockets.isUnsettled(line("0164000A:0050", "04", "00000001")))
    #expect(!UnsettledSockets.isUnsettled(line("0100007F:0050", "02", "00000001")))
    #expect(!UnsettledSockets.isUnsettled(line("00000000:0000", "0A", "00000001")))
    #expect(
      !UnsettledSockets.isUnsettled("  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt"))
  }

  @Test(arguments: [
    ("http://api.test/x", "http://s3.api.test/x"), ("https://api.test:443/", "https://s3.api.test:443/"),
    ("http://10.0.0.1/x", "http://10.0.0.1/x"), ("http://[fd5b::1]/x", "http://[fd5b::1]/x"),
    ("http://{here}/x", "http://{here}/x"),
  ])
  func hostNamesAreEachScenariosOwn(url: String, expected: String) {
    let scenario = Scenario(
      id: "a.b", requests: [AskedRequest(url: url)], deadline: nil, trigger: .connectionAttempted, expectations: [])
    #expect(scenario.isolated(number: 3).requests.map(\.url) == [expected])
    #expect(Scenario.number(ofHost: Scenario.host(of: expected)) == (url == expected ? nil : 3))
  }
}
