#include "ir/onnx/onnx_stream.h"

#include <string>

#include <fmt/format.h>

#include "ir/onnx/onnx_schema.h"
#include "ir/onnx/wire.h"

namespace tracegate::ir {
namespace {

// A text in the arena, which moves while it grows.
struct Slice {
  std::size_t begin = 0;
  std::size_t size = 0;
};

// One attribute as collected: slices until the node is whole.
struct RawAttribute {
  Slice name;
  OnnxAttribute::Type type = OnnxAttribute::Type::kOther;
  bool typed = false;
  bool has_integer = false;
  bool has_string = false;
  std::int64_t integer = 0;
  Slice string;
  std::vector<std::int64_t> integers;
  std::vector<Slice> strings;

  void clear() {
    name = string = {};
    type = OnnxAttribute::Type::kOther;
    typed = has_integer = has_string = false;
    integer = 0;
    integers.clear();
    strings.clear();
  }
};

// Collects one node after the other into the same storage.
class NodeReader {
 public:
  explicit NodeReader(Wire& wire) : wire_(wire) {}

  const OnnxNode& read() {
    clear();
    node_.offset = wire_.field_offset();
    const std::uint64_t outer = wire_.enter();
    Slice name, op_type, domain;
    while (wire_.next()) {
      switch (wire_.field()) {
        case schema::Node::kInput:
          inputs_.push_back(text("an input name"));
          break;
        case schema::Node::kOutput:
          outputs_.push_back(text("an output name"));
          break;
        case schema::Node::kName:
          name = text("a node name");
          break;
        case schema::Node::kOpType:
          op_type = text("an operator type");
          break;
        case schema::Node::kDomain:
          domain = text("an operator domain");
          break;
        case schema::Node::kAttribute:
          attribute();
          break;
        case schema::Node::kMetadata:
          metadata();
          break;
        default:
          wire_.skip();
      }
    }
    wire_.leave(outer);
    node_.name = view(name);
    node_.op_type = view(op_type);
    node_.domain = view(domain);
    for (const Slice& slice : inputs_) node_.inputs.push_back(view(slice));
    for (const Slice& slice : outputs_) node_.outputs.push_back(view(slice));
    publish_attributes();
    return node_;
  }

 private:
  // Storage that large nodes left behind goes away before it adds up: each of them may have filled another attribute's.
  void release() {
    arena_ = {};
    raw_ = {};
    published_ = {};
    inputs_ = {};
    outputs_ = {};
    node_ = {};
    since_release_ = 0;
  }

  void clear() {
    since_release_ += kept_;
    kept_ = 0;
    if (since_release_ > kNodeLimit) release();
    arena_.clear();
    inputs_.clear();
    outputs_.clear();
    node_.inputs.clear();
    node_.outputs.clear();
    used_ = 0;
    node_.scoped = false;
  }

  std::string_view view(const Slice& slice) const { return std::string_view(arena_).substr(slice.begin, slice.size); }

  // What is kept of one node is bounded, whatever its counts and lengths claim.
  void keep(std::size_t bytes) {
    kept_ += bytes;
    if (kept_ > kNodeLimit) wire_.fail(fmt::format("a node holds more than {} bytes,", kNodeLimit));
  }

  Slice text(std::string_view what) {
    const std::size_t begin = arena_.size();
    wire_.append_bytes(arena_, kTextLimit, what);
    keep(arena_.size() - begin + sizeof(Slice));
    return {begin, arena_.size() - begin};
  }

  // Only whether the node names its module: the entries are long, and no dialect that is read uses their values.
  void metadata() {
    const std::uint64_t outer = wire_.enter();
    while (wire_.next()) {
      if (wire_.field() == schema::Entry::kKey) {
        const Slice key = text("a metadata key");
        node_.scoped = node_.scoped || view(key) == "namespace" || view(key).starts_with("pkg.torch.onnx.");
      } else {
        wire_.skip();
      }
    }
    wire_.leave(outer);
  }

  void attribute() {
    if (used_ == raw_.size()) raw_.emplace_back();
    RawAttribute& raw = raw_[used_++];
    raw.clear();
    keep(sizeof(RawAttribute));
    const std::uint64_t outer = wire_.enter();
    while (wire_.next()) {
      switch (wire_.field()) {
        case schema::Attribute::kName:
          raw.name = text("an attribute name");
          break;
        case schema::Attribute::kType:
          raw.typed = true;
          raw.type = type_of(wire_.varint());
          break;
        case schema::Attribute::kInt:
          raw.integer = static_cast<std::int64_t>(wire_.varint());
          raw.has_integer = true;
          break;
        case schema::Attribute::kString:
          raw.string = text("a string attribute");
          raw.has_string = true;
          break;
        case schema::Attribute::kStrings:
          raw.strings.push_back(text("an element of a strings attribute"));
          break;
        case schema::Attribute::kInts:
          integers(raw);
          break;
        default:
          wire_.skip();
      }
    }
    wire_.leave(outer);
    if (!raw.typed) raw.type = inferred(raw);
  }

  // One element, or a packed run of them.
  void integers(RawAttribute& raw) {
    if (wire_.type() == WireType::kVarint) {
      keep(sizeof(std::int64_t));
      raw.integers.push_back(static_cast<std::int64_t>(wire_.varint()));
      return;
    }
    const std::uint64_t outer = wire_.enter();
    while (wire_.position() < wire_.end()) {
      keep(sizeof(std::int64_t));
      raw.integers.push_back(static_cast<std::int64_t>(wire_.packed_varint()));
    }
    wire_.leave(outer);
  }

  static OnnxAttribute::Type type_of(std::uint64_t code) {
    switch (code) {
      case schema::Attribute::kTypeInt:
        return OnnxAttribute::Type::kInt;
      case schema::Attribute::kTypeString:
        return OnnxAttribute::Type::kString;
      case schema::Attribute::kTypeInts:
        return OnnxAttribute::Type::kInts;
      case schema::Attribute::kTypeStrings:
        return OnnxAttribute::Type::kStrings;
      default:
        return OnnxAttribute::Type::kOther;
    }
  }

  // Files before IR version 4 may leave the type out.
  static OnnxAttribute::Type inferred(const RawAttribute& raw) {
    if (raw.has_integer) return OnnxAttribute::Type::kInt;
    if (raw.has_string) return OnnxAttribute::Type::kString;
    if (!raw.integers.empty()) return OnnxAttribute::Type::kInts;
    if (!raw.strings.empty()) return OnnxAttribute::Type::kStrings;
    return OnnxAttribute::Type::kOther;
  }

  void publish_attributes() {
    if (published_.size() < used_) published_.resize(used_);
    for (std::size_t i = 0; i < used_; ++i) {
      OnnxAttribute& attribute = published_[i];
      attribute.name = view(raw_[i].name);
      attribute.type = raw_[i].type;
      attribute.has_value = attribute.type == OnnxAttribute::Type::kInt ? raw_[i].has_integer : raw_[i].has_string;
      attribute.integer = raw_[i].integer;
      attribute.string = view(raw_[i].string);
      attribute.integers = raw_[i].integers;
      attribute.strings.clear();
      for (const Slice& slice : raw_[i].strings) attribute.strings.push_back(view(slice));
    }
    node_.attributes = {published_.data(), used_};
  }

  Wire& wire_;
  OnnxNode node_;
  std::string arena_;
  std::size_t kept_ = 0;
  std::size_t since_release_ = 0;
  std::vector<Slice> inputs_, outputs_;
  std::vector<RawAttribute> raw_;
  std::size_t used_ = 0;
  std::vector<OnnxAttribute> published_;
};

OnnxHeader::Entry read_entry(Wire& wire) {
  OnnxHeader::Entry entry;
  entry.offset = wire.field_offset();
  const std::uint64_t outer = wire.enter();
  while (wire.next()) {
    if (wire.field() == schema::Entry::kKey) {
      entry.key.clear();
      wire.append_bytes(entry.key, kTextLimit, "a metadata key");
    } else if (wire.field() == schema::Entry::kValue) {
      entry.value.clear();
      wire.append_bytes(entry.value, kNodeLimit, "a metadata value");
    } else {
      wire.skip();
    }
  }
  wire.leave(outer);
  return entry;
}

}  // namespace

OnnxHeader read_onnx_header(const Source& source) {
  Wire wire(source);
  OnnxHeader header;
  std::uint64_t kept = 0;
  while (wire.next()) {
    switch (wire.field()) {
      case schema::Model::kIrVersion:
        header.ir_version = wire.varint();
        break;
      case schema::Model::kProducerName:
        header.producer.clear();
        wire.append_bytes(header.producer, kTextLimit, "the producer's name");
        break;
      case schema::Model::kMetadata:
        header.metadata.push_back(read_entry(wire));
        kept += sizeof(OnnxHeader::Entry) + header.metadata.back().key.size() + header.metadata.back().value.size();
        if (kept > kNodeLimit) wire.fail(fmt::format("the metadata holds more than {} bytes,", kNodeLimit));
        break;
      case schema::Model::kFunctions:
        ++header.functions;
        wire.skip();
        break;
      case schema::Model::kGraph:
        ++header.graphs;
        wire.leave(wire.enter());
        break;
      default:
        wire.skip();
    }
  }
  return header;
}

void walk_onnx_nodes(const Source& source, OnnxListener& listener) {
  Wire wire(source);
  NodeReader reader(wire);
  while (wire.next()) {
    if (wire.field() != schema::Model::kGraph) {
      wire.skip();
      continue;
    }
    const std::uint64_t outer = wire.enter();
    while (wire.next()) {
      if (wire.field() == schema::Graph::kNode) {
        listener.node(reader.read());
      } else {
        wire.skip();
      }
    }
    wire.leave(outer);
  }
}

}  // namespace tracegate::ir
