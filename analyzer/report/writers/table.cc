#include "analyzer/report/writers/table.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "analyzer/report/json/json.h"
#include "analyzer/report/writers/capacity_text.h"
#include "analyzer/report/writers/check_text.h"
#include "analyzer/report/writers/concise.h"
#include "analyzer/report/writers/explain_markdown.h"
#include "analyzer/report/writers/explain_text.h"
#include "analyzer/report/writers/price_text.h"
#include "analyzer/report/writers/tree_dot.h"
#include "analyzer/report/writers/tree_mermaid.h"
#include "analyzer/report/writers/tree_text.h"
#include "analyzer/report/writers/why_text.h"

namespace tracegate::analyzer {
namespace {

constexpr std::array kWriters = {
    Writer{ReportKind::kCheck, "text", write_check_text},
    Writer{ReportKind::kCheck, "concise", write_concise},
    Writer{ReportKind::kCheck, "json", write_json},
    Writer{ReportKind::kPrice, "text", write_price_text},
    Writer{ReportKind::kPrice, "json", write_json},
    Writer{ReportKind::kCapacity, "text", write_capacity_text},
    Writer{ReportKind::kCapacity, "json", write_json},
    Writer{ReportKind::kWhy, "text", write_why_text},
    Writer{ReportKind::kWhy, "json", write_json},
    Writer{ReportKind::kGraph, "text", write_tree_text},
    Writer{ReportKind::kGraph, "dot", write_tree_dot},
    Writer{ReportKind::kGraph, "mermaid", write_tree_mermaid},
    Writer{ReportKind::kExplain, "text", write_explain_text},
    Writer{ReportKind::kExplain, "markdown", write_explain_markdown},
    Writer{ReportKind::kExplain, "json", write_json},
};

}  // namespace

std::string write_report(ReportKind kind, std::string_view format, const schema::Report& report) {
  const auto writer =
      std::find_if(kWriters.begin(), kWriters.end(), [&](const Writer& row) { return row.kind == kind && row.format == format; });
  if (writer == kWriters.end()) throw std::logic_error("no such format: " + std::string(format));
  return writer->write(report);
}

}  // namespace tracegate::analyzer
