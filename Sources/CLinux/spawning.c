#define _GNU_SOURCE
#include "spawning.h"

#include "process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

int hw_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

pid_t hw_fork(void) { return fork(); }

// MARK: - Signals

static struct sigaction inherited_actions[NSIG];
static sigset_t inherited_mask;
static bool remembered;

void hw_remember_signals(void) {
  if (remembered) return;
  for (int signal = 1; signal < NSIG; signal++) sigaction(signal, NULL, &inherited_actions[signal]);
  sigprocmask(SIG_SETMASK, NULL, &inherited_mask);
  remembered = true;
}

/* Only "ignored" and "default" survive an exec, so that handlers of ours become the default by themselves. */
static void restore_signals(void) {
  if (!remembered) return;
  for (int signal = 1; signal < NSIG; signal++)
    if (inherited_actions[signal].sa_handler == SIG_IGN || inherited_actions[signal].sa_handler == SIG_DFL)
      sigaction(signal, &inherited_actions[signal], NULL);
  sigprocmask(SIG_SETMASK, &inherited_mask, NULL);
}

static void take_no_notice(int signal) { (void)signal; }

void hw_outlive_file_size_limit(void) {
  hw_remember_signals();
  if (inherited_actions[SIGXFSZ].sa_handler != SIG_DFL) return;
  // A handler, because exec makes it the default again: programs would inherit that the signal is ignored.
  struct sigaction action = {.sa_handler = take_no_notice, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGXFSZ, &action, NULL);
}

// MARK: - Descriptors

/* The numbers above 2 that were open and inheritable when they were remembered, in ascending order. */
static int *inherited_descriptors;
static size_t inherited_count;
static bool descriptors_remembered;
/* Which of the standard three were closed. Their numbers are kept from whatever we open, and from the program. */
static bool standard_closed[3];

static int compare_numbers(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void remember_descriptor(int descriptor) {
  int flags = fcntl(descriptor, F_GETFD);
  if (descriptor < 3 || flags < 0 || (flags & FD_CLOEXEC)) return;
  int *grown = realloc(inherited_descriptors, (inherited_count + 1) * sizeof *grown);
  // Without memory for a number there is none for a program either.
  if (grown == NULL) return;
  inherited_descriptors = grown;
  inherited_descriptors[inherited_count++] = descriptor;
}

void hw_remember_descriptors(void) {
  if (descriptors_remembered) return;
  descriptors_remembered = true;
  for (int number = 0; number < 3; number++)
    standard_closed[number] = fcntl(number, F_GETFD) < 0 && open("/dev/null", O_RDWR | O_CLOEXEC) == number;
  DIR *directory = opendir("/proc/self/fd");
  if (directory == NULL) return;
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory))
    if (entry->d_name[0] != '.') remember_descriptor(atoi(entry->d_name));
  closedir(directory);
  if (inherited_count > 1) qsort(inherited_descriptors, inherited_count, sizeof(int), compare_numbers);
}

/* close_range(2), or its work done by hand: kernels before 5.9 lack the call, before 5.11 the flag. */
static void each_in_range(unsigned first, unsigned last, unsigned flags) {
  if (first > last || syscall(SYS_close_range, first, last, flags) == 0) return;
  struct rlimit limit;
  unsigned end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_max < 1u << 20 ? (unsigned)limit.rlim_max : 1u << 20;
  for (unsigned descriptor = first; descriptor < end && descriptor <= last; descriptor++)
    if (flags & CLOSE_RANGE_CLOEXEC) fcntl((int)descriptor, F_SETFD, FD_CLOEXEC);
    else close((int)descriptor);
}

static void close_from(unsigned first) { each_in_range(first, ~0U, 0); }

void hw_close_inherited(void) {
  for (size_t i = 0; i < inherited_count; i++) close(inherited_descriptors[i]);
  inherited_count = 0;
}

/* Has the next exec close every descriptor above 2 but those that were inherited: libraries open some that it would not. */
static void close_own_at_exec(void) {
  unsigned next = 3;
  for (size_t i = 0; i < inherited_count; i++) {
    unsigned kept = (unsigned)inherited_descriptors[i];
    if (kept > next) each_in_range(next, kept - 1, CLOSE_RANGE_CLOEXEC);
    next = kept + 1;
  }
  each_in_range(next, ~0U, CLOSE_RANGE_CLOEXEC);
}

// MARK: - Signals taken and told

int hw_hold_signals(void) {
  hw_remember_signals();
  hw_remember_descriptors();
  // A parent that ignores SIGCHLD would have us never learn how a child ended.
  signal(SIGCHLD, SIG_DFL);
  sigset_t held;
  sigemptyset(&held);
  const int numbers[] = {SIGCHLD, SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1, SIGUSR2,
                         SIGALRM, SIGWINCH, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGPIPE};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaddset(&held, numbers[i]);
  if (sigprocmask(SIG_BLOCK, &held, NULL) != 0) return -1;
  // A closed pipe is told by the write that meets it; it is nobody's message to pass on.
  sigdelset(&held, SIGPIPE);
  return signalfd(-1, &held, SFD_CLOEXEC | SFD_NONBLOCK);
}

int hw_next_signal(int descriptor, struct hw_signal *signal) {
  struct signalfd_siginfo information;
  ssize_t length = read(descriptor, &information, sizeof information);
  if (length < 0) return errno == EAGAIN || errno == EINTR ? 0 : -1;
  if (length != (ssize_t)sizeof information) return 0;
  *signal = (struct hw_signal){.number = (int)information.ssi_signo, .from_kernel = information.ssi_code > 0};
  return 1;
}

void hw_die_of(int number) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  raise(number);
}

int hw_exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }

int hw_end_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }

int hw_stop_signal(int status) { return WIFSTOPPED(status) ? WSTOPSIG(status) : 0; }

bool hw_die_with_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have ended before the call; then somebody else is our parent now.
  return getppid() == parent;
}

void hw_continue_without_parent(void) { prctl(PR_SET_PDEATHSIG, SIGCONT); }

// MARK: - What a started process says of itself

struct report {
  int step;
  int error;
};

static _Noreturn void give_up(int report, int step) {
  struct report failure = {.step = step, .error = errno};
  ssize_t written = write(report, &failure, sizeof failure);
  (void)written;
  _exit(127);
}

/* Waits until the process has said what failed, or has closed its end of the pipe without a word; true if it failed. */
static bool hear(int report, struct report *failure) {
  ssize_t length;
  do length = read(report, failure, sizeof *failure);
  while (length < 0 && errno == EINTR);
  return length == (ssize_t)sizeof *failure;
}

// MARK: - Mounts

/* A file system of ours is mounted here for as long as it takes to bring it, or what is in it, to its place. Every Linux has
 * this directory, and nothing that `exec` needs lives there. */
static const char workshop[] = "/tmp";

/* Puts the /proc of our PID namespace in place of the caller's, which shows the host's processes, and by them the host's
 * namespaces: so that it is not merely covered, it is unmounted where that is allowed (without root it is not). */
static bool replace_proc(void) {
  if (mount("proc", workshop, "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
    // Where /proc is partly hidden (containers) the kernel refuses; the outer /proc still serves.
    return errno == EPERM;
  while (umount2("/proc", MNT_DETACH) == 0) continue;
  return mount(workshop, "/proc", NULL, MS_MOVE, NULL) == 0;
}

/* Keeps what is mounted from here on from the host: a slave sees what the host mounts later and shows the host nothing.
 *
 * That can be said of a mount point only, and the root of a chroot need not be one. Entering the mount namespace that one is in
 * already leads to its real root; from there it can be said, and the way back is a descriptor. */
static bool make_mounts_slaves(void) {
  if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) == 0) return true;
  if (errno != EINVAL) return false;
  int root = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int directory = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
  int here = open("/proc/self/ns/mnt", O_RDONLY | O_CLOEXEC);
  if (root < 0 || here < 0 || setns(here, CLONE_NEWNS) != 0) return false;
  if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0) return false;
  if (fchdir(root) != 0 || chroot(".") != 0) return false;
  return directory < 0 || fchdir(directory) == 0;
}

/* Makes a mount namespace for the calling process, the first of its PID namespace or one in it; HW_STEP_NONE, or what failed. */
static int make_mounts(void) {
  if (unshare(CLONE_NEWNS) != 0) return HW_STEP_MOUNT;
  if (!make_mounts_slaves()) return HW_STEP_MOUNT;
  return replace_proc() ? HW_STEP_NONE : HW_STEP_PROC;
}

// MARK: - The first process of a PID namespace

static _Noreturn void collect_orphans(const struct hw_init *init, int report) {
  // Who has something to remove must live to do it; the lifeline ends it all the same.
  bool has_leftovers = false;
  for (int i = 0; i < HW_LEFTOVERS; i++) has_leftovers = has_leftovers || init->leftovers[i] != NULL;
  if (!has_leftovers) prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "headwind-init");
  // A new session: the terminal's signals and its hang-up are the program's business, not ours.
  setsid();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  // Orphans of the namespace become our children; ignoring SIGCHLD makes the kernel collect them.
  signal(SIGCHLD, SIG_IGN);
  if (init->network >= 0) {
    // Programs see us in their /proc, and by our namespaces would come to the host's network (nsenter --net=/proc/1/ns/net,
    // or by way of the host's /proc in /proc/1/root).
    if (setns(init->network, CLONE_NEWNET) != 0) give_up(report, HW_STEP_NETWORK);
    int step = make_mounts();
    if (step != HW_STEP_NONE) give_up(report, step);
  }
  if (chdir("/") != 0) give_up(report, HW_STEP_DIRECTORY);
  // The numbers that are to stay may be any; copies above 2 keep them apart.
  int lifeline = fcntl(init->lifeline[0], F_DUPFD_CLOEXEC, 3);
  if (lifeline < 0) give_up(report, HW_STEP_DESCRIPTORS);
  int null = open("/dev/null", O_RDWR);
  if (null < 0) give_up(report, HW_STEP_NULL_DEVICE);
  dup2(lifeline, 0);
  dup2(null, 1);
  dup2(null, 2);
  close_from(3);
  // The lifeline covers a parent that died before the death signal was asked for: its end of the pipe is closed then.
  char byte;
  while (read(0, &byte, 1) < 0 && errno == EINTR) continue;
  // Nothing of the link is to wait for a lock that somebody else holds.
  kill(-1, SIGKILL);
  for (int i = 0; i < HW_LEFTOVERS; i++)
    if (init->leftovers[i] != NULL) hw_remove_socket_file(init->leftovers[i]);
  _exit(0);
}

struct hw_started hw_start_init(const struct hw_init *init) {
  struct hw_started started = {.process = -1, .step = HW_STEP_PID_NAMESPACE};
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    started.step = HW_STEP_DESCRIPTORS;
    started.error = errno;
    return started;
  }
  // The raw call, because only it takes namespaces; the child makes nothing but system calls.
  pid_t process = (pid_t)syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);
  if (process == 0) {
    close(init->lifeline[1]);
    close(report[0]);
    collect_orphans(init, report[1]);
  }
  started.error = errno;
  close(report[1]);
  struct report failure;
  if (process > 0 && hear(report[0], &failure)) {
    started.step = failure.step;
    started.error = failure.error;
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
  } else if (process > 0) {
    started = (struct hw_started){.process = process};
  }
  close(report[0]);
  return started;
}

// MARK: - A program

static bool write_file(const char *path, const void *bytes, size_t length) {
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return false;
  const char *next = bytes;
  while (length > 0) {
    ssize_t written = write(file, next, length);
    if (written < 0) {
      close(file);
      return false;
    }
    next += written;
    length -= (size_t)written;
  }
  return close(file) == 0;
}

/* Appends to a path that has room for `size` bytes; false if it has not. */
static bool extend(char *path, size_t size, const char *text) {
  size_t length = strlen(path), more = strlen(text);
  if (length + more >= size) return false;
  memcpy(path + length, text, more + 1);
  return true;
}

/* Adds a file to a directory by a union of the directory with ours (overlayfs). */
static bool add_by_union(const char *directory, const char *name, const char *source, const char *number) {
  char upper[300] = "/tmp/upper-", work[40] = "/tmp/work-", options[600] = "lowerdir=";
  if (!extend(upper, 40, number) || !extend(work, sizeof work, number)) return false;
  if (!extend(options, sizeof options, directory) || !extend(options, sizeof options, ",upperdir=") ||
      !extend(options, sizeof options, upper) || !extend(options, sizeof options, ",workdir=") ||
      !extend(options, sizeof options, work))
    return false;
  if (mkdir(upper, 0755) != 0 || mkdir(work, 0755) != 0) return false;
  if (!extend(upper, sizeof upper, "/") || !extend(upper, sizeof upper, name) || rename(source, upper) != 0) return false;
  if (mount("overlay", directory, "overlay", 0, options) == 0) return true;
  int refusal = errno;
  // The other way needs the file where it was.
  if (rename(upper, source) != 0) return false;
  errno = refusal;
  return false;
}

/* Shows an entry of a directory in another one, under the same name. */
static bool show_entry(const char *from, const char *to, const char *name) {
  char there[600] = "", here[600] = "";
  if (!extend(there, sizeof there, from) || !extend(there, sizeof there, "/") || !extend(there, sizeof there, name)) return false;
  if (!extend(here, sizeof here, to) || !extend(here, sizeof here, "/") || !extend(here, sizeof here, name)) return false;
  struct stat entry;
  if (lstat(there, &entry) != 0) return errno == ENOENT;
  if (S_ISLNK(entry.st_mode)) {
    char target[4096];
    ssize_t length = readlink(there, target, sizeof target - 1);
    if (length < 0) return false;
    target[length] = 0;
    return symlink(target, here) == 0;
  }
  if (S_ISDIR(entry.st_mode)) {
    if (mkdir(here, 0755) != 0) return false;
  } else if (!write_file(here, "", 0)) {
    return false;
  }
  return mount(there, here, NULL, MS_BIND | MS_REC, NULL) == 0;
}

/* Adds a file to a directory by a directory of ours that shows the entries of the other one: a union is refused in a container whose
 * runtime has mounted files there. */
static bool add_by_binds(const char *directory, const char *name, const char *source, const char *number) {
  char tree[300] = "/tmp/tree-";
  if (!extend(tree, 40, number) || mkdir(tree, 0755) != 0) return false;
  int entries = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (entries < 0) return false;
  // What getdents64(2) writes; readdir(3) would allocate memory.
  struct entry {
    uint64_t inode;
    int64_t next;
    unsigned short length;
    unsigned char type;
    char name[];
  };
  _Alignas(struct entry) char buffer[4096];
  ssize_t count;
  bool is_shown = true;
  while (is_shown && (count = syscall(SYS_getdents64, entries, buffer, sizeof buffer)) > 0) {
    for (ssize_t at = 0; is_shown && at < count; at += ((struct entry *)(buffer + at))->length) {
      const char *found = ((struct entry *)(buffer + at))->name;
      if (strcmp(found, ".") != 0 && strcmp(found, "..") != 0) is_shown = show_entry(directory, tree, found);
    }
  }
  close(entries);
  if (!is_shown || count < 0) return false;
  char file[300] = "";
  if (!extend(file, sizeof file, tree) || !extend(file, sizeof file, "/") || !extend(file, sizeof file, name)) return false;
  return rename(source, file) == 0 && mount(tree, directory, NULL, MS_BIND | MS_REC, NULL) == 0;
}

/* Adds a file to a directory that does not have it, and that we may not write to.
 * `number` sets what it makes apart from what is made for other files. */
static bool add_file(const char *path, const char *source, const char *number) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL || slash == path || slash - path >= 200) return false;
  char directory[200];
  memcpy(directory, path, (size_t)(slash - path));
  directory[slash - path] = 0;
  return add_by_union(directory, slash + 1, source, number) || add_by_binds(directory, slash + 1, source, number);
}

/* A descriptor of a file that is where the workshop will cover it; -1 for another file. */
static int open_covered(const char *path) {
  size_t length = sizeof workshop - 1;
  if (strncmp(path, workshop, length) != 0 || path[length] != '/') return -1;
  return open(path, O_PATH | O_CLOEXEC);
}

/* Binds a file over another, which is at a path, or covered and open. */
static bool bind_over(const char *source, const char *path, int covered) {
  if (covered < 0) return mount(source, path, NULL, MS_BIND, NULL) == 0;
  char target[] = "/proc/self/fd/0000000000";
  char *digit = target + sizeof target - 1;
  for (int rest = covered; digit > target + sizeof "/proc/self/fd/" - 1; rest /= 10) *--digit = (char)('0' + rest % 10);
  // The numbers there have no leading zeroes.
  while (*digit == '0' && digit[1] != 0) digit++;
  memmove(target + sizeof "/proc/self/fd/" - 1, digit, strlen(digit) + 1);
  return mount(source, target, NULL, MS_BIND, NULL) == 0;
}

static bool replace_files(const struct hw_file *files, size_t count) {
  if (count == 0) return true;
  int covered[count];
  for (size_t i = 0; i < count; i++) covered[i] = open_covered(files[i].path);
  // What follows makes files with relative names nowhere, so that the program's working directory is of no account.
  if (mount("tmpfs", workshop, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=0755") != 0) return false;
  for (size_t i = 0; i < count; i++) {
    char source[] = "/tmp/file-00";
    source[sizeof source - 3] = (char)('0' + i / 10 % 10);
    source[sizeof source - 2] = (char)('0' + i % 10);
    if (!write_file(source, files[i].bytes, files[i].length)) return false;
    if (bind_over(source, files[i].path, covered[i])) continue;
    if (errno != ENOENT || !add_file(files[i].path, source, source + sizeof source - 3)) return false;
  }
  return umount2(workshop, MNT_DETACH) == 0;
}

/* A script without a first line that names its interpreter is the shell's, as execvp has it. */
static void run_by_shell(const char *path, const struct hw_program *program) {
  size_t count = 0;
  while (program->arguments[count] != NULL) count++;
  char *arguments[count + 2];
  arguments[0] = "/bin/sh";
  arguments[1] = (char *)path;
  for (size_t i = 1; i <= count; i++) arguments[i + 1] = program->arguments[i];
  execve(arguments[0], arguments, program->environment);
}

static _Noreturn void become(const struct hw_program *program, int report) {
  // Numbers below 3 may be those of other descriptors of ours; copies above keep them apart.
  int standard[3];
  for (int i = 0; i < 3; i++) {
    int given = program->standard[i];
    bool is_closed = given >= 0 && given < 3 && standard_closed[given];
    standard[i] = fcntl(is_closed ? -1 : given, F_DUPFD_CLOEXEC, 3);
    if (standard[i] < 0 && errno != EBADF) give_up(report, HW_STEP_DESCRIPTORS);
  }
  if (program->network >= 0 && setns(program->network, CLONE_NEWNET) != 0) give_up(report, HW_STEP_NETWORK);
  if (program->mounts) {
    int step = make_mounts();
    if (step != HW_STEP_NONE) give_up(report, step);
    if (!replace_files(program->files, program->file_count)) give_up(report, HW_STEP_FILES);
  }
  for (int i = 0; i < 3; i++) {
    if (standard[i] < 0) close(i);
    else if (dup2(standard[i], i) < 0) give_up(report, HW_STEP_DESCRIPTORS);
  }
  if (program->directory != NULL && chdir(program->directory) != 0) give_up(report, HW_STEP_DIRECTORY);
  // Numbers are left as they are, since the program may have been told of them (`/dev/fd/63` of a shell's `<(...)`).
  if (!program->inherits) hw_close_inherited();
  close_own_at_exec();
  hw_restore_descriptor_limit();
  restore_signals();
  int error = ENOENT;
  for (const char *const *path = program->candidates; *path != NULL; path++) {
    execve(*path, program->arguments, program->environment);
    if (errno == ENOEXEC) run_by_shell(*path, program);
    // As execvp does: what is not there is passed over, and a refusal is remembered in case nothing better follows.
    if (errno == EACCES) error = EACCES;
    else if (errno != ENOENT && errno != ENOTDIR) {
      error = errno;
      break;
    }
  }
  errno = error;
  give_up(report, HW_STEP_EXEC);
}

/* Goes on as a child of the PID namespace's first process, which collects it: our own parent would not, and whoever does not
 * collect what has ended keeps the namespace from ending. */
static void detach(int report) {
  pid_t process = fork();
  if (process < 0) give_up(report, HW_STEP_FORK);
  if (process > 0) _exit(0);
  setsid();
}

struct errand {
  const struct hw_program *program;
  struct hw_started result;
};

static void *start_in_thread(void *argument) {
  struct errand *errand = argument;
  const struct hw_program *program = errand->program;
  struct hw_started *result = &errand->result;
  *result = (struct hw_started){.process = -1, .step = HW_STEP_FORK};
  int report[2];
  if (pipe2(report, O_CLOEXEC) != 0) {
    result->step = HW_STEP_DESCRIPTORS;
    result->error = errno;
    return NULL;
  }
  // From here on the children of this thread, and only of this one, are born in that namespace.
  if (program->pid_namespace >= 0 && setns(program->pid_namespace, CLONE_NEWPID) != 0) {
    result->step = HW_STEP_PID_NAMESPACE;
    result->error = errno;
    close(report[0]);
    close(report[1]);
    return NULL;
  }
  pid_t process = fork();
  if (process == 0) {
    if (program->is_detached) detach(report[1]);
    become(program, report[1]);
  }
  result->error = errno;
  close(report[1]);
  if (process > 0) {
    struct report failure;
    bool failed = hear(report[0], &failure);
    if (failed) {
      result->step = failure.step;
      result->error = failure.error;
    } else {
      *result = (struct hw_started){.process = process};
    }
    if (failed || program->is_detached)
      while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
  }
  close(report[0]);
  return NULL;
}

struct hw_started hw_start(const struct hw_program *program) {
  struct errand errand = {.program = program};
  pthread_t thread;
  int error = pthread_create(&thread, NULL, start_in_thread, &errand);
  if (error != 0) return (struct hw_started){.process = -1, .step = HW_STEP_FORK, .error = error};
  pthread_join(thread, NULL);
  return errand.result;
}
