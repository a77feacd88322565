#pragma once

#include <ostream>
#include <streambuf>
#include <vector>

#include <lode/io/output_file.hpp>

namespace lode::detail {

/// A stream into a sink, for writers of other libraries. Exceptions of the sink come through.
class SinkStream {
 public:
  explicit SinkStream(const TextSink& sink) : buffer_(sink), stream_(&buffer_) {
    stream_.exceptions(std::ios::badbit);
  }
  std::ostream& stream() { return stream_; }
  /// Must be the last call.
  void finish() { buffer_.pass(); }

 private:
  class Buffer final : public std::streambuf {
   public:
    explicit Buffer(const TextSink& sink) : sink_(sink), text_(std::size_t{1} << 16) { reset(); }
    void pass() {
      if (pptr() > pbase()) sink_({pbase(), static_cast<std::size_t>(pptr() - pbase())});
      reset();
    }

   private:
    void reset() { setp(text_.data(), text_.data() + text_.size()); }
    int_type overflow(int_type c) override {
      pass();
      if (!traits_type::eq_int_type(c, traits_type::eof())) sputc(traits_type::to_char_type(c));
      return traits_type::not_eof(c);
    }

    const TextSink& sink_;
    std::vector<char> text_;
  };

  Buffer buffer_;
  std::ostream stream_;
};

}  // namespace lode::detail
