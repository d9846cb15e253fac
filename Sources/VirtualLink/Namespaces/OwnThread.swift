import Glibc

/// Runs work on a new thread that ends with the work.
///
/// A namespace is a property of a thread. Work that enters one on its own thread need not return to the old
/// namespace, which would be impossible without root.
enum OwnThread {
  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) {
      self.body = body
    }
  }

  /// The result of a thread. It is read only after the thread has been joined.
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
    // The thread takes one reference to the work, and releases it when it is done.
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
