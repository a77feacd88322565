# A formula for Homebrew on Linux, from a clone: `brew install --HEAD --formula tools/packaging/homebrew/lode.rb`.
# Not tried: no Homebrew was at hand. It builds the commit that is checked out in the clone.
class Lode < Formula
  desc "Densest s-vertex subgraphs with proven bounds"
  license "MIT"
  head "file://#{File.expand_path("../../..", __dir__)}", using: :git, branch: "HEAD"

  depends_on "boost" => :build
  depends_on "cli11" => :build
  depends_on "cmake" => :build
  depends_on "eigen" => :build
  depends_on "ninja" => :build
  depends_on "node" => :build
  depends_on "nlohmann-json" => :build
  depends_on "spectra" => :build
  depends_on "curl"
  depends_on "fmt"
  depends_on :linux
  depends_on "openssl@3"
  depends_on "tbb"
  depends_on "zlib"
  depends_on "zstd"

  def install
    system "npm", "install", "--prefix", "src/report/page"
    system "cmake", "-S", ".", "-B", "build/brew", "-G", "Ninja", *std_cmake_args,
           "-DBUILD_SHARED_LIBS=ON", "-DLODE_BUILD_TESTS=OFF", "-DLODE_BUILD_PYTHON=OFF",
           "-DLODE_BUILD_CLUSTER=OFF", "-DLODE_WITH_OPENSSL=ON", "-DLODE_WITH_CURL=ON",
           "-DLODE_SOURCE_DATASETS=OFF"
    system "cmake", "--build", "build/brew"
    system "cmake", "--install", "build/brew"
  end

  test do
    assert_match "10 edges", shell_output("#{bin}/lode find karate -s 5")
  end
end
