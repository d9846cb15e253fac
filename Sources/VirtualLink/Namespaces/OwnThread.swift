import Glibc

/// Runs work on a thread that is made for it and ends with it.
///
/// Namespaces belong to threads: whoever enters one on a thread of his own need not find the way back, which without
/// root is barred.
enum OwnThread {
  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) {
      self.body = body
    }
  }

  /// Where a thread leaves what it has made; read only after it was waited for.
  private final class Outcome<Value> {
    var result: Result<Value, any Error>?
  }

  /// Runs `body` on a new thread and waits for it.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let outcome = Outcome<Value>()
    let thread = try make { outcome.result = Result { try body() } }
    pthread_join(thread, nil)
    guard let result = outcome.result else { throw LinkError("a thread ended without a result") }
    return try result.get()
  }

  /// Runs `body` on a new thread and does not wait for it.
  static func start(_ body: @escaping @Sendable () -> Void) throws {
    pthread_detach(try make(body))
  }

  private static func make(_ body: @escaping () -> Void) throws -> pthread_t {
    // The thread takes over one reference to the work, and gives it back when it is done.
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let error = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard error == 0 else {
      work.release()
      throw LinkError("start a thread", errno: error)
    }
    return thread
  }
}
