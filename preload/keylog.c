/* Makes programs log the secrets of their TLS connections (RFC 9850) although they do not read SSLKEYLOGFILE.
 *
 * The dynamic linker loads this library before the program (LD_PRELOAD, ld.so(8)). It stands before the functions of libssl that make a
 * context or a connection, and sets the context's callback for secrets. OpenSSL since 1.1.1 and BoringSSL have that callback. What the
 * program asks of libssl is done as it asks; a callback of its own is called, too.
 *
 * It is linked with no library, not even with libc, so that it works with the libc that the program has. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Types of libssl, which are used as pointers only. */
typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_st SSL;
typedef struct ssl_method_st SSL_METHOD;
typedef void (*key_log_callback)(const SSL *connection, const char *line);

#define EXPORTED __attribute__((visibility("default")))

// MARK: - The file

/* Kept from the start, because programs such as nginx clear their environment. */
static char path[4096];
/* A daemon may give up the right to open the file, so it stays open. */
static atomic_int file = -1;
static dev_t device;
static ino_t number;

__attribute__((constructor)) static void keep_path(void) {
  const char *value = getenv("HEADWIND_KEY_LOG");
  if (value != NULL && strlen(value) < sizeof path) strcpy(path, value);
}

/* A program that closes every descriptor may have opened another file under the number. */
static int is_ours(int descriptor) {
  struct stat status;
  return descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_dev == device && status.st_ino == number;
}

/* The open file, or -1. The file is never created: it is gone when the link is gone. */
static int key_log(void) {
  int descriptor = atomic_load(&file);
  if (is_ours(descriptor)) return descriptor;
  if (path[0] == 0) return -1;
  int opened = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW);
  struct stat status;
  if (opened < 0) return -1;
  // Programs expect the lowest numbers for what they open themselves.
  descriptor = fcntl(opened, F_DUPFD_CLOEXEC, 200);
  if (descriptor < 0) descriptor = opened;
  else close(opened);
  if (fstat(descriptor, &status) == 0) {
    device = status.st_dev;
    number = status.st_ino;
    atomic_store(&file, descriptor);
  }
  return descriptor;
}

/* One write for each line, so that lines of several threads and processes do not mix. */
static void write_line(const char *line) {
  int code = errno;
  struct iovec parts[2] = {{.iov_base = (void *)line, .iov_len = strlen(line)}, {.iov_base = "\n", .iov_len = 1}};
  int descriptor = key_log();
  if (descriptor >= 0) {
    ssize_t written = writev(descriptor, parts, 2);
    (void)written;
  }
  errno = code;
}

// MARK: - The functions of libssl

/* The function of libssl that this thread is in, on its way through one of ours. */
static _Thread_local const void *inside __attribute__((tls_model("initial-exec")));

static const void *base_of(const void *address) {
  Dl_info object;
  return dladdr(address, &object) != 0 ? object.dli_fbase : NULL;
}

/* Where this library begins in memory. */
static const void *own_base(void) { return base_of((const void *)own_base); }

/* Finds a function in the libssl that the caller is linked with, or that it is.
 *
 * A libssl that was loaded for a plug-in only (Python's ssl module, for example) is not among the libraries that RTLD_NEXT searches,
 * and a program may have two of them. So the caller's own libraries are searched first. */
static void *libssl(const void *caller, const char *name) {
  // Where libssl's last act is to call another function of libssl, that function returns to us.
  if (base_of(caller) == own_base() && inside != NULL) caller = inside;
  Dl_info object;
  void *function = NULL;
  if (dladdr(caller, &object) != 0 && object.dli_fname != NULL && object.dli_fname[0] == '/') {
    // This loads nothing.
    void *library = dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    if (library != NULL) {
      function = dlsym(library, name);
      dlclose(library);
    }
  }
  // What is found for the program itself may be the functions below.
  if (function == NULL || base_of(function) == own_base()) function = dlsym(RTLD_NEXT, name);
  return function;
}

// MARK: - Callbacks of the program's own

enum { MOST_CALLBACKS = 1024 };

/* The contexts for which the program has set a callback. Nothing is locked, because a process that is forked while another thread holds
 * a lock would wait for ever. A context stays in its place: the next one at the same address takes that again. */
static struct {
  _Atomic(SSL_CTX *) context;
  _Atomic(key_log_callback) callback;
} own_callbacks[MOST_CALLBACKS];

static key_log_callback own_callback(const SSL_CTX *context) {
  for (int i = 0; i < MOST_CALLBACKS; i++) {
    const SSL_CTX *other = atomic_load(&own_callbacks[i].context);
    if (other == context) return atomic_load(&own_callbacks[i].callback);
    if (other == NULL) return NULL;
  }
  return NULL;
}

/* Remembers a callback, or forgets that of the context if it is NULL. False if there is no room. */
static int remember(SSL_CTX *context, key_log_callback callback) {
  for (int i = 0; i < MOST_CALLBACKS; i++) {
    SSL_CTX *other = atomic_load(&own_callbacks[i].context);
    if (other == NULL && callback == NULL) return 1;
    // If another thread takes the place first, `other` is its context.
    if (other == NULL && atomic_compare_exchange_strong(&own_callbacks[i].context, &other, context)) other = context;
    if (other != context) continue;
    atomic_store(&own_callbacks[i].callback, callback);
    return 1;
  }
  return callback == NULL;
}

/* What libssl calls for each secret. */
static void log_secret(const SSL *connection, const char *line) {
  write_line(line);
  SSL_CTX *(*context_of)(const SSL *) = libssl(__builtin_return_address(0), "SSL_get_SSL_CTX");
  key_log_callback callback = context_of == NULL ? NULL : own_callback(context_of(connection));
  if (callback != NULL) callback(connection, line);
}

/* Sets our callback, and keeps one that the program has set without our knowledge. */
static void watch(SSL_CTX *context, const void *caller) {
  void (*set)(SSL_CTX *, key_log_callback) = libssl(caller, "SSL_CTX_set_keylog_callback");
  key_log_callback (*get)(const SSL_CTX *) = libssl(caller, "SSL_CTX_get_keylog_callback");
  if (context == NULL || set == NULL || get == NULL) return;
  key_log_callback current = get(context);
  if (current == log_secret) return;
  if (current != NULL && !remember(context, current)) return;
  int code = errno;
  // A daemon opens the file while it still may.
  key_log();
  errno = code;
  set(context, log_secret);
}

/* The same for a new context, whose memory may have been another's. */
static void begin(SSL_CTX *context, const void *caller) {
  if (context == NULL) return;
  remember(context, NULL);
  watch(context, caller);
}

// MARK: - What stands before libssl

EXPORTED SSL_CTX *SSL_CTX_new(const SSL_METHOD *method) {
  const void *caller = __builtin_return_address(0);
  SSL_CTX *(*make)(const SSL_METHOD *) = libssl(caller, "SSL_CTX_new");
  const void *outside = inside;
  inside = (const void *)make;
  SSL_CTX *context = make == NULL ? NULL : make(method);
  inside = outside;
  begin(context, caller);
  return context;
}

/* OpenSSL 3. */
EXPORTED SSL_CTX *SSL_CTX_new_ex(void *library, const char *properties, const SSL_METHOD *method) {
  const void *caller = __builtin_return_address(0);
  SSL_CTX *(*make)(void *, const char *, const SSL_METHOD *) = libssl(caller, "SSL_CTX_new_ex");
  const void *outside = inside;
  inside = (const void *)make;
  SSL_CTX *context = make == NULL ? NULL : make(library, properties, method);
  inside = outside;
  begin(context, caller);
  return context;
}

/* A context that was made without our knowledge is met here at the latest. */
EXPORTED SSL *SSL_new(SSL_CTX *context) {
  const void *caller = __builtin_return_address(0);
  watch(context, caller);
  SSL *(*make)(SSL_CTX *) = libssl(caller, "SSL_new");
  return make == NULL ? NULL : make(context);
}

EXPORTED void SSL_CTX_set_keylog_callback(SSL_CTX *context, key_log_callback callback) {
  void (*set)(SSL_CTX *, key_log_callback) = libssl(__builtin_return_address(0), "SSL_CTX_set_keylog_callback");
  if (set == NULL) return;
  // Where there is no room for another callback, the program's goes before ours.
  set(context, remember(context, callback) ? log_secret : callback);
}

EXPORTED key_log_callback SSL_CTX_get_keylog_callback(const SSL_CTX *context) {
  key_log_callback (*get)(const SSL_CTX *) = libssl(__builtin_return_address(0), "SSL_CTX_get_keylog_callback");
  key_log_callback current = get == NULL ? NULL : get(context);
  return current == log_secret ? own_callback(context) : current;
}
