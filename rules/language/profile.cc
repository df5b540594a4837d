#include "rules/language/profile.h"

#include <algorithm>

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/topological_sort.hpp>
#include <boost/uuid/name_generator_sha1.hpp>
#include <boost/uuid/uuid_io.hpp>

#include "ir/text/error.h"
#include "ir/text/nearest.h"
#include "rules/language/blocking.h"
#include "rules/language/profile_check.h"
#include "rules/language/profile_text.h"
#include "rules/language/rule.pb.h"
#include "rules/language/shipped.h"

namespace tracegate::rules {
namespace {

// Nesting of predicates is bounded here, so that everything that walks a predicate may do so recursively.
constexpr int kMostNesting = 40;

class FirstError final : public google::protobuf::io::ErrorCollector {
 public:
  explicit FirstError(std::string_view source) : source_(source) {}

  void AddError(int at_line, int at_column, const std::string& message) override {
    if (!text.empty()) return;
    line = at_line;
    column = at_column;
    text = message;
    go_back_to_the_name();
    // protobuf's sentences, in the form of ours.
    while (text.ends_with('.')) text.pop_back();
    if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') text.front() = static_cast<char>(text.front() - 'A' + 'a');
    std::replace(text.begin(), text.end(), '"', '`');
    const std::string package = "tracegate.rules.schema.";
    for (auto found = text.find(package); found != std::string::npos; found = text.find(package)) text.erase(found, package.size());
  }

  int line = -1;
  int column = -1;
  std::string text;

 private:
  // Of a name that it does not know, and of a field given twice, protobuf tells the place of the token behind it.
  void go_back_to_the_name() {
    const bool behind = text.find("has no field named") != std::string::npos ||
                        text.find("is specified multiple times") != std::string::npos || text.starts_with("Unknown enumeration value");
    if (!behind) return;
    const auto open = text.starts_with("Message type") ? text.find("named \"") + 6 : text.find('"');
    const std::string name = text.substr(open + 1, text.find('"', open + 1) - open - 1);
    std::size_t line_begin = 0;
    for (int i = 0; i < line; ++i) {
      const auto end = source_.find('\n', line_begin);
      if (end == std::string_view::npos) break;
      line_begin = end + 1;
    }
    // Tabs make columns wider than bytes, so the search begins at the end of the line at the latest.
    const std::size_t line_end = std::min(source_.find('\n', line_begin), source_.size());
    const std::size_t limit = std::min(line_begin + static_cast<std::size_t>(column), line_end);
    const std::size_t found = limit == 0 ? std::string_view::npos : source_.rfind(name, limit - 1);
    if (name.empty() || found == std::string_view::npos) return;
    line = static_cast<int>(std::count(source_.begin(), source_.begin() + static_cast<std::ptrdiff_t>(found), '\n'));
    const auto begin = source_.rfind('\n', found);
    column = 0;
    for (std::size_t i = begin == std::string_view::npos ? 0 : begin + 1; i < found; ++i) {
      column = source_[i] == '\t' ? (column / 8 + 1) * 8 : column + 1;
    }
  }

  std::string_view source_;
};

// The message of the shipped profile that `own` adds to; an empty one where it stands alone.
schema::Profile base_of(const schema::Profile& own, const google::protobuf::TextFormat::ParseInfoTree* tree, const ProfileText& place) {
  if (own.base().empty()) return {};
  std::vector<std::string> ids;
  for (const ShippedProfile& shipped : shipped_profiles()) {
    // A profile that stands on itself would never end.
    if (shipped.id == own.base() && own.base() != own.id()) return Profile::shipped(shipped).message();
    if (shipped.id != own.id()) ids.emplace_back(shipped.id);
  }
  google::protobuf::TextFormat::ParseLocation at;
  if (tree != nullptr) at = tree->GetLocation(schema::Profile::descriptor()->FindFieldByName("base"), -1);
  place.fail(at.line, at.column, fmt::format("no other shipped profile is named `{}`{}", own.base(), ir::did_you_mean(own.base(), ids)));
}

schema::Profile joined(const schema::Profile& base, schema::Profile own) {
  if (own.base().empty()) return own;
  schema::Profile all = base;
  if (own.has_provenance()) all.clear_provenance();
  if (own.symbol_size() > 0) all.clear_symbol();
  if (own.width_size() > 0) all.clear_width();
  all.MergeFrom(own);
  return all;
}

}  // namespace

Profile::Profile() : message_(std::make_unique<schema::Profile>()) {}
Profile::~Profile() = default;
Profile::Profile(Profile&&) noexcept = default;
Profile& Profile::operator=(Profile&&) noexcept = default;

Profile Profile::parse(std::string_view text, const std::string& file) {
  Profile profile;
  const ProfileText place(text, file);
  FirstError error(text);
  schema::Profile own;
  google::protobuf::TextFormat::ParseInfoTree tree;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&error);
  parser.WriteLocationsTo(&tree);
  parser.SetRecursionLimit(kMostNesting);
  if (!parser.ParseFromString(std::string(text), &own)) place.fail(error.line, error.column, error.text);
  const schema::Profile base = base_of(own, &tree, place);
  *profile.message_ = joined(base, own);
  check_profile(base, own, *profile.message_, tree, place);
  profile.index(file);
  return profile;
}

Profile Profile::shipped(const ShippedProfile& shipped) {
  Profile profile;
  schema::Profile own;
  const auto size = static_cast<int>(shipped.binary.size());
  if (!own.ParseFromArray(shipped.binary.data(), size)) throw UsageError(fmt::format("{}: built in wrongly", shipped.file));
  schema::Profile base = base_of(own, nullptr, ProfileText(shipped.text, std::string(shipped.file)));
  *profile.message_ = joined(base, std::move(own));
  profile.index(std::string(shipped.file));
  return profile;
}

std::string Profile::digest() const {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream coded(&stream);
    coded.SetSerializationDeterministic(true);
    message_->SerializeToCodedStream(&coded);
  }
  const boost::uuids::name_generator_sha1 generate(boost::uuids::ns::oid());
  return "uuid5:" + boost::uuids::to_string(generate(bytes));
}

const std::string& Profile::id() const { return message_->id(); }
std::uint32_t Profile::version() const { return message_->version(); }
const std::string& Profile::title() const { return message_->title(); }
std::size_t Profile::conditions() const { return static_cast<std::size_t>(message_->condition_size()); }
const schema::Condition& Profile::condition(std::size_t index) const { return message_->condition(static_cast<int>(index)); }
std::size_t Profile::places() const { return static_cast<std::size_t>(message_->place_size()); }

bool Profile::per_layer(const schema::Scope& scope) const {
  const std::vector<std::size_t> places = scope_places(scope);
  return std::any_of(places.begin(), places.end(), [&](std::size_t place) { return place_per_layer_[place]; });
}

std::size_t Profile::condition_index(std::string_view id) const {
  for (std::size_t i = 0; i < conditions(); ++i) {
    if (condition(i).id() == id) return i;
  }
  return kNone;
}

std::size_t Profile::place_index(std::string_view id) const {
  for (int i = 0; i < message_->place_size(); ++i) {
    if (message_->place(i).id() == id) return static_cast<std::size_t>(i);
  }
  return kNone;
}

std::vector<std::size_t> Profile::scope_places(const std::string& place, const std::string& group) const {
  if (!place.empty()) return {place_index(place)};
  std::vector<std::size_t> found;
  for (const schema::Group& candidate : message_->group()) {
    if (candidate.id() != group) continue;
    for (const std::string& id : candidate.place()) found.push_back(place_index(id));
  }
  return found;
}

std::vector<std::size_t> Profile::scope_places(const schema::Scope& scope) const {
  switch (scope.kind_case()) {
    case schema::Scope::kPlace:
      return scope_places(scope.place(), {});
    case schema::Scope::kGroup:
      return scope_places({}, scope.group());
    case schema::Scope::kTree:
      return scope.tree().below().empty() ? std::vector<std::size_t>() : scope_places(scope.tree().below(), {});
    case schema::Scope::kAttributes:
      return scope_places(scope.attributes().place(), {});
    default:
      return {};
  }
}

bool Profile::same_class(std::string_view found, std::string_view wanted) const {
  if (found == wanted) return true;
  for (const schema::ClassAlias& alias : message_->class_alias()) {
    if (alias.name() != wanted) continue;
    if (std::find(alias.alias().begin(), alias.alias().end(), found) != alias.alias().end()) return true;
  }
  return false;
}

void Profile::index(const std::string& file) {
  const std::size_t layer = place_index(message_->layers().place());
  for (std::size_t i = 0; i < places(); ++i) {
    const std::string& from = message_->place(static_cast<int>(i)).from();
    parents_.push_back(from.empty() ? kNone : place_index(from));
    place_per_layer_.push_back(i == layer || (parents_[i] != kNone && place_per_layer_[parents_[i]]));
  }
  blocking_ = std::make_unique<Blocking>(*this);

  // An edge from each condition to those that it can block.
  boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS> blocks(conditions());
  for (std::size_t i = 0; i < conditions(); ++i) {
    for (const Blocker& blocker : blocking_->of(i)) boost::add_edge(blocker.condition, i, blocks);
  }
  try {
    boost::topological_sort(blocks, std::back_inserter(order_));
  } catch (const boost::not_a_dag&) {
    throw UsageError(fmt::format("{}: conditions block each other in a circle: see their `require`", file));
  }
  std::reverse(order_.begin(), order_.end());
}

}  // namespace tracegate::rules
