#!/usr/bin/env python3
"""lode data as a user meets it: the catalogue, and downloads from a server of this machine. LODE names the binary."""
import contextlib
import csv
import gzip
import hashlib
import http.server
import io
import json
import os
import pty
import select
import signal
import socket
import subprocess
import threading
import unittest

from test_cli import DATASETS, LODE, ToolTest, lode

TEXT = b"".join(b"%d %d\r\n" % (v, (7 * v + 1) % 5000) for v in range(5000))
COLUMNS = "name aliases vertices edges format file sha256 download page note".split()


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves `server.content` in the way the path says and notes every request."""
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        self.server.requests.append(self.path)
        getattr(self, "serve_" + self.path.strip("/").split("/")[0].replace("-", "_"))()

    def start(self, status, length, **headers):
        self.send_response(status)
        if length is not None:
            self.send_header("Content-Length", str(length))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def serve_whole(self):
        self.start(200, len(self.server.content))
        self.wfile.write(self.server.content)

    def serve_unsized(self):
        self.start(200, None)
        self.wfile.write(self.server.content)

    def serve_half(self):
        self.start(200, len(self.server.content))
        self.wfile.write(self.server.content[:len(self.server.content) // 2])

    def serve_slow(self):
        """Half of it at once, then nothing until the client leaves."""
        self.serve_half()
        self.wfile.flush()
        self.server.half_sent.set()
        self.server.finished.wait(60)

    def serve_missing(self):
        body = b"<html>no such page</html>"
        self.start(404, len(body))
        self.wfile.write(body)

    def serve_broken(self):
        self.start(500, 0)

    def serve_nothing(self):
        self.close_connection = True

    def serve_moved(self):
        self.start(302, 6, Location="/moved-again")
        self.wfile.write(b"moved\n")

    def serve_moved_again(self):
        self.start(301, 0, Location=f"http://localhost:{self.server.server_port}/whole")

    def serve_circle(self):
        self.start(302, 0, Location="/circle")

    def serve_user_name(self):
        self.start(302, 0, Location=f"http://user@localhost:{self.server.server_port}/whole")

    def serve_local_file(self):
        self.start(302, 0, Location="file:///etc/passwd")


class DataTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache" / "lode"
        self.home = {"XDG_CACHE_HOME": str(self.folder / "cache"), "http_proxy": "http://127.0.0.1:9/"}

    def catalogue(self, *rows):
        """A catalogue of our own; what a row leaves out has a default."""
        lines = ["\t".join(COLUMNS)]
        for row in rows:
            row = {"vertices": 5000, "edges": 4999, "format": "edges", "page": "https://example.org/page",
                   "note": "a note", "sha256": hashlib.sha256(TEXT).hexdigest()} | row
            lines.append("\t".join(str(row.get(column, "")) for column in COLUMNS))
        return self.write("catalogue.tsv", "".join(line + "\n" for line in lines))


class DataList(DataTest):
    def test_without_arguments_and_with_wrong_ones(self):
        self.fail_with(2, ["lode data --help"], "data")
        self.fail_with(2, ["lode data get --help"], "data", "get")
        self.fail_with(2, ["lode data path --help"], "data", "path")
        self.fail_with(2, ["lode data list --help"], "data", "list", "--format", "xml")
        for command in ("path", "get", "verify"):
            self.fail_with(3, ["emial-enron", "nearest names: email-Enron", "lode data list"], "data", command,
                           "emial-enron", **self.home)
        for command in ("get", "verify"):
            self.fail_with(3, ["planted-2000.txt: is not in the catalogue"], "data", command, "planted-2000", **self.home)
        for command in ("list", "path", "get", "verify"):
            self.assertIn("--catalogue", self.succeed("data", command, "--help"))

    def test_list_says_where_graphs_are(self):
        rows = list(csv.DictReader(io.StringIO(self.succeed("data", "list", "--format", "csv", **self.home))))
        self.assertEqual(len(rows), 69)
        where = {row["name"]: row["where"] for row in rows}
        self.assertEqual((where["karate"], where["email-Enron"]), ("bundled", "not here"))
        self.cache.mkdir(parents=True)
        (self.cache / "CollegeMsg.txt").write_text("0 1\n")
        (self.folder / "email-Enron.txt").write_text("0 1\n")
        document = json.loads(self.succeed("data", "list", "--format", "json", LODE_DATA=str(self.folder), **self.home))
        graphs = {graph["name"]: graph for graph in document["graphs"]}
        self.assertEqual((document["schema_version"], document["command"]), (1, "data"))
        self.assertEqual(graphs["CollegeMsg"]["where"], "cache")
        self.assertEqual(graphs["email-Enron"]["where"], "LODE_DATA")
        self.assertEqual(graphs["email-Enron"]["path"], str(self.folder / "email-Enron.txt"))
        self.assertEqual(len(graphs["uk-2007-05@100000"]["files"]), 2)
        text = self.succeed("data", "list", LODE_DATA=str(self.folder), **self.home)
        self.assertRegex(text, r"(?m)^name +vertices +edges +format +where$")
        self.assertRegex(text, r"(?m)^email-Enron +36692 +183831 +edges +LODE_DATA$")
        self.assertTrue(text.endswith("3 of 69 graphs here\n"))

    def test_a_reader_that_leaves_early(self):
        process = subprocess.Popen([LODE, "data", "list", "--format", "json"], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.close()
        self.assertEqual((process.stderr.read(), process.wait(60)), (b"", 0))
        process.stderr.close()

    def test_path_is_what_other_commands_read(self):
        self.assertEqual(self.succeed("data", "path", "karate", **self.home), f"{DATASETS / 'karate.txt'}\n")
        self.cache.mkdir(parents=True)
        path = self.cache / "facebook_combined.txt.gz"
        path.write_bytes(gzip.compress(b"0 1\n1 2\n"))
        for name in ("ego-Facebook", "EGO_FACEBOOK", "facebook_combined", "facebook"):
            self.assertEqual(self.succeed("data", "path", name, **self.home), f"{path}\n")
        self.assertIn("vertices        3", self.succeed("info", "ego-facebook", **self.home))
        self.fail_with(3, ["'lode data get ca-GrQc' downloads it"], "data", "path", "grqc", **self.home)

    def test_a_catalogue_of_ones_own(self):
        path = self.catalogue({"name": "mine", "aliases": "my-graph", "file": "m.txt"})
        self.assertRegex(self.succeed("data", "list", "--catalogue", path, **self.home), r"mine +5000 +4999 +edges +not here")
        (self.folder / "m.txt.gz").write_bytes(gzip.compress(TEXT))
        found = self.succeed("data", "path", "MY_graph", "--catalogue", path, LODE_DATA=str(self.folder), **self.home)
        self.assertEqual(found, f"{self.folder / 'm.txt.gz'}\n")
        self.fail_with(3, ["none.tsv", "no such file"], "data", "list", "--catalogue", self.folder / "none.tsv")
        path.write_text("name\taliases\tn\n")
        for command in (("list",), ("verify",), ("get", "mine"), ("path", "mine")):
            self.fail_with(3, ["catalogue.tsv:1:1: the first line does not name the columns", "vertices"], "data", *command, "--catalogue", path)


class DataVerify(DataTest):
    def test_what_is_here_is_checked(self):
        path = self.catalogue({"name": "a", "file": "a.txt.gz"}, {"name": "b", "file": "b.txt"}, {"name": "c", "file": "c.txt"})
        verify = lambda *names: ("data", "verify", *names, "--catalogue", path)
        here = {"LODE_DATA": str(self.folder), **self.home}
        self.fail_with(3, ["none of these files is here", "LODE_DATA"], *verify(), **here)
        (self.folder / "a.txt").write_bytes(TEXT)
        (self.folder / "b.txt.gz").write_bytes(gzip.compress(TEXT.replace(b"\r", b"")))
        self.assertIn("a.txt.gz", self.succeed(*verify("a"), **here))
        self.fail_with(3, ["none of these files is here", "LODE_DATA"], *verify("c"), **here)
        # LF for CR LF matches a checksum of the text with LF, not the other way round.
        result = lode(*verify(), **here)
        self.assertEqual(result.returncode, 4)
        self.assertRegex(result.stdout, r"(?m)^a +a.txt.gz +ok +")
        self.assertRegex(result.stdout, r"(?m)^b +b.txt +differs +")
        self.assertIn(hashlib.sha256(TEXT).hexdigest(), result.stdout)
        self.assertEqual(result.stderr, "lode: 1 of 2 files not as the catalogue has them\n")
        (self.folder / "b.txt.gz").write_bytes(gzip.compress(TEXT)[:-20])
        self.assertRegex(lode(*verify("b"), **here).stdout, r"(?m)^b +b.txt +damaged +")
        (self.folder / "b.txt.gz").write_bytes(gzip.compress(TEXT) + gzip.compress(b""))
        self.assertNotIn("differs", self.succeed(*verify("all"), **here))

    def test_the_real_graphs(self):
        if "LODE_DATA" not in os.environ:
            self.skipTest("LODE_DATA is not set")
        lines = self.succeed("data", "verify", LODE_DATA=os.environ["LODE_DATA"], **self.home).splitlines()
        self.assertGreater(len(lines), 1)
        for line in lines[1:]:
            self.assertRegex(line, r" +ok +/")


class DataGet(DataTest):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.requests = []
        self.server.half_sent = threading.Event()
        self.server.finished = threading.Event()
        self.server.content = gzip.compress(TEXT, mtime=0)
        thread = threading.Thread(target=self.server.serve_forever, args=(0.02,))
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.addCleanup(self.server.finished.set)
        self.file = self.cache / "a.txt.gz"

    def url(self, way):
        return f"http://127.0.0.1:{self.server.server_port}/{way}"

    def arguments(self, way, *more, **row):
        path = self.catalogue({"name": "a", "file": "a.txt.gz", "download": self.url(way)} | row)
        return ("data", "get", "a", "--catalogue", path, *more)

    def get(self, way, *more, **row):
        self.assertEqual(self.succeed(*self.arguments(way, *more, **row), **self.home), f"{self.file}\n")
        self.assertEqual(self.file.read_bytes(), self.server.content)
        self.assertEqual(list(self.cache.iterdir()), [self.file])

    def fail_to_get(self, code, words, way, *more, **row):
        self.fail_with(code, words, *self.arguments(way, *more, **row), **self.home)
        self.assertEqual(list(self.cache.iterdir()), [])

    def test_a_good_file_once(self):
        self.get("whole")
        self.assertEqual(len(self.server.requests), 1)
        result = subprocess.run([LODE, *map(str, self.arguments("whole"))], capture_output=True, text=True,
                                env=os.environ | self.home)
        self.assertEqual((result.returncode, result.stdout), (0, f"{self.file}\n"))
        self.assertIn("already there", result.stderr)
        self.assertEqual(len(self.server.requests), 1)
        self.assertIn("vertices        5000", self.succeed("info", self.file))

    def test_libraries_are_loaded_when_they_are_needed(self):
        listed = subprocess.run([LODE], capture_output=True, text=True,
                                env=os.environ | {"LD_TRACE_LOADED_OBJECTS": "1"}).stdout
        self.assertIn("libtbb", listed)
        self.assertNotIn("libcurl", listed)
        self.assertNotIn("libcrypto", listed)

    def test_libraries_are_not_there(self):
        (self.folder / "libcurl.so.4").write_text("no library")
        self.fail_with(1, ["libcurl.so.4", "install libcurl4 and libssl3"], *self.arguments("whole"), LD_LIBRARY_PATH=str(self.folder),
                       LODE_DATA="", **self.home)
        said = self.succeed("find", "karate", "-s", "5", "--format", "json", LD_LIBRARY_PATH=str(self.folder))
        self.assertEqual(json.loads(said)["results"][0]["edges"], 10)
        (self.folder / "libcrypto.so.3").write_text("no library")
        (self.folder / "a.txt").write_bytes(TEXT)
        self.fail_with(1, ["libcrypto.so.3", "install libcurl4 and libssl3"], *self.arguments("whole"), LD_LIBRARY_PATH=str(self.folder),
                       LODE_DATA=str(self.folder), **self.home)
        self.assertEqual(self.server.requests, [])

    def test_a_file_of_unknown_length(self):
        self.get("unsized")

    def test_what_lode_data_holds_is_not_downloaded(self):
        (self.folder / "a.txt").write_bytes(TEXT)
        here = {"LODE_DATA": str(self.folder), **self.home}
        self.assertEqual(self.succeed(*self.arguments("whole"), **here), f"{self.folder / 'a.txt'}\n")
        self.assertEqual(self.server.requests, [])
        (self.folder / "a.txt").write_bytes(TEXT + b"9 9\r\n")
        self.fail_with(3, [f"{self.folder / 'a.txt'}: has other content", "rename or remove it"], *self.arguments("whole"), **here)
        self.assertEqual(self.server.requests, [])

    def test_a_damaged_file_in_the_cache_is_replaced(self):
        self.cache.mkdir(parents=True)
        self.file.write_bytes(b"rubbish")
        self.get("whole")

    def test_other_line_ends_and_packing_are_the_same_content(self):
        self.server.content = TEXT.replace(b"\n", b"\r\n").replace(b"\r\r", b"\r")
        self.get("whole", sha256=hashlib.sha256(TEXT.replace(b"\r", b"")).hexdigest())

    def test_wrong_checksum(self):
        self.fail_to_get(4, ["not the content of the catalogue", "f" * 64, "nothing was kept", "https://example.org/page"],
                         "whole", sha256="f" * 64)
        self.cache.joinpath("a.txt.gz").write_bytes(self.server.content)  # what is there stays, whatever it is
        self.fail_with(4, ["nothing was kept"], *self.arguments("whole", sha256="f" * 64), **self.home)
        self.assertEqual(self.file.read_bytes(), self.server.content)

    def test_an_error_page_instead_of_the_file(self):
        self.server.content = b"<html>Sorry</html>"
        self.fail_to_get(4, ["not the content of the catalogue"], "whole")

    def test_http_errors(self):
        self.fail_to_get(1, ["/missing", "error: 404", "https://example.org/page", "nothing was kept"], "missing")
        self.fail_to_get(1, ["error: 500"], "broken")
        self.fail_to_get(1, ["(0 bytes received)"], "nothing")

    def test_no_server_at_all(self):
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{closed.getsockname()[1]}/a"
            self.fail_to_get(1, [url, "Couldn't connect to server", str(self.cache)], "whole", download=url)

    def test_a_transfer_that_ends_early(self):
        size = len(self.server.content)
        self.fail_to_get(1, [f"({size // 2} bytes received)", "nothing was kept"], "half")
        self.get("whole")

    def test_redirections(self):
        self.get("moved")
        self.assertEqual(self.server.requests, ["/moved", "/moved-again", "/whole"])
        self.file.unlink()
        self.fail_to_get(1, ["redirect"], "circle")
        self.fail_to_get(1, ['Protocol "file"'], "local-file")
        self.fail_to_get(1, ["nothing was kept"], "user-name")

    def test_a_slow_server(self):
        self.fail_to_get(1, ["was stopped (deadline)", "nothing was kept"], "slow", "--time", "1")

    def test_no_time_at_all(self):
        self.fail_to_get(1, ["was stopped (deadline)"], "whole", "--time", "0")
        self.assertEqual(self.server.requests, [])

    @contextlib.contextmanager
    def slow_process(self, **streams):
        process = subprocess.Popen([LODE, *map(str, self.arguments("slow"))], env=os.environ | self.home, **streams)
        try:
            self.assertTrue(self.server.half_sent.wait(60))
            yield process
        finally:
            process.kill()
            process.wait()

    def test_signals_leave_nothing(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            self.server.half_sent.clear()
            with self.slow_process(stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                process.send_signal(number)
                out, err = process.communicate(timeout=60)
            self.assertEqual((process.returncode, out), (code, ""))
            self.assertIn("was stopped (interrupted); nothing was kept", err)
            self.assertEqual(list(self.cache.iterdir()), [])

    def test_two_processes_and_one_that_is_killed(self):
        with self.slow_process(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
            self.succeed(*self.arguments("whole"), **self.home)
            self.assertEqual(self.file.read_bytes(), self.server.content)
        self.assertEqual(len(list(self.cache.iterdir())), 2)
        self.file.unlink()
        self.get("whole")

    def test_progress_on_a_terminal_only(self):
        main, side = pty.openpty()
        with self.slow_process(stdout=subprocess.DEVNULL, stderr=side):
            os.close(side)
            seen = b""
            while b"downloading a: " not in seen:
                ready, _, _ = select.select([main], [], [], 60)
                self.assertTrue(ready, seen)
                seen += os.read(main, 4096)
        os.close(main)
        result = subprocess.run([LODE, *map(str, self.arguments("whole"))], capture_output=True, text=True,
                                env=os.environ | self.home)
        self.assertNotIn("downloading", result.stderr)

    def test_a_graph_of_two_files(self):
        path = self.catalogue({"name": "w", "file": "w.graph", "format": "webgraph", "download": self.url("whole")},
                              {"name": "w", "file": "w.properties", "format": "properties", "vertices": "", "edges": "",
                               "download": self.url("whole")})
        out = self.succeed("data", "get", "w", "--catalogue", path, **self.home)
        self.assertEqual(out, f"{self.cache / 'w.graph'}\n{self.cache / 'w.properties'}\n")

    def test_no_download_is_known(self):
        self.fail_with(1, ["no download is known for a.txt.gz", "https://example.org/page", "a note", str(self.cache)],
                       *self.arguments("", download=""), **self.home)
        self.fail_with(1, ["no download is known for karate.gml.gz", "umich.edu"], "data", "get", "karate", **self.home)

    def test_places_that_cannot_be_written(self):
        self.write("cache", "a file")
        self.fail_with(1, [str(self.cache), "cannot write"], *self.arguments("whole"), **self.home)
        self.fail_with(1, ["no cache folder", "XDG_CACHE_HOME"], *self.arguments("whole"), XDG_CACHE_HOME="", HOME="")

    def test_only_https_outside_this_machine(self):
        path = self.catalogue({"name": "a", "file": "a.txt", "download": "http://example.org/a.txt"})
        self.fail_with(3, ["catalogue.tsv:2:", "plain http://"], "data", "get", "a", "--catalogue", path, **self.home)


if __name__ == "__main__":
    unittest.main(verbosity=2)
