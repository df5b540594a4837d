// Memory for the program's small objects: a process that reads one model makes a hundred thousand of them and ends.
//
// What is freed waits in a list of its size for the next object of that size, and is never given back. The lists are each thread's own, so
// an object may be freed by another thread than the one that made it. Left out where a sanitizer watches memory.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

constexpr std::size_t kStep = 16;           // bytes; what objects are aligned to, and how sizes are rounded
constexpr std::size_t kHeader = 8;          // before each object: the number of its list, 0 for what malloc gave
constexpr std::size_t kLists = 33;          // up to 520 bytes an object
constexpr std::size_t kChunk = 256 * 1024;  // bytes asked for at once

struct Free {
  Free* next;
};

thread_local constinit Free* lists[kLists] = {};
thread_local constinit char* chunk = nullptr;
thread_local constinit std::size_t left = 0;

void* from_system(std::size_t size) {
  for (;;) {
    if (void* const memory = std::malloc(size)) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

// Memory whose object stands behind the header, aligned.
void* with_header(char* memory, std::size_t list) {
  *reinterpret_cast<std::uint64_t*>(memory) = list;
  return memory + kHeader;
}

std::uint64_t& header_of(void* object) { return *reinterpret_cast<std::uint64_t*>(static_cast<char*>(object) - kHeader); }

void* small(std::size_t list) {
  if (Free* const first = lists[list]) {
    lists[list] = first->next;
    return first;
  }
  const std::size_t size = list * kStep;
  if (left < size) {
    chunk = static_cast<char*>(from_system(kChunk)) + kHeader;
    left = kChunk - kStep;
  }
  void* const object = with_header(chunk, list);
  chunk += size;
  left -= size;
  return object;
}

}  // namespace

void* operator new(std::size_t size) {
  const std::size_t list = (size + kHeader + kStep - 1) / kStep;
  if (list < kLists) return small(list);
  if (size > SIZE_MAX - kStep) throw std::bad_alloc();
  return with_header(static_cast<char*>(from_system(size + kStep)) + kHeader, 0);
}

void operator delete(void* object) noexcept {
  if (object == nullptr) return;
  const std::uint64_t list = header_of(object);
  if (list == 0) return std::free(static_cast<char*>(object) - kStep);
  auto* const free = static_cast<Free*>(object);
  free->next = lists[list];
  lists[list] = free;
}

void operator delete(void* object, std::size_t) noexcept { operator delete(object); }
