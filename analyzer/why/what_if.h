// What a user wants to try: `PATH.attr=VALUE` as an edit of one fact.
#pragma once

#include <string>

#include "analyzer/gate/gate.h"
#include "ir/graph/graph_edit.h"

namespace tracegate::analyzer {

// `word`: "decoder.config.fp8=None", "run.cp=2", a path below the language model or a whole one. VALUE: None, True, False, a number, a
// quoted or plain text, `absent`, or a typed value of the dialect ("dtype:bfloat16"). Throws UsageError: what is wrong and
// what is near.
ir::Edit parse_what_if(const std::string& word, const ir::ModuleGraph& graph, const GateReport& report);

}  // namespace tracegate::analyzer
