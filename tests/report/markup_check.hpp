#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace lode::test {

/// Checks that markup is well formed: tags nest and close, attributes are quoted, no stray < or &. Returns
/// the first complaint, or nothing. Collects the tag names and attributes met. Void HTML elements need no
/// end; the contents of <style> and <script> are skipped.
class MarkupCheck {
 public:
  explicit MarkupCheck(std::string_view text) : text_(text) { complaint = run(); }

  std::string complaint;
  std::vector<std::string> tags;
  std::vector<std::string> attributes;  ///< name=value

  std::size_t count(std::string_view tag) const {
    return static_cast<std::size_t>(std::count(tags.begin(), tags.end(), tag));
  }

 private:
  std::string run() {
    std::vector<std::string> open;
    if (text_.rfind("<!DOCTYPE html>", 0) == 0) at_ = 15;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '&') {
        if (!entity()) return "stray & at " + context();
        continue;
      }
      if (c == '>') return "stray > at " + context();
      if (c != '<') {
        ++at_;
        continue;
      }
      const bool closing = text_.substr(at_, 2) == "</";
      at_ += closing ? 2 : 1;
      const std::string tag = name();
      if (tag.empty()) return "stray < at " + context();
      if (closing) {
        if (open.empty() || open.back() != tag) return "</" + tag + "> closes nothing at " + context();
        open.pop_back();
        if (text_[at_] != '>') return "bad end tag at " + context();
        ++at_;
        continue;
      }
      tags.push_back(tag);
      bool empty = tag == "meta" || tag == "link" || tag == "br" || tag == "input";
      if (const std::string bad = read_attributes(empty); !bad.empty()) return bad;
      if (tag == "script") at_ = std::min(text_.find("</script>", at_), text_.size());
      if (tag == "style") at_ = std::min(text_.find("</style>", at_), text_.size());
      if (!empty) open.push_back(tag);
    }
    return open.empty() ? "" : "<" + open.back() + "> is not closed";
  }

  std::string read_attributes(bool& empty) {
    while (at_ < text_.size()) {
      while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
      if (text_.substr(at_, 2) == "/>") {
        at_ += 2;
        empty = true;
        return "";
      }
      if (text_[at_] == '>') {
        ++at_;
        return "";
      }
      const std::string key = name();
      if (key.empty() || text_.substr(at_, 2) != "=\"") return "bad attribute at " + context();
      const std::size_t begin = at_ + 2;
      const std::size_t end = text_.find('"', begin);
      if (end == std::string_view::npos) return "open attribute at " + context();
      const std::string_view value = text_.substr(begin, end - begin);
      if (value.find('<') != std::string_view::npos) return "< in an attribute at " + context();
      attributes.push_back(key + "=" + std::string(value));
      at_ = end + 1;
    }
    return "open tag";
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '-')) {
      ++at_;
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  bool entity() {
    for (const std::string_view known : {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}) {
      if (text_.substr(at_, known.size()) == known) {
        at_ += known.size();
        return true;
      }
    }
    return false;
  }

  std::string context() const {
    return std::to_string(at_) + ": " + std::string(text_.substr(at_ > 20 ? at_ - 20 : 0, 60));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace lode::test
