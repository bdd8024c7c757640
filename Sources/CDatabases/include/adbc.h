#ifndef CDATABASES_ADBC_H
#define CDATABASES_ADBC_H

#include <stdint.h>

// What drivers of ADBC take and give: the layouts in memory that its specification fixes for ever, as far as they are used here.
// https://arrow.apache.org/docs/format/CDataInterface.html, https://arrow.apache.org/adbc/current/format/specification.html

/// The type of a column, or of the columns of a table.
struct arrow_schema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t child_count;
  struct arrow_schema **children;
  struct arrow_schema *dictionary;
  void (*release)(struct arrow_schema *);
  void *private_data;
};

/// The values of a column, or of the columns of a table.
struct arrow_array {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t buffer_count;
  int64_t child_count;
  const void **buffers;
  struct arrow_array **children;
  struct arrow_array *dictionary;
  void (*release)(struct arrow_array *);
  void *private_data;
};

/// Tables of the same type, one after the other.
struct arrow_stream {
  int (*get_schema)(struct arrow_stream *, struct arrow_schema *);
  int (*get_next)(struct arrow_stream *, struct arrow_array *);
  const char *(*get_last_error)(struct arrow_stream *);
  void (*release)(struct arrow_stream *);
  void *private_data;
};

/// Why something failed. Of version 1.0: what came with 1.1 is not used.
struct adbc_error {
  char *message;
  int32_t vendor_code;
  char sqlstate[5];
  void (*release)(struct adbc_error *);
  void *private_data;
  void *private_driver;
};

/// A database, a connection or a statement: what a driver keeps of it.
struct adbc_object {
  void *private_data;
  void *private_driver;
};

struct adbc_partitions;

typedef uint8_t adbc_status;

/// What a driver can do, in the order of version 1.1; one of version 1.0 fills the part up to `statement_set_plan`.
struct adbc_driver {
  void *private_data;
  void *private_manager;
  adbc_status (*release)(struct adbc_driver *, struct adbc_error *);
  adbc_status (*database_init)(struct adbc_object *, struct adbc_error *);
  adbc_status (*database_new)(struct adbc_object *, struct adbc_error *);
  adbc_status (*database_set_option)(struct adbc_object *, const char *, const char *, struct adbc_error *);
  adbc_status (*database_release)(struct adbc_object *, struct adbc_error *);
  void *connection_commit;
  void *connection_get_info;
  void *connection_get_objects;
  void *connection_get_table_schema;
  void *connection_get_table_types;
  adbc_status (*connection_init)(struct adbc_object *, struct adbc_object *, struct adbc_error *);
  adbc_status (*connection_new)(struct adbc_object *, struct adbc_error *);
  adbc_status (*connection_set_option)(struct adbc_object *, const char *, const char *, struct adbc_error *);
  void *connection_read_partition;
  adbc_status (*connection_release)(struct adbc_object *, struct adbc_error *);
  void *connection_rollback;
  void *statement_bind;
  void *statement_bind_stream;
  adbc_status (*statement_execute)(struct adbc_object *, struct arrow_stream *, int64_t *, struct adbc_error *);
  void *statement_execute_partitions;
  void *statement_get_parameters;
  adbc_status (*statement_new)(struct adbc_object *, struct adbc_object *, struct adbc_error *);
  adbc_status (*statement_prepare)(struct adbc_object *, struct adbc_error *);
  adbc_status (*statement_release)(struct adbc_object *, struct adbc_error *);
  adbc_status (*statement_set_option)(struct adbc_object *, const char *, const char *, struct adbc_error *);
  adbc_status (*statement_set_query)(struct adbc_object *, const char *, struct adbc_error *);
  void *statement_set_plan;
  void *error_functions[3];
  void *database_options[7];
  adbc_status (*connection_cancel)(struct adbc_object *, struct adbc_error *);
  void *connection_options[9];
  adbc_status (*statement_cancel)(struct adbc_object *, struct adbc_error *);
  void *statement_options[8];
};

/// By which a driver is asked for its functions.
typedef adbc_status (*adbc_driver_init)(int, void *, struct adbc_error *);

#endif
