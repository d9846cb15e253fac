#define _GNU_SOURCE
#include "spawning.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
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

// What our parent ignores is no business of a helper: pasta takes a SIGPIPE that is already ignored for a failure.
static void default_signals(void) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

int hw_hold_signals(void) {
  hw_remember_signals();
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

/* Older kernels and C libraries lack close_range; then every number that can be open is tried. */
static void close_from(int first) {
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
  long limit = sysconf(_SC_OPEN_MAX);
  for (int descriptor = first; descriptor < limit; descriptor++) close(descriptor);
}

bool hw_die_with_parent(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It may have ended before the call; then somebody else is our parent now.
  return getppid() == parent;
}

// MARK: - The first process of a PID namespace

static _Noreturn void collect_orphans(int lifeline) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "headwind-init");
  // A new session: the terminal's signals and its hang-up are the program's business, not ours.
  setsid();
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  // Orphans of the namespace become our children; ignoring SIGCHLD makes the kernel collect them.
  signal(SIGCHLD, SIG_IGN);
  dup2(lifeline, 0);
  int null = open("/dev/null", O_RDWR);
  dup2(null, 1);
  dup2(null, 2);
  close_from(3);
  if (chdir("/") != 0) _exit(1);
  // The lifeline covers a parent that died before the death signal was asked for: its end of the pipe is closed then.
  char byte;
  while (read(0, &byte, 1) < 0 && errno == EINTR) continue;
  _exit(0);
}

pid_t hw_start_init(int lifeline_read, int lifeline_write) {
  // The raw call, because only it takes namespaces; the child makes nothing but system calls.
  pid_t process = (pid_t)syscall(SYS_clone, CLONE_NEWPID | SIGCHLD, 0, 0, 0, 0);
  if (process != 0) return process;
  close(lifeline_write);
  collect_orphans(lifeline_read);
}

// MARK: - A program

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

/* Where the file system that holds the program's own files is mounted, for as long as it takes to bind them in place.
 * Every Linux has this directory, and nothing that `exec` needs lives there. */
static const char workshop[] = "/tmp";

/* A path that is missing, or a link to nowhere, cannot be bound over: then a union of the directory and the file, in
 * which the directory on disk stays as it is, takes the directory's place. */
static bool add_through_union(const char *path, const char *source) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL || slash == path || slash - path >= 200) return false;
  char directory[200], options[512], upper[300];
  memcpy(directory, path, (size_t)(slash - path));
  directory[slash - path] = 0;
  if (mkdir("/tmp/upper", 0755) != 0 || mkdir("/tmp/work", 0755) != 0) return false;
  strcpy(upper, "/tmp/upper");
  strcat(upper, slash);
  if (rename(source, upper) != 0) return false;
  strcpy(options, "lowerdir=");
  strcat(options, directory);
  strcat(options, ",upperdir=/tmp/upper,workdir=/tmp/work");
  return mount("overlay", directory, "overlay", 0, options) == 0;
}

static bool replace_files(const struct hw_file *files, size_t count) {
  if (count == 0) return true;
  // What follows makes files with relative names nowhere, so that the program's working directory is of no account.
  if (mount("tmpfs", workshop, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=0755") != 0) return false;
  for (size_t i = 0; i < count; i++) {
    char source[] = "/tmp/file-00";
    source[sizeof source - 3] = (char)('0' + i / 10 % 10);
    source[sizeof source - 2] = (char)('0' + i % 10);
    if (!write_file(source, files[i].bytes, files[i].length)) return false;
    if (mount(source, files[i].path, NULL, MS_BIND, NULL) == 0) continue;
    if (errno != ENOENT || !add_through_union(files[i].path, source)) return false;
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

/* Makes every capability that we have survive exec: they must be inheritable before they can be ambient. */
static bool keep_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
  if (syscall(SYS_capget, &header, data) != 0) return false;
  for (int word = 0; word < _LINUX_CAPABILITY_U32S_3; word++) data[word].inheritable = data[word].permitted;
  if (syscall(SYS_capset, &header, data) != 0) return false;
  for (int capability = 0; capability <= CAP_LAST_CAP; capability++) {
    if (!(data[CAP_TO_INDEX(capability)].permitted & CAP_TO_MASK(capability))) continue;
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability, 0, 0) != 0) return false;
  }
  return true;
}

static _Noreturn void become(const struct hw_program *program, int report) {
  // Numbers below 3 may be those of other descriptors of ours; copies above keep them apart.
  int standard[3];
  for (int i = 0; i < 3; i++) {
    standard[i] = fcntl(program->standard[i], F_DUPFD_CLOEXEC, 3);
    if (standard[i] < 0 && errno != EBADF) give_up(report, HW_STEP_FILES);
  }
  if (program->network >= 0 && setns(program->network, CLONE_NEWNET) != 0) give_up(report, HW_STEP_NETWORK);
  if (program->mounts) {
    if (unshare(CLONE_NEWNS) != 0) give_up(report, HW_STEP_MOUNT);
    // A slave sees what the host mounts later and shows the host nothing.
    if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0) give_up(report, HW_STEP_MOUNT);
    // Where /proc is partly hidden (containers) the kernel refuses; the outer /proc still serves.
    if (program->pid_namespace >= 0 && mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0
        && errno != EPERM)
      give_up(report, HW_STEP_PROC);
    if (!replace_files(program->files, program->file_count)) give_up(report, HW_STEP_FILES);
  }
  for (int i = 0; i < 3; i++) {
    if (standard[i] < 0) close(i);
    else if (dup2(standard[i], i) < 0) give_up(report, HW_STEP_FILES);
  }
  if (program->is_helper && !keep_capabilities()) give_up(report, HW_STEP_CAPABILITIES);
  // Only the report survives up to exec, where it is closed; nothing else is the program's.
  if (report != 3) {
    if (dup3(report, 3, O_CLOEXEC) != 3) give_up(report, HW_STEP_FILES);
    report = 3;
  }
  close_from(4);
  if (program->is_helper) default_signals();
  else restore_signals();
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
  if (process == 0) become(program, report[1]);
  result->error = errno;
  close(report[1]);
  if (process > 0) {
    struct report failure;
    ssize_t length;
    do length = read(report[0], &failure, sizeof failure);
    while (length < 0 && errno == EINTR);
    if (length == (ssize_t)sizeof failure) {
      result->step = failure.step;
      result->error = failure.error;
      while (waitpid(process, NULL, 0) < 0 && errno == EINTR) continue;
    } else {
      *result = (struct hw_started){.process = process};
    }
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
