#define _GNU_SOURCE
#include "namespaces.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

bool hw_has_capability(int capability) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3] = {0};
  if (syscall(SYS_capget, &header, data) != 0) return false;
  return data[CAP_TO_INDEX(capability)].effective & CAP_TO_MASK(capability);
}

int hw_open_network_namespace(void) { return open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC); }

int hw_open_user_namespace(void) { return open("/proc/thread-self/ns/user", O_RDONLY | O_CLOEXEC); }

int hw_new_network_namespace(void) {
  if (unshare(CLONE_NEWNET) != 0) return -1;
  return hw_open_network_namespace();
}

int hw_enter_network_namespace(int descriptor) { return setns(descriptor, CLONE_NEWNET); }

int hw_enter_user_namespace(int descriptor) { return setns(descriptor, CLONE_NEWUSER); }

int hw_owning_user_namespace(int descriptor) { return ioctl(descriptor, NS_GET_USERNS); }

int hw_new_user_namespace(void) { return unshare(CLONE_NEWUSER); }

bool hw_same_file(int a, int b) {
  struct stat left, right;
  if (fstat(a, &left) != 0 || fstat(b, &right) != 0) return false;
  return left.st_dev == right.st_dev && left.st_ino == right.st_ino;
}
