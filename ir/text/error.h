// What a reader says of a file that it cannot read.
//
// One exception type, thrown where the fault is seen and caught once, where a file becomes a report entry. The message is one line: what
// is wrong, where (an offset or a node), what would be right.
#pragma once

#include <stdexcept>
#include <string>

namespace tracegate::ir {

class ReadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tracegate::ir
