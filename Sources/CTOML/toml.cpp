// A header alone, without exceptions and without streams: nobody who runs the program needs a library for it.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_WINDOWS_COMPAT 0
#include <toml++/toml.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "include/ctoml.h"

namespace {

void write(std::string &json, std::string_view text) {
  json += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || c == '"' || c == '\\') {
      char escaped[8];
      std::snprintf(escaped, sizeof escaped, "\\u%04x", byte);
      json += escaped;
    } else {
      json += c;
    }
  }
  json += '"';
}

void write(std::string &json, const toml::date &date) {
  char text[32];
  std::snprintf(text, sizeof text, "%04u-%02u-%02u", date.year, date.month, date.day);
  json += text;
}

void write(std::string &json, const toml::time &time) {
  char text[32];
  std::snprintf(text, sizeof text, "%02u:%02u:%02u.%09u", time.hour, time.minute, time.second, time.nanosecond);
  json += text;
}

// As deep as toml++ lets values lie in one another.
void write(std::string &json, const toml::node &node) {
  if (const auto *table = node.as_table()) {
    json += '{';
    bool is_first = true;
    for (const auto &[key, value] : *table) {
      if (!is_first) json += ',';
      is_first = false;
      write(json, key.str());
      json += ':';
      write(json, value);
    }
    json += '}';
  } else if (const auto *array = node.as_array()) {
    json += '[';
    bool is_first = true;
    for (const auto &value : *array) {
      if (!is_first) json += ',';
      is_first = false;
      write(json, value);
    }
    json += ']';
  } else if (const auto *text = node.as_string()) {
    write(json, std::string_view(text->get()));
  } else if (const auto *number = node.as_integer()) {
    json += std::to_string(number->get());
  } else if (const auto *number = node.as_floating_point()) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.17g", number->get());
    json += std::isfinite(number->get()) ? digits : "null";
  } else if (const auto *truth = node.as_boolean()) {
    json += truth->get() ? "true" : "false";
  } else if (const auto *date = node.as_date()) {
    json += '"';
    write(json, date->get());
    json += '"';
  } else if (const auto *time = node.as_time()) {
    json += '"';
    write(json, time->get());
    json += '"';
  } else if (const auto *moment = node.as_date_time()) {
    json += '"';
    write(json, moment->get().date);
    json += 'T';
    write(json, moment->get().time);
    json += '"';
  } else {
    json += "null";
  }
}

}  // namespace

char *ctoml_json(const char *text, size_t length, size_t *line, size_t *column) {
  const toml::parse_result result = toml::parse(std::string_view(text, length));
  if (!result) {
    *line = result.error().source().begin.line;
    *column = result.error().source().begin.column;
    return nullptr;
  }
  std::string json;
  write(json, result.table());
  return strdup(json.c_str());
}
