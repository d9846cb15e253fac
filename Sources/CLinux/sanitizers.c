// What the thread sanitizer reports wrongly. The list is compiled in, because programs that the tests start in a chroot, as
// another user or below a hidden /tmp could not read it from a file.

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if __has_feature(thread_sanitizer)

const char *__tsan_default_suppressions(void);

const char *__tsan_default_suppressions(void) {
  return
      // The sanitizer does not see that Synchronization.Mutex orders accesses on Linux: where a lock is contended, its slow
      // path runs in a library that is not instrumented. A correct program in which four threads append to one array inside
      // Mutex.withLock is reported, too. This names the closures that are passed to it: no other function takes an
      // `inout sending` value.
      "race:zYu*YTXEfU\n"
      // An answer of the engine's thread, which is handed over through a mailbox that a Mutex guards.
      "race:VirtualLink12EngineAnswer\n"
      // The one empty array that all share: the standard library writes its count of zero again where an array of no
      // elements is made.
      "race:_swiftEmptyArrayStorage\n";
}

#endif
