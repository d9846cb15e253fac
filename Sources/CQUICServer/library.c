#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

#include "CQUICServer.h"

struct hw_quic_library hw_quic;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *trouble;
static const char *missing;

/* Finds a library and its functions. Returns false if it is not there, or lacks one. */
static bool find(const char *name, const char *const *names, void **pointers[], size_t count) {
  missing = name;
  /* Never unloaded: GnuTLS leaves functions to be called at the end of a thread. */
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  for (size_t i = 0; library && i < count; i++) {
    *pointers[i] = dlsym(library, names[i]);
    if (!*pointers[i]) {
      trouble = dlerror();
      return false;
    }
  }
  if (!library) trouble = dlerror();
  return library != NULL;
}

#define HW_NAME(name) #name,
#define HW_PLACE(name) (void **)&hw_quic.name,
#define FIND(library, list, ...)                                                 \
  static bool find_##list(void) {                                                \
    static const char *const names[] = {list(HW_NAME) __VA_ARGS__};              \
    void **pointers[] = {list(HW_PLACE) HW_MORE_##list};                         \
    return find(library, names, pointers, sizeof names / sizeof *names);         \
  }
#define HW_MORE_HW_NGTCP2
#define HW_MORE_HW_NGTCP2_CRYPTO
#define HW_MORE_HW_GNUTLS (void **)&hw_quic.gnutls_free,
FIND("libgnutls.so.30", HW_GNUTLS, "gnutls_free")
FIND("libngtcp2.so.9", HW_NGTCP2)
FIND("libngtcp2_crypto_gnutls.so.2", HW_NGTCP2_CRYPTO)

static void load(void) {
  if (find_HW_GNUTLS() && find_HW_NGTCP2() && find_HW_NGTCP2_CRYPTO()) missing = NULL;
}

const char *hw_quic_load(const char **library) {
  pthread_once(&once, load);
  *library = missing;
  return missing ? trouble : NULL;
}
