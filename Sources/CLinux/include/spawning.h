#pragma once
/* Processes that cannot outlive their maker, and the program under test. Everything between fork and exec is here
 * because only async-signal-safe calls are allowed there. */
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "control.h"

/* pipe2(2) with both ends closed at exec: the read end first. */
int hw_pipe(int ends[2]);

/* fork(2), for a process of one thread. */
pid_t hw_fork(void);

/* Has the kernel kill the calling process when the thread that started it ends; false if `parent` is gone already. */
bool hw_die_with_parent(pid_t parent);

/* Has the kernel continue the calling process, should it be stopped, when the thread that started it ends. */
void hw_continue_without_parent(void);

/* The signal dispositions and mask as the process inherited them; to be called first, before anything changes them. */
void hw_remember_signals(void);

/* Has a write beyond the limit on the size of files (RLIMIT_FSIZE) fail with EFBIG instead of ending the process by SIGXFSZ. What the
 * process starts has the signal as it was. Calls hw_remember_signals. */
void hw_outlive_file_size_limit(void);

/* Remembers the descriptors that the process inherited, and puts /dev/null where one of the first three is closed; to be called
 * first, before anything opens one. */
void hw_remember_descriptors(void);

/* Closes what hw_remember_descriptors saw: for a process that outlives whoever is waiting at the other end of a pipe. */
void hw_close_inherited(void);

/* A file that a program sees in place of the one of that path. */
struct hw_file {
  const char *path;
  const void *bytes;
  size_t length;
};

/* The step at which a program could not be started. */
enum hw_step {
  HW_STEP_NONE = 0,
  HW_STEP_DESCRIPTORS,
  HW_STEP_NULL_DEVICE,
  HW_STEP_PID_NAMESPACE,
  HW_STEP_FORK,
  HW_STEP_NETWORK,
  HW_STEP_MOUNT,
  HW_STEP_PROC,
  HW_STEP_FILES,
  HW_STEP_DIRECTORY,
  HW_STEP_EXEC,
};

/* What became of an attempt to start a process. */
struct hw_started {
  pid_t process; /* -1 if it was not started */
  int step;      /* where it failed */
  int error;     /* why */
};

/* How many files the first process of a PID namespace can be told to remove. */
enum { HW_LEFTOVERS = 3 };

/* How to start the first process of a PID namespace. */
struct hw_init {
  int lifeline[2]; /* a pipe: the read end, and the write end, which is to stay with the caller */
  int network;     /* the network namespace of the programs, or -1: it enters that and sees the same /proc as they */
  const struct hw_socket_file *leftovers[HW_LEFTOVERS]; /* the files to remove when the caller has ended, or NULL */
};

/* Starts the first process of a new PID namespace.
 *
 * It does nothing but collect orphans, and it ends when the write end of `lifeline` is closed; one that has nothing to remove
 * is also killed by the kernel when the calling thread ends. With it goes everything that lives in its PID namespace. */
struct hw_started hw_start_init(const struct hw_init *init);

/* How to start a program. */
struct hw_program {
  int network;       /* a descriptor of its network namespace, or -1 for the caller's */
  int pid_namespace; /* a descriptor of its PID namespace, or -1 for the caller's */
  int standard[3];   /* what becomes its descriptors 0, 1, 2 */
  int mounts;        /* whether it gets a mount namespace with its own /proc and `files` */
  const struct hw_file *files;
  size_t file_count;
  int inherits;    /* whether it gets the descriptors that hw_remember_descriptors saw */
  int is_detached; /* whether it goes on by itself, in a session of its own, until its PID namespace ends */
  const char *directory; /* where it starts, or NULL for the caller's working directory */
  const char *const *candidates; /* the paths to try to execute, in order, ending with NULL */
  char *const *arguments;
  char *const *environment;
};

/* Starts the program from a thread of its own, so that the caller's namespaces stay as they are. The program has the
 * signal dispositions and mask that hw_remember_signals saw, and of our descriptors only its
 * three and those that it inherits, under their numbers. A detached one is no child of ours. */
struct hw_started hw_start(const struct hw_program *program);

/* A signal that was taken. */
struct hw_signal {
  int number;
  int from_kernel; /* sent by the kernel (the terminal, say) rather than by a process */
};

/* Holds back every signal that a process can be asked to stop, end or look up with, for all threads made from here on,
 * and returns a descriptor from which hw_next_signal takes them. Calls hw_remember_signals and hw_remember_descriptors. */
int hw_hold_signals(void);

/* Takes the next signal; 1 if there was one, 0 if not, -1 with errno. Does not wait. */
int hw_next_signal(int descriptor, struct hw_signal *signal);

/* Ends the calling process by a signal, as a program that was killed by it ends, but writes no core. */
void hw_die_of(int signal);

/* How a child ended, from waitpid's status. */
int hw_exit_status(int status); /* its exit status, or -1 */
int hw_end_signal(int status);  /* the signal that killed it, or 0 */
int hw_stop_signal(int status); /* the signal that stopped it, or 0 */
