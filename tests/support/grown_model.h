// Exported models that are grown to a size: a chain of modules below one of theirs, or many decoder layers of two kinds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tracegate::test {

// `bytes` with a chain of `depth` plain modules `a.a.a...` below the module at `path`. The child tables are written out, and the paths are
// short ones, so the file stays small. `block`: the block of facts of each, none where it is negative.
std::string with_chain(std::string_view bytes, std::string_view path, std::size_t depth, int block = -1);

// `bytes`, whose list of layers at `path` holds layers 0 and 1, with `count` layers: copies of these two in turn.
std::string with_layers(std::string_view bytes, std::string_view path, std::size_t count);

}  // namespace tracegate::test
