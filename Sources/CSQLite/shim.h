// Swift cannot call C functions with variable arguments, nor use macros that cast a function
// pointer: each gets one inline twin here.
#ifndef SCHEMAGATE_CSQLITE_SHIM_H
#define SCHEMAGATE_CSQLITE_SHIM_H

#include <sqlite3.h>
#if defined(__linux__)
#include <malloc.h>
#endif

static inline int csqlite_db_config_int(sqlite3 *db, int option, int value, int *result) {
  return sqlite3_db_config(db, option, value, result);
}

static inline int csqlite_config_int(int option, int value) {
  return sqlite3_config(option, value);
}

// SQLite takes its memory from malloc. Some C libraries of Linux have no such setting.
static inline int csqlite_malloc_step(int bytes) {
#if defined(M_TOP_PAD)
  return mallopt(M_TOP_PAD, bytes);
#else
  return 0;
#endif
}

static inline int csqlite_db_config_lookaside(sqlite3 *db, int size, int count) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, size, count);
}

static inline sqlite3_destructor_type csqlite_transient(void) { return SQLITE_TRANSIENT; }

#endif
