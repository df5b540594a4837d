#include "analyzer/input/json_tree.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analyzer/input/json_fault.h"
#include "ir/text/escape.h"

namespace tracegate::analyzer {
namespace {

using nlohmann::json;

// Takes the parser's events, which are its tokens in their order, and follows them through the text: the parser tells no offsets.
class TreeBuilder final : public json::json_sax_t {
 public:
  explicit TreeBuilder(const InputText& input) : input_(input), text_(input.text()) {}

  JsonValue take() { return std::move(root_); }

  bool null() override { return literal(JsonValue::Kind::kNull, 4); }

  bool boolean(bool value) override {
    JsonValue node = begin(JsonValue::Kind::kBoolean);
    node.boolean = value;
    cursor_ += value ? 4 : 5;
    return add(std::move(node));
  }

  bool number_integer(std::int64_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(std::uint64_t value) override { return number(static_cast<double>(value)); }
  bool number_float(double value, const std::string&) override { return number(value); }

  bool string(std::string& value) override {
    JsonValue node = begin(JsonValue::Kind::kText);
    node.text = std::move(value);
    skip_text();
    return add(std::move(node));
  }

  // No JSON text holds one.
  bool binary(json::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(JsonValue::Kind::kObject); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::kArray); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(std::string& name) override {
    to_token();
    Frame& frame = stack_.back();
    const auto [first, is_new] = frame.seen.emplace(name, cursor_);
    if (!is_new) {
      const InputPlace place = input_.place(first->second);
      input_.fail(cursor_, fmt::format("`{}` is given twice; first at {}:{}", ir::shorten(name, 60), place.line, place.column));
    }
    frame.value.keys.push_back({name, cursor_});
    skip_text();
    before_ = JsonBefore::kKey;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& error) override {
    JsonFault fault;
    fault.before = before_;
    fault.cursor = cursor_;
    fault.position = position;
    fault.message = error.what();
    if (!stack_.empty()) {
      fault.in_object = stack_.back().value.kind == JsonValue::Kind::kObject;
      fault.open = stack_.back().value.offset;
    } else {
      fault.outside = true;
    }
    fail_json(input_, fault);
  }

 private:
  struct Frame {
    JsonValue value;
    std::unordered_map<std::string, std::size_t> seen;
  };

  void to_token() { cursor_ = std::min(text_.find_first_not_of(" \t\r\n,:", cursor_), text_.size()); }

  void skip_text() {
    for (++cursor_; text_[cursor_] != '"'; ++cursor_) {
      if (text_[cursor_] == '\\') ++cursor_;
    }
    ++cursor_;
  }

  JsonValue begin(JsonValue::Kind kind) {
    to_token();
    JsonValue node;
    node.kind = kind;
    node.offset = cursor_;
    return node;
  }

  bool literal(JsonValue::Kind kind, std::size_t size) {
    JsonValue node = begin(kind);
    cursor_ += size;
    return add(std::move(node));
  }

  bool number(double value) {
    JsonValue node = begin(JsonValue::Kind::kNumber);
    node.number = value;
    node.text = json_number(text_.substr(cursor_));
    cursor_ += node.text.size();
    return add(std::move(node));
  }

  bool open(JsonValue::Kind kind) {
    JsonValue node = begin(kind);
    if (stack_.size() == kMostJsonNesting) input_.fail(cursor_, fmt::format("nested deeper than {}", kMostJsonNesting));
    ++cursor_;
    stack_.push_back({std::move(node), {}});
    before_ = JsonBefore::kOpen;
    return true;
  }

  bool close() {
    to_token();
    ++cursor_;
    JsonValue node = std::move(stack_.back().value);
    stack_.pop_back();
    return add(std::move(node));
  }

  bool add(JsonValue&& node) {
    before_ = JsonBefore::kValue;
    if (stack_.empty()) {
      root_ = std::move(node);
    } else {
      stack_.back().value.children.push_back(std::move(node));
    }
    return true;
  }

  const InputText& input_;
  std::string_view text_;
  std::size_t cursor_ = 0;  // behind the last token
  JsonBefore before_ = JsonBefore::kNothing;
  std::vector<Frame> stack_;
  JsonValue root_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const JsonKey& candidate) { return candidate.name == key; });
  return found == keys.end() ? nullptr : &children[static_cast<std::size_t>(found - keys.begin())];
}

JsonValue parse_json(const InputText& input) {
  const std::string_view text = input.text();
  const std::size_t valid = ir::utf8_prefix(text);
  if (valid < text.size()) input.fail(valid, fmt::format("the byte 0x{:02x} is not UTF-8", static_cast<unsigned char>(text[valid])));
  // The parser would skip a byte order mark, and take a zero byte for the end.
  if (text.starts_with("\xEF\xBB\xBF")) input.fail(0, "the file begins with a byte order mark; JSON has none");
  if (const auto zero = text.find('\0'); zero != std::string_view::npos) input.fail(zero, "a zero byte is no JSON");
  TreeBuilder builder(input);
  json::sax_parse(text.begin(), text.end(), &builder, json::input_format_t::json, true, false);
  return builder.take();
}

}  // namespace tracegate::analyzer
