// The two ways in which work that was asked for ends without an answer.
//
// Thrown where the fault is seen, caught once, in main, or where a file becomes an entry of a report. The message is one line: what is
// wrong, where (a file, an offset, a node, a flag), what would be right.
#pragma once

#include <stdexcept>

namespace tracegate {

// What the caller wrote is wrong: a flag, a profile, a wave, a fact that contradicts the file. Exit code 2.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The call is right, and there is no answer: a file that cannot be read. Exit code 3.
class Undecidable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tracegate

namespace tracegate::ir {

// A file that a reader cannot read; all that a reader throws.
class ReadError : public Undecidable {
 public:
  using Undecidable::Undecidable;
};

}  // namespace tracegate::ir
