// What a user wants to try: `PATH.attr=VALUE` as an edit of one fact.
#pragma once

#include <stdexcept>
#include <string>

#include "analyzer/gate/gate.h"
#include "ir/graph/graph_edit.h"

namespace tracegate::analyzer {

// The message says what is wrong and what is near.
class WhatIfError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// `word`: "decoder.config.fp8=None", "run.cp=2", a path below the language model or a whole one. VALUE: None, True, False, a number, a
// quoted or plain text, `absent`, or a typed value of the dialect ("dtype:bfloat16"). Throws WhatIfError.
ir::Edit parse_what_if(const std::string& word, const ir::ModuleGraph& graph, const GateReport& report);

}  // namespace tracegate::analyzer
