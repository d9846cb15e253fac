#pragma once
/* Work in a session of its own. */

/* Runs `body(argument)` in a process of its own session that shares this process's memory and descriptors, and returns 0 when
 * it has returned. Returns -errno, without having called it, where no such process can be made, and the number of the signal
 * if the process was killed.
 *
 * Where the kernel schedules by session (autogroups, sched(7)), the threads of a program that shares our session take the
 * processor from us as if they were ours. No privilege is needed to leave the session, but only a process can do it.
 *
 * The calling thread lends `body` its thread-local storage and waits. It must have blocked all signals, must not have locked
 * anything before (a lock's owner is the number of the kernel's task), and must do nothing but end afterwards. The process has
 * the thread's signal mask, and ends when the thread ends. A stop (SIGSTOP) of the calling process does not stop it. */
int hw_run_apart(void (*body)(void *), void *argument);
