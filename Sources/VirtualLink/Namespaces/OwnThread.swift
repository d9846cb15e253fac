import Glibc

/// Runs work on a thread that is made for it and ends with it.
///
/// Namespaces belong to threads: whoever enters one on a thread of his own need not find the way back, which without
/// root is barred.
enum OwnThread {
  private final class Errand<Value: Sendable> {
    let body: @Sendable () throws -> Value
    var result: Result<Value, any Error>?

    init(_ body: @escaping @Sendable () throws -> Value) {
      self.body = body
    }
  }

  private class Work {
    func perform() {}
  }

  private final class TypedWork<Value: Sendable>: Work {
    let errand: Errand<Value>

    init(_ errand: Errand<Value>) {
      self.errand = errand
    }

    override func perform() {
      errand.result = Result { try errand.body() }
    }
  }

  /// Runs `body` on a new thread and waits for it.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
    let errand = Errand(body)
    var thread = pthread_t()
    // The thread takes over one reference to the work, and gives it back when it is done.
    let work = Unmanaged.passRetained(TypedWork(errand) as Work)
    let error = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().perform() }
        return nil
      }, work.toOpaque())
    guard error == 0 else {
      work.release()
      throw LinkError("start a thread", errno: error)
    }
    pthread_join(thread, nil)
    guard let result = errand.result else { throw LinkError("a thread ended without a result") }
    return try result.get()
  }
}
