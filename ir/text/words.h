// Numbers, lists and typed values as people read them. Independent of locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tracegate::ir {

// "1 layer", "3 layers"; `nouns` where the plural is no "s".
std::string plural(std::uint64_t count, std::string_view noun, std::string_view nouns = {});

// "a, b and c"; `last` in place of "and".
std::string enumerate(const std::vector<std::string>& items, std::string_view last = "and");

// "a, b and 3 more": at most `most` items.
std::string some_of(std::vector<std::string> items, std::size_t most);

// "0-2, 4-6, 8": runs of ascending numbers. At most `most` runs, "..." behind them where there are more; 0: all.
std::string runs(const std::vector<std::uint64_t>& numbers, std::size_t most = 0);

// A whole number with a comma behind each three digits.
std::string grouped(std::int64_t number);

// 5843271680 bytes as "5.44 GiB"; below a GiB in MiB, below a MiB in KiB with one digit, below a KiB in bytes.
std::string in_units(std::int64_t bytes);

// A typed value of a file: "str:full" as `str "full"`, "int:2" as "int 2".
std::string typed_in_words(std::string_view value);

}  // namespace tracegate::ir
