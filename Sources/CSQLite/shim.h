// SQLite, and what Swift cannot take from <sqlite3.h> directly: a function of variable arguments, and a destructor that is
// a number. Everything is `static inline`, so that the module needs no compiled C.

#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <sqlite3.h>

/// Whether texts in double quotes that name no column are taken as strings, which hides misspelt names:
/// https://www.sqlite.org/quirks.html#dblquote
static inline int csqlite_accept_double_quoted_strings(sqlite3 *_Nonnull connection, int accepted) {
  int status = SQLITE_OK;
#ifdef SQLITE_DBCONFIG_DQS_DML
  status = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, accepted, (int *)0);
  if (status == SQLITE_OK) status = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, accepted, (int *)0);
#endif
  return status;
}

#endif
