import Dispatch
import Synchronization
import TextOutput

/// Gives the token to whoever knows the password. Wrong passwords are answered one after the other, a second each, so that guessing
/// takes for ever.
final class LoginDesk: Sendable {
  /// How many may wait at a time.
  private static let mostWaiting = 16

  private let token: String
  private let password: String
  private let queue = DispatchQueue(label: "headwind.console.login")
  private let waiting = Mutex(0)

  init(token: String, password: String) {
    self.token = token
    self.password = password
  }

  /// Answers `POST /api/login` with a status and a JSON text.
  func answer(_ request: APIRequest, _ send: @escaping @Sendable (Int, TextBuffer) -> Void) {
    guard request.method == "POST", let given = request.parameters["password"] else {
      return send(400, Self.text("error", "send the password with POST, as the form parameter 'password'"))
    }
    if AccessGuard.areEqual(given, password) { return send(200, Self.text("token", token)) }
    let isBusy = waiting.withLock { count in
      defer { count = min(count + 1, Self.mostWaiting) }
      return count == Self.mostWaiting
    }
    guard !isBusy else { return send(429, Self.text("error", "too many wrong passwords; try again later")) }
    queue.async { [self] in
      pause()
      waiting.withLock { $0 -= 1 }
      send(401, Self.text("error", "the password is wrong"))
    }
  }

  private func pause() {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(1))
  }

  private static func text(_ name: String, _ value: String) -> TextBuffer {
    var text = TextBuffer(capacity: 128)
    text.append("{")
    text.append(jsonString: name)
    text.append(":")
    text.append(jsonString: value)
    text.append("}\n")
    return text
  }
}
