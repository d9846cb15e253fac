#define _GNU_SOURCE
#include "apart.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

enum { STACK_BYTES = 8 << 20, GUARD_BYTES = 1 << 16 };

struct work {
  void (*body)(void *);
  void *argument;
  pid_t parent;
};

static int work_apart(void *pointer) {
  struct work *work = pointer;
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  /* It may have died before that call. */
  if (getppid() != work->parent) _exit(0);
  setsid();
  work->body(work->argument);
  _exit(0);
}

int hw_run_apart(void (*body)(void *), void *argument) {
#if __has_feature(thread_sanitizer)
  /* The sanitizer keeps an account of each thread in the thread-local storage that would be lent. */
  (void)body, (void)argument, (void)work_apart;
  return -ENOSYS;
#else
  char *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -errno;
  mprotect(stack, GUARD_BYTES, PROT_NONE);
  struct work work = {body, argument, getpid()};
  /* No exit signal: whoever waits for children of this process does not meet this one. */
  int flags = CLONE_VM | CLONE_FILES | CLONE_FS | CLONE_SIGHAND | CLONE_SYSVSEM;
  pid_t process = clone(work_apart, stack + STACK_BYTES, flags, &work);
  int result = process > 0 ? 0 : -errno;
  int status = 0;
  /* The thread-local storage is lent until the process has ended. So this thread waits by the bare system call: the library's
   * waitpid(3) is a cancellation point, which writes there. With all signals blocked, the call neither fails nor is cut short, so
   * that syscall(2) does not set errno. A stop and a debugger interrupt it, which CLONE_VFORK would not let them: a thread in vfork(2)
   * keeps the whole process from stopping. */
  if (process > 0) {
    while (syscall(SYS_wait4, process, &status, __WCLONE, NULL) < 0) continue;
    if (WIFSIGNALED(status)) result = WTERMSIG(status);
  }
  munmap(stack, STACK_BYTES);
  return result;
#endif
}
