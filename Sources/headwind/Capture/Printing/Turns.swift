import Glibc

/// Lets threads pass one after the other, in the order of their numbers.
final class Turns: @unchecked Sendable {
  // Both have fixed addresses during the life of this object, as pthreads requires. `next` is accessed only with the
  // lock held.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var next = 0

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(lock)
    change.deallocate()
    lock.deallocate()
  }

  /// Waits until every smaller number has passed, runs `body`, and lets the next number pass.
  func pass<Result>(_ number: Int, _ body: () -> Result) -> Result {
    pthread_mutex_lock(lock)
    while next != number { pthread_cond_wait(change, lock) }
    pthread_mutex_unlock(lock)
    // No other thread passes before this turn is over, so the lock is not needed here.
    let result = body()
    pthread_mutex_lock(lock)
    next += 1
    pthread_cond_broadcast(change)
    pthread_mutex_unlock(lock)
    return result
  }
}
