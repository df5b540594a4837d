// The facts that a caller can say of a run (`RunFact` of ir/run/run.proto), in the order in which they are told. All are whole numbers.
//
// The exporter has the names in tools/export/tracegate_export/run.py.
#pragma once

#include <array>
#include <string_view>

namespace tracegate::ir {

struct FactOfRun {
  std::string_view name;
  std::string_view help;  // with its unit
};

inline constexpr std::array<FactOfRun, 5> kFactsOfRun = {{
    {"tp", "tensor-parallel ranks of the run"},
    {"cp", "context-parallel ranks of the run"},
    {"pp", "pipeline-parallel ranks of the run"},
    {"hidden_size", "hidden size of the run, in elements"},
    {"parameter_bytes", "bytes a parameter, as the planner counts them"},
}};

}  // namespace tracegate::ir
