/* Runs a program to its end and says what it took: seconds, seconds of processor time, the most memory in KiB, and the status
 * of waitpid(2).
 *
 *     launcher OUTPUT PROGRAM [ARGUMENT ...]
 *
 * A program's ru_maxrss begins with what the process that starts it has in memory at the exec, so whoever measures must be
 * small, and a benchmark that has read captures is not. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

int main(int count, char **words) {
  if (count < 3) return 2;
  double start = now();
  pid_t child = fork();
  if (child < 0) return 1;
  if (child == 0) {
    int output = open(words[1], O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int null = open("/dev/null", O_WRONLY);
    if (output < 0 || null < 0 || dup2(output, 1) < 0 || dup2(null, 2) < 0) _exit(126);
    execvp(words[2], words + 2);
    _exit(127);
  }
  int status;
  struct rusage usage;
  while (wait4(child, &status, 0, &usage) < 0)
    if (errno != EINTR) return 1;
  printf("%.6f %.6f %ld %d\n", now() - start, seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss, status);
  return 0;
}
