import Glibc
import Synchronization

/// A thread that does one thing, and whose result is waited for.
final class BenchThread<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
  }

  private let box: Box
  private let thread: pthread_t

  init(_ body: @escaping @Sendable () throws -> Value) throws {
    let box = Box()
    self.box = box
    thread = try startThread(
      BenchErrand {
        let result = Result { try body() }
        box.result.withLock { $0 = result }
      })
  }

  /// Waits for the end.
  func value() throws -> Value {
    pthread_join(thread, nil)
    guard let result = box.result.withLock({ $0 }) else { throw BenchError("a thread left no result") }
    return try result.get()
  }
}

/// What a thread is started with.
private final class BenchErrand: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}

private func startThread(_ errand: BenchErrand) throws -> pthread_t {
  var thread = pthread_t()
  // The new thread takes over the one reference.
  let reference = Unmanaged.passRetained(errand)
  let error = pthread_create(
    &thread, nil,
    { pointer in
      if let pointer { Unmanaged<BenchErrand>.fromOpaque(pointer).takeRetainedValue().run() }
      return nil
    }, reference.toOpaque())
  guard error == 0 else { throw BenchError("no thread can be started: error \(error)") }
  return thread
}
