#include "answer_file.hpp"

#include <fstream>
#include <stdexcept>

namespace lode::golden {

std::map<std::string, std::string> read_answers(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + " can not be read");
  std::map<std::string, std::string> answers;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t tab = line.find('\t');
    if (tab == std::string::npos) throw std::runtime_error(file.string() + ": no tab in the line: " + line);
    const std::string name = line.substr(0, tab);
    if (!answers.emplace(name, line.substr(tab + 1)).second)
      throw std::runtime_error(file.string() + ": twice: " + name);
  }
  if (in.bad()) throw std::runtime_error(file.string() + " can not be read to its end");
  return answers;
}

void write_answers(const std::filesystem::path& file, const std::vector<Line>& answers) {
  std::ofstream out(file);
  out << "# Golden answers, written by test_golden --write: a name, a tab, what was answered "
         "(CONTRIBUTING.md).\n";
  for (const Line& answer : answers) out << answer.name << '\t' << answer.text << '\n';
  out.close();
  if (!out) throw std::runtime_error(file.string() + " can not be written");
}

}  // namespace lode::golden
