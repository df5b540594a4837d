// `chunk_count`: how many model chunks there are.
#include <fmt/format.h>

#include "rules/predicates/predicate_kind.h"

namespace tracegate::rules::predicates {
namespace chunk_count {

Outcome judge(const Context& context, const Subject&, const schema::Predicate& predicate) {
  const std::size_t count = context.graph.chunks().size();
  if (count == predicate.chunk_count().count()) return Outcome::matched();
  return Outcome::missed(Reason::kCountMismatch, fmt::format("{} model chunks", count));
}

std::string required(const schema::Predicate& predicate) {
  return fmt::format("{} model chunk{}", predicate.chunk_count().count(), predicate.chunk_count().count() == 1 ? "" : "s");
}

std::vector<Repair> repairs(const RepairSite& site, const schema::Predicate& predicate) {
  if (predicate.chunk_count().count() != 1 || site.graph().chunks().size() <= 1) return {};
  return {{{ir::Edit::Kind::kFirstChunk, ir::kNoVertex, {}, {}}}};
}

}  // namespace chunk_count

const PredicateKind kChunkCount{schema::Predicate::kChunkCountFieldNumber, chunk_count::judge, reads_no_fact, chunk_count::required,
                                chunk_count::repairs};

}  // namespace tracegate::rules::predicates
