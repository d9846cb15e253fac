#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
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

// Tells the keys of a PKCS #12 file, which are in the safes that are not encrypted as a whole. The stacks of OpenSSL are macros.
// Returns 0 if the file is broken.
static inline int headwind_pkcs12_keys(
    const unsigned char *bytes, long count, headwind_key_receiver receive, void *context) {
  PKCS12 *file = d2i_PKCS12(NULL, &bytes, count);
  STACK_OF(PKCS7) *safes = file ? PKCS12_unpack_authsafes(file) : NULL;
  int is_sound = safes != NULL;
  for (int i = 0; is_sound && i < sk_PKCS7_num(safes); i++) {
    PKCS7 *safe = sk_PKCS7_value(safes, i);
    if (!PKCS7_type_is_data(safe)) continue;
    STACK_OF(PKCS12_SAFEBAG) *bags = PKCS12_unpack_p7data(safe);
    is_sound = bags != NULL;
    for (int j = 0; is_sound && j < sk_PKCS12_SAFEBAG_num(bags); j++) {
      const PKCS12_SAFEBAG *bag = sk_PKCS12_SAFEBAG_value(bags, j);
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
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
  }
  sk_PKCS7_pop_free(safes, PKCS7_free);
  PKCS12_free(file);
  ERR_clear_error();
  return is_sound;
}
