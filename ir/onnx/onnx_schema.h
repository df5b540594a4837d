// The field numbers of ONNX that the reader uses, and nothing else of the library.
//
// They come from the generated classes of the installed ONNX, so that another build of the schema (a newer one, or one in another package)
// is put in here alone. What ONNX 1.12 does not know yet is added by number, from onnx.proto of the release named beside it.
#pragma once

#include <cstdint>

#include <onnx/onnx_pb.h>

namespace tracegate::ir::schema {

struct Model {
  enum : std::uint32_t {
    kIrVersion = onnx::ModelProto::kIrVersionFieldNumber,
    kProducerName = onnx::ModelProto::kProducerNameFieldNumber,
    kGraph = onnx::ModelProto::kGraphFieldNumber,
    kMetadata = onnx::ModelProto::kMetadataPropsFieldNumber,
    kFunctions = onnx::ModelProto::kFunctionsFieldNumber,
  };
};

struct Graph {
  enum : std::uint32_t {
    kNode = onnx::GraphProto::kNodeFieldNumber,
    kInitializer = onnx::GraphProto::kInitializerFieldNumber,
    kSparseInitializer = onnx::GraphProto::kSparseInitializerFieldNumber,
  };
};

struct Node {
  enum : std::uint32_t {
    kInput = onnx::NodeProto::kInputFieldNumber,
    kOutput = onnx::NodeProto::kOutputFieldNumber,
    kName = onnx::NodeProto::kNameFieldNumber,
    kOpType = onnx::NodeProto::kOpTypeFieldNumber,
    kAttribute = onnx::NodeProto::kAttributeFieldNumber,
    kDomain = onnx::NodeProto::kDomainFieldNumber,
    kMetadata = 9,  // ONNX 1.16
  };
};

struct Attribute {
  enum : std::uint32_t {
    kName = onnx::AttributeProto::kNameFieldNumber,
    kInt = onnx::AttributeProto::kIFieldNumber,
    kString = onnx::AttributeProto::kSFieldNumber,
    kInts = onnx::AttributeProto::kIntsFieldNumber,
    kStrings = onnx::AttributeProto::kStringsFieldNumber,
    kType = onnx::AttributeProto::kTypeFieldNumber,
  };
  enum : std::uint64_t {
    kTypeInt = onnx::AttributeProto::INT,
    kTypeString = onnx::AttributeProto::STRING,
    kTypeInts = onnx::AttributeProto::INTS,
    kTypeStrings = onnx::AttributeProto::STRINGS,
  };
};

struct Entry {
  enum : std::uint32_t {
    kKey = onnx::StringStringEntryProto::kKeyFieldNumber,
    kValue = onnx::StringStringEntryProto::kValueFieldNumber,
  };
};

}  // namespace tracegate::ir::schema
