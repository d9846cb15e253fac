/// How much of a request has arrived.
struct ScriptedRequest {
  var method = ""
  var bodyBytes = 0
  var hasEnded = false
}
