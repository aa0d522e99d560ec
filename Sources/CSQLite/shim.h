// Swift cannot call C functions with variable arguments, nor use macros that cast a function
// pointer: each gets one inline twin here.
#ifndef SCHEMAGATE_CSQLITE_SHIM_H
#define SCHEMAGATE_CSQLITE_SHIM_H

#include <sqlite3.h>

static inline int csqlite_db_config_int(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

#endif
