#ifndef SCHEMAGATE_CCRYPTO_SHIM_H
#define SCHEMAGATE_CCRYPTO_SHIM_H

#include <openssl/evp.h>

#endif
