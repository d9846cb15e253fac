#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/provider.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// EVP_PKEY_Q_keygen takes a variable number of arguments, which Swift cannot pass.
static inline EVP_PKEY *headwind_generate_p256(OSSL_LIB_CTX *library) {
  return EVP_PKEY_Q_keygen(library, NULL, "EC", "P-256");
}

// A private key as PKCS #8, as the i2d functions encode: *out receives memory that the caller frees.
static inline int headwind_encode_pkcs8(const EVP_PKEY *key, unsigned char **out) {
  PKCS8_PRIV_KEY_INFO *info = EVP_PKEY2PKCS8(key);
  int count = info ? i2d_PKCS8_PRIV_KEY_INFO(info, out) : -1;
  PKCS8_PRIV_KEY_INFO_free(info);
  return count;
}

// Receives a PrivateKeyInfo, or an EncryptedPrivateKeyInfo, in DER.
typedef void (*headwind_key_receiver)(void *context, const unsigned char *der, int count, int is_encrypted);

// A library context for reading PKCS #12 files, whose ciphers can be old: RC2 with 40 bits is in OpenSSL's legacy provider. NULL where memory
// gives out; without that provider, the other ciphers are read.
static inline OSSL_LIB_CTX *headwind_new_pkcs12_library(void) {
  OSSL_LIB_CTX *library = OSSL_LIB_CTX_new();
  if (!library) return NULL;
  OSSL_PROVIDER_load(library, "default");
  OSSL_PROVIDER_load(library, "legacy");
  ERR_clear_error();
  return library;
}

// Tells the keys in the bags of a safe.
static inline void headwind_safe_keys(
    const STACK_OF(PKCS12_SAFEBAG) *bags, headwind_key_receiver receive, void *context) {
  for (int i = 0; i < sk_PKCS12_SAFEBAG_num(bags); i++) {
    const PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, i);
    unsigned char *der = NULL;
    int length = 0, is_encrypted = 0;
    switch (PKCS12_SAFEBAG_get_nid(bag)) {
      case NID_keyBag:
        length = i2d_PKCS8_PRIV_KEY_INFO(PKCS12_SAFEBAG_get0_p8inf(bag), &der);
        break;
      case NID_pkcs8ShroudedKeyBag:
        length = i2d_X509_SIG(PKCS12_SAFEBAG_get0_pkcs8(bag), &der);
        is_encrypted = 1;
        break;
    }
    if (length > 0) receive(context, der, length, is_encrypted);
    OPENSSL_free(der);
  }
}

enum headwind_pkcs12_result {
  HEADWIND_PKCS12_BROKEN,
  HEADWIND_PKCS12_READ,
  // A safe that is encrypted as a whole was passed over, or does not open with the password.
  HEADWIND_PKCS12_LOCKED,
};

// Tells the keys of a PKCS #12 file: those in safes that are not encrypted, and if a password is given those in the others. The stacks of
// OpenSSL are macros.
static inline enum headwind_pkcs12_result headwind_pkcs12_keys(
    OSSL_LIB_CTX *library, const unsigned char *bytes, long count, const char *password, int password_length,
    headwind_key_receiver receive, void *context) {
  // The file's parts inherit the library context.
  PKCS12 *file = PKCS12_init_ex(NID_pkcs7_data, library, NULL);
  if (file && !d2i_PKCS12(&file, &bytes, count)) file = NULL;
  STACK_OF(PKCS7) *safes = file ? PKCS12_unpack_authsafes(file) : NULL;
  enum headwind_pkcs12_result result = safes ? HEADWIND_PKCS12_READ : HEADWIND_PKCS12_BROKEN;
  for (int i = 0; result != HEADWIND_PKCS12_BROKEN && i < sk_PKCS7_num(safes); i++) {
    PKCS7 *safe = sk_PKCS7_value(safes, i);
    STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
    if (PKCS7_type_is_data(safe)) {
      bags = PKCS12_unpack_p7data(safe);
      if (!bags) result = HEADWIND_PKCS12_BROKEN;
    } else if (PKCS7_type_is_encrypted(safe)) {
      if (password) bags = PKCS12_unpack_p7encdata(safe, password, password_length);
      if (!bags) result = HEADWIND_PKCS12_LOCKED;
    }
    headwind_safe_keys(bags, receive, context);
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
  }
  sk_PKCS7_pop_free(safes, PKCS7_free);
  PKCS12_free(file);
  ERR_clear_error();
  return result;
}
