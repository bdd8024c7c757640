#ifndef CTOML_H
#define CTOML_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What toml++ makes of TOML, as JSON in UTF-8: https://marzer.github.io/tomlplusplus/. Days and times are texts, and what is no number or
/// infinite is null.
///
/// Gives what free(3) lets go of; NULL for what is no TOML, with the line and column, counted from 1, at which that shows.
char *ctoml_json(const char *text, size_t length, size_t *line, size_t *column);

#ifdef __cplusplus
}
#endif

#endif
