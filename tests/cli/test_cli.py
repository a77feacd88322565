#!/usr/bin/env python3
"""The lode tool as a user meets it. LODE names the binary; LODE_DATA, when set, the folder of real graphs."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

LODE = os.environ["LODE"]
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DATASETS = REPOSITORY / "datasets"
SLOWER = 6 if os.environ.get("LODE_SANITIZE") else 1  # limits of time are so much larger, as in tests/CMakeLists.txt
PAPER_GRAPHS = {
    "CollegeMsg": (1899, 13838),
    "email-Eu-core": (1005, 16064),
    "email-Enron": (36692, 183831),
    "ca-CondMat": (23133, 93439),
    "p2p-Gnutella04": (10876, 39994),
    "p2p-Gnutella08": (6301, 20777),
    "p2p-Gnutella09": (8114, 26013),
    "p2p-Gnutella30": (36682, 88328),
}


def lode(*arguments, stdin=None, **environment):
    variables = {key: value for key, value in os.environ.items() if key != "LODE_DATA"}
    variables.update(environment)
    return subprocess.run([LODE, *map(str, arguments)], input=stdin, capture_output=True, text=True,
                          env=variables, timeout=280 * SLOWER)


def wait_until_caught(process, number):
    """Until the process has a handler for a signal: before that, the signal would end it."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        caught = int(status.split("SigCgt:")[1].split()[0], 16)
        if caught >> (number - 1) & 1:
            return
        time.sleep(0.005)
    raise AssertionError("the signal is not caught")


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def succeed(self, *arguments, **more):
        result = lode(*arguments, **more)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def fail_with(self, code, words, *arguments, **more):
        result = lode(*arguments, **more)
        self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertTrue(result.stderr.startswith("lode: "), result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)
        return result

    def find_json(self, *arguments, **more):
        return json.loads(self.succeed("find", *arguments, "--format", "json", **more))


class Usage(ToolTest):
    def test_no_command_and_unknown_command(self):
        self.fail_with(2, ["--help"])
        self.fail_with(2, ["--help"], "dig")

    def test_every_command_without_arguments_says_what_is_missing(self):
        for command in ("find", "report", "bounds", "verify", "info", "generate"):
            self.fail_with(2, [f"lode {command} --help"], command)

    def test_help_and_version(self):
        text = self.succeed("--help")
        for command in ("find", "report", "bounds", "verify", "info", "generate", "methods"):
            self.assertIn(command, text)
            self.assertIn("--help", self.succeed(command, "--help"))
        self.assertRegex(self.succeed("--version"), r"^lode \d+\.\d+\.\d+ \((gcc|clang) \d+\.\d+\.\d+, -march=")

    def test_unknown_option(self):
        self.fail_with(2, ["--sizes"], "find", "karate", "-s", "5", "--sizes", "5")

    def test_sizes(self):
        for text, word in (("0", "sizes start at 1"), ("35", "34 vertices"), ("5:2", "must not fall"),
                           ("a", "'a'"), ("", "--size"), ("1:2:0", "step"), ("1:2:3:4", "three parts"),
                           ("-3", "'-3'"), ("99999999999999999999", "not a size"), ("1,,2", "not a size")):
            self.fail_with(2, [word], "find", "karate", f"--size={text}")
        self.fail_with(2, ["several sizes"], "find", "karate", "-s", "5,6", "-o", self.folder / "x")

    def test_config_file(self):
        config = self.write("lode.toml", '# five\n\n[find]\nsize = "5"\nformat = "csv"\n')
        self.assertEqual(self.succeed("--config", config, "find", "karate").splitlines()[0].split(",")[0], "s")
        config.write_bytes(b'\xef\xbb\xbf[find]\nsize = "5"\nformat = "csv"\n')
        self.assertEqual(self.succeed("--config", config, "find", "karate").splitlines()[0].split(",")[0], "s")

    def test_config_files_with_mistakes(self):
        for text, words in (('[find]\nsise = "5"\n', ["find.sise"]), ('[fnd]\nsize = "5"\n', ["no section [fnd]; nearest: find"]),
                            ('[find\nsize = "5"\n', ["line 1", "']'"]), ('[find]\nsize 5\n', ["line 2"]),
                            ('[report]\ntime = "abc"\n', ["--config ", "lode.toml: --time: 'abc' is not a number"]),
                            ("\x7fELF\x02\x01\x00\n", ["line 1", "not text"])):
            config = self.write("lode.toml", text)
            self.fail_with(2, words, "--config", config, "find", "karate", "-s", "5")
        config = self.write("lode.toml", '[find]\nseed = "5"\n')
        refused = lode("--config", config, "find", "karate", "-s", "5", "--time", "abc")
        self.assertTrue(refused.stderr.startswith("lode: --time: 'abc'"), refused.stderr)
        self.fail_with(2, ["none.toml"], "--config", self.folder / "none.toml", "find", "karate", "-s", "5")

    def test_words_that_are_nearly_right(self):
        for arguments, words in ((["fnd", "karate"], ["there is no command 'fnd'", "find"]),
                                 (["--config", "x.toml", "fnd"], ["x.toml"]),
                                 (["lsq", "slve"], ["there is no command 'slve'", "solve"]),
                                 (["lsq"], ["a command is missing", "solve"]), ([], ["a command is missing", "find"]),
                                 (["find", "karate", "-s", "5", "--sed", "3"], ["no option --sed", "--seed"]),
                                 (["find", "karate", "-s", "5", "--tme=3"], ["no option --tme", "--time"])):
            self.fail_with(2, words, *arguments)
        self.assertEqual(self.succeed("help"), self.succeed("--help"))
        self.assertEqual(self.succeed("help", "find"), self.succeed("find", "--help"))
        self.assertEqual(self.succeed("version"), self.succeed("--version"))

    def test_values_are_refused_in_one_short_line(self):
        for words, arguments in ((["--time: 'abc' is not a number"], ["--time", "abc"]),
                                 (["--time: -1 is below 0"], ["--time=-1"]),
                                 (["--merge: 'bogus' is not one of max, min, sum"], ["--merge", "bogus"]),
                                 (["--format: 'xml' is not one of text, json, csv"], ["--format", "xml"]),
                                 (["--size is given 2 times"], ["-s", "6"]),
                                 (["--seed: 'x' is not a number"], ["--seed", "x"]),
                                 (["--seed: -1 is below 0"], ["--seed", "-1"]),
                                 (["--seed: '1.5' is not a whole number"], ["--seed", "1.5"]),
                                 (["--seed: 99999999999999999999 is above 18446744073709551615"],
                                  ["--seed", "99999999999999999999"]),
                                 (["--seed: '' is not a number"], ["--seed", ""]),
                                 (["--threads: 99999999999 is above 2147483647"], ["--threads", "99999999999"]),
                                 (["--top: 0 is below 1"], ["--top", "0"]),
                                 (["--time: 'inf' is not a finite number"], ["--time", "inf"]),
                                 (["--target: -5 is below 0"], ["--target", "-5"]),
                                 (["--target: 1e400 is outside the range"], ["--target", "1e400"]),
                                 (["--target: '' is not a number"], ["--target", ""]),
                                 (["--merge: '2' is not one of max, min, sum"], ["--merge", "2"]),
                                 (["block bogus is not an integer"], ["--block", "bogus"]),
                                 (["block must be an integer from 2 to 32, not 99999999999"], ["--block", "99999999999"]),
                                 (["theta x is not a number"], ["--theta", "x"]),
                                 (["work x is not an integer"], ["--work", "x"])):
            result = lode("find", "karate", "-s", "5", *arguments)
            self.assertEqual(result.returncode, 2, result.stderr)
            first = result.stderr.splitlines()[0]
            self.assertIn(words[0], first)
            self.assertLess(len(first), 100)

    def test_unknown_options_are_named_before_missing_ones(self):
        for arguments, words in ((["find", "--sizes", "5", "karate"], ["no option --sizes", "--size"]),
                                 (["find", "karate", "--sise", "5"], ["no option --sise", "--size"]),
                                 (["--helpp"], ["no option --helpp", "--help"]),
                                 (["lsq", "--helpp"], ["no option --helpp", "--help"]),
                                 (["help", "fnd"], ["no command 'fnd'", "find"]),
                                 (["help", "lsq", "slve"], ["no command 'slve'", "solve"])):
            self.fail_with(2, words, *arguments)
        self.fail_with(2, ["--size is required"], "find", "karate")
        self.assertEqual(self.succeed("help", "lsq", "solve"), self.succeed("lsq", "solve", "--help"))

    def test_empty_names_of_files(self):
        for option in ("-o", "--output", "--induced", "--certificate"):
            self.fail_with(2, ["is empty; name a file"], "find", "karate", "-s", "5", option, "")
        for command, option in (("report", "--html"), ("densest", "--decomposition"), ("info", "--cores"),
                                ("verify", "--set"), ("bounds", "--certificate")):
            self.fail_with(2, [f"{option}: is empty"], command, "karate", "-s", "5", option, "")
        self.fail_with(2, ["--resume: is empty"], "compare", "karate", "-s", "5", "--resume", "")
        self.fail_with(2, ["is empty"], "lsq", "generate", "", self.folder / "b.npy")
        self.fail_with(2, ["--set: is empty"], "generate", "planted", "-o", self.folder / "g.txt", "--set", "")

    def test_outputs_are_different_files_however_they_are_spelt(self):
        (self.folder / "sub").mkdir()
        (self.folder / "link").symlink_to(self.folder / "sub")
        (self.folder / "later").symlink_to(self.folder / "x")
        for a, b in (("x", "./x"), ("x", "sub/../x"), ("sub/x", "link/x"), ("x", str(self.folder / "x")),
                     ("later", "x")):
            result = subprocess.run([LODE, "find", "karate", "-s", "5", "-o", a, "--certificate", b, "--force"],
                                    cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(result.returncode, 2, (a, b))
            self.assertIn("is given twice", result.stderr)
        self.assertFalse((self.folder / "x").exists())

    def test_help_that_cannot_be_written(self):
        for arguments in (["--help"], ["find", "--help"], ["--version"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([LODE, *arguments], stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual(result.returncode, 1, arguments)
            self.assertIn("No space left", result.stderr)


class BadInput(ToolTest):
    def test_names_and_places(self):
        self.fail_with(3, ["karate"], "find", "karatte", "-s", "5")
        self.fail_with(3, ["LODE_DATA"], "info", "no-such-graph-at-all")
        self.fail_with(3, [str(self.folder)], "info", self.folder)
        self.fail_with(3, ["empty"], "info", self.write("empty.txt", ""))

    def test_two_files_for_one_name(self):
        self.write("twin.txt", "0 1\n")
        self.write("twin.csv", "0,1\n")
        self.fail_with(3, ["twin.txt", "twin.csv"], "info", "twin", LODE_DATA=str(self.folder))

    def test_standard_input(self):
        self.fail_with(3, [":2:1"], "info", "-", stdin="0 1\nx y\n")
        self.fail_with(3, ["empty"], "info", "-", stdin="")


class Find(ToolTest):
    def test_text_says_what_is_meant(self):
        text = self.succeed("find", "karate", "-s", "5")
        for words in ("10 of 10 possible", "density", "average degree", "upper bound", "proven optimal"):
            self.assertIn(words, text)

    def test_every_size_of_karate_is_recounted(self):
        result_path = self.folder / "result.json"
        result_path.write_text(self.succeed("find", "karate", "-s", "1:34", "--format", "json"))
        recount = subprocess.run([sys.executable, REPOSITORY / "tests/recount.py", DATASETS / "karate.txt", result_path],
                                 capture_output=True, text=True)
        self.assertEqual(recount.returncode, 0, recount.stdout + recount.stderr)
        results = json.loads(result_path.read_text())["results"]
        self.assertEqual([r["s"] for r in results], list(range(1, 35)))
        self.assertEqual((results[0]["edges"], results[0]["edge_density"], results[0]["gap"]), (0, 0, 0))
        self.assertEqual((results[33]["edges"], results[33]["proven_optimal"]), (78, True))
        self.succeed("verify", "karate", "--result", result_path)

    def test_set_and_induced_files(self):
        chosen, induced = self.folder / "set.txt", self.folder / "induced.txt"
        edges = self.find_json("planted-2000", "-s", "25", "-o", chosen, "--induced", induced)["results"][0]["edges"]
        self.assertIn(f"# edges {edges}", chosen.read_text())
        self.assertIn("verified", self.succeed("verify", "planted-2000", "--set", chosen))
        again = json.loads(self.succeed("info", induced, "--format", "json"))
        self.assertEqual((again["graph"]["vertices"], again["graph"]["edges"]), (25, edges))
        improved = self.find_json("planted-2000", "-s", "25", "--start", f"file:{chosen}")["results"][0]
        self.assertGreaterEqual(improved["edges"], edges)
        self.assertEqual(improved["trace"][0]["weight"], edges)

    def test_outputs_are_different_files_and_not_the_input(self):
        graph = self.write("g.txt", "1 2\n2 3\n1 3\n")
        kept = graph.read_text()
        other = self.folder / "link.txt"
        other.symlink_to(graph)
        for words, arguments in ((["is the input"], ["-o", graph]), (["is the input"], ["-o", other]),
                                 (["is the input"], ["--induced", f"{self.folder}/./g.txt"]),
                                 (["is given twice"], ["-o", self.folder / "a", "--induced", self.folder / "a"]),
                                 (["is given twice"], ["-o", "-", "--certificate", "/dev/stdout"])):
            self.fail_with(2, words, "find", graph, "-s", "2", *arguments, "--force")
            self.assertEqual(graph.read_text(), kept)
            self.assertFalse((self.folder / "a").exists())
        self.fail_with(2, ["is the input"], "report", graph, "-s", "2", "--json", graph, "--force")
        self.fail_with(2, ["is the input"], "bounds", graph, "-s", "2", "--certificate", graph, "--force")
        self.assertEqual(graph.read_text(), kept)
        self.succeed("find", graph, "-s", "2", "-o", "/dev/null", "--induced", "/dev/null")

    def test_no_file_that_a_command_reads_is_an_output(self):
        graph = self.write("g.txt", "1 2\n2 3\n1 3\n")
        read = {"ids": self.write("ids.txt", "1\n2\n"), "groups": self.write("groups.txt", "1 a\n"),
                "values": self.write("values.txt", "1 2\n2 1\n3 1\n"),
                "config": self.write("c.toml", "[find]\nsize = \"2\"\n")}
        before = {name: path.read_text() for name, path in read.items()}
        ids = f"file:{read['ids']}"
        for name, command in (("ids", ["find", graph, "-s", "3", "--include", ids, "-o"]),
                              ("ids", ["find", graph, "-s", "1", "--exclude", ids, "-o"]),
                              ("ids", ["find", graph, "-s", "2", "--start", ids, "--induced"]),
                              ("ids", ["densest", graph, "--include", ids, "-o"]),
                              ("ids", ["densest", graph, "--exclude", ids, "-o"]),
                              ("ids", ["densest", graph, "--anchors", ids, "-o"]),
                              ("groups", ["report", graph, "-s", "2", "--groups", read["groups"], "--html"]),
                              ("values", ["convert", graph, self.folder / "g.gml", "--values", read["values"], "--names"]),
                              ("config", ["--config", read["config"], "find", graph, "-s", "2", "-o"]),
                              ("config", [f"--config={read['config']}", "convert", graph, "--to", "edges"])):
            self.fail_with(2, ["is the input"], *command, read[name], "--force")
            self.assertEqual(read[name].read_text(), before[name])

    def test_a_file_that_is_standard_output_is_not_said_to_be_written(self):
        short = ("-s", "5", "--methods", "peeling", "--json", "-")
        for command in (("report", *short[:2], "--method", "peeling", *short[4:]), ("compare", *short)):
            result = lode(command[0], "karate", *command[1:])
            self.assertEqual(result.returncode, 0, result.stderr)
            document = json.loads(result.stdout)
            self.assertNotIn("wrote", result.stderr)
            if command[0] == "report":
                self.assertEqual(document["provenance"]["arguments"][:2], ["report", "karate"])
                self.assertEqual(len(document["provenance"]["input_sha256"]), 64)
                self.assertEqual(document["seed"], 1)
        self.assertIn("wrote", lode("find", "karate", "-s", "5", "-o", self.folder / "five").stderr)
        self.assertNotIn("wrote", lode("find", "karate", "-s", "5", "-o", "-").stderr)

    def test_how_a_file_was_read_reaches_every_format(self):
        graph = self.write("calls.csv", "caller,callee\nqq,ww\nww,ee\nqq,ee\nee,rr\n")
        arguments = ["find", graph, "-s", "3", "--effort", "none"]
        notes = json.loads(self.succeed(*arguments, "--format", "json"))["graph"]["notes"]
        self.assertTrue(any("is read as names" in note and "--no-header" in note for note in notes), notes)
        self.assertIn("is read as names", lode(*arguments, "--format", "csv").stderr)
        self.assertIn("is read as names", self.succeed(*arguments))

    def test_an_output_takes_standard_output(self):
        graph = self.write("g.txt", "1 2\n2 3\n1 3\n3 4\n")
        commands = {"find -s 3 -o": "# edges 3\n1\n2\n3\n", "find -s 3 --induced": "# vertices 3 edges 3\n1 2\n1 3\n2 3\n",
                    "info --cores": "id,degree,core\n1,2,2\n2,2,2\n3,3,2\n4,1,1\n"}
        for command, expected in commands.items():
            name, *options = command.split()
            for path in ("-", "/dev/stdout"):
                self.assertEqual(self.succeed(name, graph, *options, path), expected)
            shell = f"{LODE} {name} {graph} {' '.join(options)}"
            for line in (f"{shell} >(cat > {self.folder}/out; touch {self.folder}/done) > /dev/null; "
                         f"while ! [ -e {self.folder}/done ]; do sleep 0.01; done",
                         f"{shell} /dev/stdout | cat > {self.folder}/out", f"{shell} - > {self.folder}/out",
                         f"{shell} /dev/fd/3 3> {self.folder}/out > /dev/null"):
                subprocess.run(["bash", "-c", line], check=True, timeout=60, stderr=subprocess.DEVNULL)
                self.assertEqual((self.folder / "out").read_text(), expected, line)
                (self.folder / "done").unlink(missing_ok=True)
        for arguments in (["report", graph, "-s", "2", "--method", "peeling", "--effort", "none", "--json"],
                          ["compare", graph, "-s", "2", "--methods", "peeling", "--json"],
                          ["find", graph, "-s", "3", "--effort", "proof", "--certificate"],
                          ["bounds", graph, "-s", "3", "--certificate"]):
            for path in ("-", "/dev/stdout"):
                json.loads(self.succeed(*arguments, path))
        for arguments in (["convert", graph], ["generate", "gnp", "-n", "9", "-p", "0.5"]):
            options = ["-o"] if arguments[0] == "generate" else []
            to = ["--to", "edges"] if arguments[0] == "convert" else []
            text = self.succeed(*arguments, *options, "/dev/stdout", *to)
            self.assertIn("# vertices", text)
        # A reader that goes early ends nothing, and loses nothing of another file.
        subprocess.run(["bash", "-c", f"set -o pipefail; {LODE} find {graph} -s 3 -o - --induced {self.folder}/i | true"],
                       check=True, timeout=60, stderr=subprocess.DEVNULL)
        self.assertTrue((self.folder / "i").exists())

    def test_unwritable_places(self):
        self.fail_with(1, ["missing"], "find", "karate", "-s", "5", "-o", self.folder / "missing" / "set.txt")
        with open("/dev/full", "w") as full:
            result = subprocess.run([LODE, "find", "karate", "-s", "5"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("No space left", result.stderr)

    def test_standard_input_labels_and_weights(self):
        document = self.find_json("-", "-s", "2", "--labels", "--weighted", stdin="ann,bob,0.5\nbob,eve,2.25\n")
        result = document["results"][0]
        self.assertEqual(result["vertices"], ["bob", "eve"])
        self.assertEqual((result["edges"], result["weight"], result["bound"] >= 2.25), (1, 2.25, True))
        self.assertIs(document["graph"]["weighted"], True)

    def test_names_with_blanks_are_quoted(self):
        graph = self.write("g.csv", "alice smith,bob jones\nbob jones,carl\nalice smith,carl\n")
        for command in (["find", graph, "-s", "3"], ["densest", graph]):
            text = self.succeed(*command, "--labels")
            self.assertRegex(text, r'"alice smith" +"bob jones" +carl')

    def test_closed_pipe_ends_quietly(self):
        process = subprocess.Popen([LODE, "find", "planted-20000", "-s", "2:9000:1000", "--method", "peeling",
                                    "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(process.stdout.read(1), b"{")
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), 0)


class InterruptedGenerators(ToolTest):
    def test_a_signal_ends_them_and_leaves_nothing(self):
        for kind in (("rmat", "--scale", "22", "--lines", "40000000"), ("gnp", "-n", "300000", "-p", "0.002")):
            process = subprocess.Popen([LODE, "generate", *kind, "-o", str(self.folder / "g.txt")],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            wait_until_caught(process, signal.SIGINT)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 130)
            self.assertIn(err, ("", "lode: drawing the graph was stopped (interrupted)\n"))
            self.assertEqual(list(self.folder.iterdir()), [])


class Signals(ToolTest):
    def interrupt(self, number):
        process = subprocess.Popen([LODE, "-v", "find", "planted-20000", "-s", "300,301", "--idle", "1000000000",
                                    "--preset", "descent", "--start", "random", "--format", "json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertIn("vertices", process.stderr.readline())  # the graph is read, the search begins
        try:
            process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            pass
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 128 + number, err)
        document = json.loads(out)
        self.assertEqual(len(document["results"]), 1)
        self.assertEqual(document["results"][0]["stop_reason"], "interrupted")
        self.assertEqual(len(document["results"][0]["vertices"]), 300)

    def test_interrupt(self):
        self.interrupt(signal.SIGINT)

    def test_terminate(self):
        self.interrupt(signal.SIGTERM)


class Verify(ToolTest):
    def test_right_and_wrong_sets(self):
        good = self.write("good.txt", "1\n2\n3\n4\n8\n")
        self.assertIn("10 edges", self.succeed("verify", "karate", "--set", good, "--edges", "10"))
        self.assertIn("nothing was claimed", self.succeed("verify", "karate", "--set", good))
        self.fail_with(4, ["claimed as 9", "10"], "verify", "karate", "--set", good, "--edges", "9")
        lie = self.write("lie.txt", "# edges 11\n1\n2\n3\n4\n8\n")
        self.fail_with(4, ["11"], "verify", "karate", "--set", lie)
        self.fail_with(3, [":2:1"], "verify", "karate", "--set", self.write("far.txt", "1\n99\n"))
        self.fail_with(3, [":2:1"], "verify", "karate", "--set", self.write("twice.txt", "1\n1\n"))
        self.fail_with(2, ["--set"], "verify", "karate")

    def tampered(self, text, tamper):
        document = json.loads(text)
        tamper(document)
        return self.write("tampered.json", json.dumps(document))

    def test_results_are_compared_with_their_graph_and_claim_something(self):
        text = self.succeed("find", "karate", "-s", "7", "--format", "json")
        for words, tamper in (
                ("nothing is claimed", lambda d: d["results"].clear()),
                ("number of vertices", lambda d: d["graph"].update(vertices=35)),
                ("number of edges", lambda d: d["graph"].update(edges=79)),
                ("checksum", lambda d: d["provenance"].update(input_sha256="0" * 64))):
            with self.subTest(words):
                self.fail_with(4, [words], "verify", "karate", "--result", self.tampered(text, tamper))
        for size in (7 + 2**32, 7.5, -7):
            self.fail_with(3, ["/results/0/s"], "verify", "karate", "--result",
                           self.tampered(text, lambda d: d["results"][0].update(s=size)))
        several = self.succeed("find", "karate", "planted-2000", "-s", "5", "--effort", "cheap", "--format", "json")
        self.fail_with(3, ["several graphs"], "verify", "karate", "--result", self.write("several.json", several))
        huge = self.write("huge.json", text.replace('"weight": ', '"weight": 1e400, "was": ', 1))
        self.fail_with(3, ["1e400"], "verify", "karate", "--result", huge)

    def test_certificates_of_densest_subgraphs_are_checked(self):
        graph = self.write("triangle.txt", "0 1\n0 2\n1 2\n2 3\n")
        text = json.dumps({"command": "certificate", "schema_version": 3, "kind": "densest", "lode_version": "0",
                           "graph": {"vertices": 4, "edges": 4, "weight": 4},
                           "bound": {"numerator": 1, "denominator": 1}, "denominator": 1, "shares": [1, 0, 1, 0]})
        self.assertEqual(self.succeed("verify", graph, "--certificate", self.write("c.json", text)),
                         "no set has more than 1 of weight per vertex: verified\n")
        other = text.replace('"denominator": 1, "shares": [1, 0, 1, 0]', '"denominator": 2, "shares": [2, 0, 2, 0], '
                             '"costs": [1, 1, 1, 3], "values": [0, 0, 0, 0.5]').replace('{"numerator": 1, "denominator": 1}', "1.0")
        self.assertEqual(self.succeed("verify", graph, "--certificate", self.write("o.json", other)),
                         "no set has more than 1 of weight and value per cost: verified\n")
        for bound, shown in ((1.0000000001234, "1.000000001"), (4 / 3, "1.333333334"), (333333333333333.3, "333333333333334")):
            above = self.write("a.json", text.replace('{"numerator": 1, "denominator": 1}', str(bound)))
            self.assertIn(f"more than {shown} of weight", self.succeed("verify", graph, "--certificate", above))
        same, different = (self.write(name, f"0 0\n1 0\n2 0\n3 {x}\n") for name, x in (("v.txt", 0.5), ("w.txt", 0.25)))
        self.succeed("verify", graph, "--certificate", self.folder / "o.json", "--values", same)
        for code, words, proof, *options in ((4, "are not those", "o.json", "--values", different),
                                             (4, "has none", "c.json", "--values", same),
                                             (2, "--core-of", "c.json", "--core-of", 1)):
            self.fail_with(code, [words], "verify", graph, "--certificate", self.folder / proof, *options)

    def test_no_file_is_left_where_no_certificate_is_written(self):
        path = self.folder / "old.json"
        path.write_text("of another question")
        result = lode("find", "karate", "--min-average-degree", "1", "--certificate", path, "--force")
        self.assertEqual(result.returncode, 1)
        self.assertIn("no claim", result.stderr)
        self.assertIn("s = 34", result.stdout)  # the answer is printed all the same
        self.assertFalse(path.exists())

    def test_what_a_search_says_is_taken_only_on_trust_and_if_no_set_refutes_it(self):
        path = self.folder / "bounds.json"
        self.succeed("bounds", "karate", "-s", "9", "--effort", "cheap", "--certificate", path)

        def searched(value):
            def tamper(document):
                step = {"s": 9, "value": value, "rule": "search"}
                document["claims"][0].update(steps=[step], bound=value)
            return self.tampered(path.read_text(), tamper)
        self.fail_with(4, ["--trust-search"], "verify", "karate", "--certificate", searched(21))
        self.assertIn("verified, given that a search is right",
                      self.succeed("verify", "karate", "--certificate", searched(21), "--trust-search"))
        self.fail_with(4, ["a set of them holds"], "verify", "karate", "--certificate", searched(5), "--trust-search")
        self.fail_with(2, ["--trust-search"], "verify", "karate", "--set", self.write("s.txt", "1\n2\n"),
                       "--trust-search")


class Threads(ToolTest):
    def test_more_threads_than_processors_are_no_news(self):
        for threads in ("4", "200"):
            result = lode("find", "karate", "-s", "5", "--threads", threads, "--format", "json")
            self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_absurd_numbers_of_threads_are_refused(self):
        for threads in ("100000", "2147483647"):
            self.fail_with(2, ["threads", "must be at most"], "find", "karate", "-s", "5", "--threads", threads)


class Pipes(ToolTest):
    def test_what_can_be_read_only_once_has_no_checksum(self):
        path = self.folder / "pipe"
        os.mkfifo(path)
        text = (DATASETS / "karate.txt").read_text()
        writer = threading.Thread(target=path.write_text, args=(text,))
        writer.start()
        document = self.find_json(path, "-s", "5")
        writer.join()
        self.assertEqual((document["results"][0]["edges"], document["provenance"].get("input_sha256", "")), (10, ""))


class Budget(ToolTest):
    """Hangs are what the timeouts of the runs catch; nothing here measures time."""

    def write_graph(self, name, edges):
        return self.write(name, "".join(f"{u} {v}\n" for u, v in edges))

    def test_searches_of_large_sizes_end_with_their_time(self):
        edges = [(u, (u * u + 7 * k) % 6000) for u in range(6000) for k in range(1, 6) if u != (u * u + 7 * k) % 6000]
        graph = self.write_graph("large.txt", edges)
        for command in (("find", graph, "-s", "3000", "--method", "exact"), ("bounds", graph, "-s", "3000"),
                        ("find", graph, "-s", "3000", "--effort", "proof")):
            result = subprocess.run([LODE, *map(str, command), "--time", "1"], capture_output=True, text=True, timeout=60)
            self.assertEqual(result.returncode, 0, result.stderr)

    def test_bounds_by_flow_end_with_their_time(self):
        graph = self.write_graph("bipartite.txt", [(u, 1000 + v) for u in range(1000) for v in range(1000)])
        answer = self.find_json(graph, "-s", "100", "--time", 0.2 * SLOWER)["results"][0]
        self.assertEqual(len(answer["vertices"]), 100)
        self.assertLessEqual(answer["edges"], 2500)  # the best there is
        self.assertGreaterEqual(answer["bound"], 2500)

    def test_the_log_of_a_proof_goes_on_from_the_search(self):
        result = subprocess.run([LODE, "find", "email-Eu-core", "-s", "60", "--effort", "proof", "--time", "2"]
                                if os.environ.get("LODE_DATA") else
                                [LODE, "find", "planted-2000", "-s", "30", "--effort", "proof", "--time", "2"],
                                capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = [line for line in result.stderr.splitlines() if line.count("|") == 4][1:]
        self.assertTrue(lines, result.stderr)
        units = {"s": 1.0, "ms": 1e-3, "us": 1e-6}
        amount, unit = lines[0].split("|")[0].split()
        answer = result.stdout.split(" after ")[1].split(",")[0].split("\n")[0].split()
        self.assertGreaterEqual(float(amount) * units[unit], 0.99 * float(answer[0]) * units[answer[1]])

    def test_a_proof_goes_on_with_methods_that_take_no_start(self):
        for method in ("peeling", "feige", "lp", "exact"):
            answer = self.find_json("planted-2000", "-s", "40", "--method", method, "--effort", "proof", "--time", "3",
                                    "-q")["results"][0]
            self.assertEqual(len(answer["vertices"]), 40)

    def test_sets_that_do_not_fit_are_refused(self):
        path = self.write("path.txt", "".join(f"{v} {v + 1}\n" for v in range(40000)))
        self.fail_with(2, ["-s", "ask for fewer sizes"], "find", path, "-s", "2:40000")
        self.fail_with(2, ["-s", "fewer"], "report", path, "-s", "2:20000")
        self.fail_with(2, ["-s", "fewer"], "compare", path, "-s", "2:20000", "--methods", "peeling")


class Writing(ToolTest):
    def test_an_answer_is_printed_even_when_a_file_cannot_be_written(self):
        a, b = self.folder / "A.csv", self.folder / "b.csv"
        self.succeed("lsq", "generate", a, b, "--kind", "uniform", "--rows", "10", "--columns", "8")
        for command, words in ((("densest", "karate", "-o"), "density"),
                               (("densest", "karate", "--decomposition"), "density"),
                               (("info", "karate", "--cores"), "vertices"),
                               (("lsq", "solve", a, b, "-s", "3", "-o"), "nonzeros"),
                               (("lsq", "compare", a, b, "-s", "3", "--methods", "omp", "--csv"), "omp"),
                               (("find", "karate", "-s", "5", "--certificate"), "10 of 10 possible"),
                               (("find", "karate", "-s", "5", "-o"), "10 of 10 possible"),
                               (("bounds", "karate", "-s", "5", "--effort", "cheap", "--certificate"), "trivial"),
                               (("report", "karate", "-s", "5", "--method", "peeling", "--html"), "peeling"),
                               (("compare", "karate", "-s", "5", "--methods", "peeling", "--csv"), "peeling")):
            # No file of this size may be written: as on a full disk, but seen only when writing.
            limited = f'ulimit -f 0; exec "$@"'
            result = subprocess.run(["bash", "-c", limited, "bash", LODE, *map(str, command),
                                     str(self.folder / "out.csv")],
                                    capture_output=True, text=True, timeout=120)
            with self.subTest(command):
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(words, result.stdout)
                self.assertIn("out", result.stderr)


class Weights(ToolTest):
    def test_parts_of_real_graphs_may_hold_large_integers(self):
        edges = [f"{u} {v} {10**15 + u}" for u in range(12) for v in range(u)] + ["0 12 0.5", "1 13 0.25"]
        graph = self.write("core.txt", "\n".join(edges) + "\n")
        for command in (("bounds", graph, "--weighted", "-s", "8", "--time", "0.5"), ("densest", graph, "--weighted"),
                        ("report", graph, "--weighted", "-s", "4,8", "--time", "2"),
                        ("find", graph, "--weighted", "-s", "8", "--effort", "strong", "--time", "1")):
            self.succeed(*command)

    def test_every_form_of_a_proof_says_its_tolerance(self):
        weights = [(11, 10, 1.0000000001)] + [(u, v, 1) for u in range(4) for v in range(u)]
        weights += [(u, v, 1) for u in range(10, 14) for v in range(10, u) if (u, v) != (11, 10)]
        graph = self.write("tie.txt", "".join(f"{u} {v} {w}\n" for u, v, w in weights + [(0, 20, 0.1)]))
        options = (graph, "--weighted", "-s", "2,4")
        found = self.find_json(*options, "--method", "peeling")["results"][1]
        page = self.folder / "r.html"
        report = self.succeed("report", *options, "--method", "peeling", "--html", page)
        table = self.succeed("find", *options, "--method", "peeling")
        within = "optimal within 1e-09 of the weight"
        self.assertEqual((found["proven_optimal"], found["optimality_tolerance"]), (True, 1e-9))
        for text in (table, report, page.read_text()):
            self.assertIn(within, text)
        self.assertNotIn("within 1e-09", self.succeed("report", "karate", "-s", "5"))

    def test_missing_weights_say_how_to_read_the_file(self):
        graph = self.write("plain.txt", "1 2\n2 3\n")
        for given in (["--weighted"], ["--merge", "sum"], ["--weight-column", "3"], ["--merge", "max", "--signed"]):
            self.fail_with(3, [":1:4: the line has no weight", "read without weights\n"], "find", graph, "-s", "2", *given)

    def test_results_of_a_weighted_graph_are_verified_with_its_weights(self):
        graph = self.write("w.txt", "1 2 5\n2 3 1\n")
        for found, verified, words in (((), ("--weighted",), ["without --weighted"]),
                                       (("--weighted",), (), ["verify it with --weighted"])):
            result = self.write("r.json", self.succeed("find", graph, "-s", "2", "--format", "json", *found))
            self.succeed("verify", graph, "--result", result, *found)
            self.fail_with(4, words, "verify", graph, "--result", result, *verified)


class Certainty(ToolTest):
    def test_proofs_end_with_the_optimum(self):
        result = subprocess.run([LODE, "find", "karate", "-s", "8", "--effort", "proof", "--time", "60", "--format",
                                 "json"], capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("time | best | bound | gap | by", result.stderr)
        answer = json.loads(result.stdout)["results"][0]
        self.assertTrue(answer["proven_optimal"])
        self.assertEqual(answer["edges"], answer["bound"])

    def test_effort_none_leaves_the_trivial_bound(self):
        answer = self.find_json("karate", "-s", "8", "--effort", "none")["results"][0]
        self.assertEqual((answer["bound_rule"], answer["bound"]), ("trivial", 28))
        self.fail_with(2, ["--effort"], "find", "karate", "-s", "8", "--effort", "some")

    def test_certificates_are_checked(self):
        path = self.folder / "bounds.json"
        self.succeed("bounds", "karate", "-s", "2,5,8,20", "--time", "0.3", "--certificate", path)
        text = self.succeed("verify", "karate", "--certificate", path, "--trust-search")
        self.assertEqual(text.count("verified"), 4)
        self.fail_with(2, ["exists"], "bounds", "karate", "-s", "5", "--effort", "cheap", "--certificate", path)
        document = json.loads(path.read_text())
        for claim in document["claims"]:
            tampered = json.loads(path.read_text())
            for other in tampered["claims"]:
                if other["s"] == claim["s"] and other["steps"][-1]["rule"] != "search":
                    other["steps"][-1]["value"] -= 1
                    lie = self.write(f"lie{claim['s']}.json", json.dumps(tampered))
                    self.fail_with(4, ["certificate"], "verify", "karate", "--certificate", lie)
        self.fail_with(3, ["another graph"], "verify", "planted-2000", "--certificate", path)
        self.succeed("find", "karate", "-s", "5", "--certificate", self.folder / "find.json")
        self.assertIn("s = 5", self.succeed("verify", "karate", "--certificate", self.folder / "find.json"))
        for size in ("7", "8", "10"):  # which enumeration settles first
            for effort in ("auto", "strong", "proof"):
                said = self.succeed("find", "karate", "-s", size, "--effort", effort, "--certificate", path, "--force")
                self.assertIn("checkable       yes", said)
                self.succeed("verify", "karate", "--certificate", path)
        said = self.succeed("find", "karate", "-s", "6:9", "--certificate", path, "--force")
        self.assertIn("\ncheckable: yes\n", said)
        self.assertEqual(self.succeed("verify", "karate", "--certificate", path).count("verified"), 4)
        graph = self.folder / "gnp.txt"  # too many vertices for the search that can be checked, at this effort
        self.succeed("generate", "gnp", "-n", "400", "-p", "0.08", "--seed", "3", "-o", graph)
        answer = self.find_json(graph, "-s", "7", "--certificate", path, "--force")["results"][0]
        self.assertIs(answer["checkable"], False)
        self.assertNotIn("checkable", self.find_json(graph, "-s", "7")["results"][0])
        self.assertIn("checkable       no: ", self.succeed("find", graph, "-s", "7", "--certificate", path, "--force"))
        self.assertIn("checkable, s = 7: no: ",
                      self.succeed("find", graph, "-s", "2,7", "--certificate", path, "--force"))
        self.fail_with(4, ["--trust-search"], "verify", graph, "--certificate", path)
        self.succeed("verify", graph, "--certificate", path, "--trust-search")
        path = self.folder / "held.json"
        said = self.succeed("find", "karate", "-s", "5", "--include", "12", "--exclude", "1", "--certificate", path)
        self.assertIn("of sets with all that is included and nothing that is excluded", said)
        self.assertIn(", of sets that hold 12 and without 1: verified",
                      self.succeed("verify", "karate", "--certificate", path))
        tampered = json.loads(path.read_text())
        del tampered["include"]
        lie = self.write("held-lie.json", json.dumps(tampered))
        self.fail_with(4, ["certificate"], "verify", "karate", "--certificate", lie)


class OtherCommands(ToolTest):
    def test_info(self):
        document = json.loads(self.succeed("info", "karate", "--format", "json", "--cores", self.folder / "cores.csv"))
        self.assertEqual((document["graph"]["vertices"], document["graph"]["edges"], document["degeneracy"],
                          document["components"]), (34, 78, 4, 1))
        cores = (self.folder / "cores.csv").read_text().splitlines()
        self.assertEqual((cores[0], cores[1], len(cores)), ("id,degree,core", "1,16,4", 35))
        self.assertIn("degeneracy", self.succeed("info", "karate"))

    def test_bounds(self):
        rows = self.succeed("bounds", "karate", "-s", "5,34", "--format", "csv", "--effort", "cheap").splitlines()
        self.assertEqual(len(rows), 1 + 2 * 6)  # trivial, degree, degeneracy, turan, lp, chain
        rows = self.succeed("bounds", "karate", "-s", "8", "--format", "csv", "--time", "0.5").splitlines()
        names = {row.split(",")[1] for row in rows[1:]}
        self.assertLessEqual({"trivial", "degree", "lp", "turan", "chain", "degeneracy"}, names)
        rows = self.succeed("bounds", "karate", "-s", "8", "--format", "csv", "--effort", "none").splitlines()
        self.assertEqual([row.split(",")[1] for row in rows[1:]], ["trivial"])
        self.assertIn("trivial", self.succeed("bounds", "karate", "-s", "5"))
        json.loads(self.succeed("bounds", "karate", "-s", "5", "--format", "json"))

    def test_generate(self):
        cases = ((("gnp", "-n", "50", "-p", "0.1"), 50), (("rmat", "--scale", "6", "--lines", "300"), 64),
                 (("planted", "-n", "300", "-s", "10"), 300), (("regular", "-n", "20", "-d", "3"), 20),
                 (("multipartite", "--parts", "3,4"), 7))
        for arguments, vertices in cases:
            path = self.folder / f"{arguments[0]}.txt"
            self.succeed("generate", *arguments, "-o", path, "--seed", "5")
            document = json.loads(self.succeed("info", path, "--format", "json"))
            self.assertEqual(document["graph"]["vertices"], vertices)
            self.assertIn("lode generate " + arguments[0], path.read_text().splitlines()[0])
            again = self.succeed("generate", *arguments, "-o", "-", "--seed", "5")
            self.assertEqual([l for l in again.splitlines() if l[0] != "#"],
                             [l for l in path.read_text().splitlines() if l[0] != "#"])
        drawn, merged = self.folder / "drawn.txt", self.folder / "merged.lode"
        rmat = ("generate", "rmat", "--scale", "8", "--lines", "3000", "--seed", "5")
        self.succeed(*rmat, "--as-drawn", "-o", drawn)
        lines = [line for line in drawn.read_text().splitlines() if line[0] != "#"]
        self.assertEqual((len(lines), lines[0]), (3001, "256 3000"))
        self.assertEqual(self.succeed(*rmat, "--as-drawn", "-o", "-").splitlines()[1:], lines)
        self.succeed(*rmat, "-o", merged)
        self.assertEqual(merged.read_bytes()[:5], b"\x89lode")
        edges = [json.loads(self.succeed("info", path, "--format", "json"))["graph"]["edges"] for path in (drawn, merged)]
        self.assertEqual(*edges)
        for name in ("x.txt.gz", "x.zst", "x.lode", "x.csv", "x.MTX"):
            self.fail_with(2, ["--output", "--as-drawn", ".txt"], *rmat, "--as-drawn", "-o", self.folder / name)
            self.assertFalse((self.folder / name).exists())
        for command in (("generate", "gnp", "-n", "5", "-p", "1", "-o"), ("convert", "karate", "--to", "edges")):
            self.fail_with(2, ["g.npy", "lode reads but does not write"], *command, self.folder / "g.npy")
            self.assertFalse((self.folder / "g.npy").exists())
        self.fail_with(2, ["scale"], "generate", "rmat", "--scale", "99", "--as-drawn", "-o", self.folder / "x")
        self.fail_with(2, ["probability"], "generate", "gnp", "-n", "5", "-p", "2", "-o", "-")
        self.fail_with(2, ["--force"], "generate", "gnp", "-n", "5", "-p", "1", "-o", self.folder / "gnp.txt")

    def test_report(self):
        html, data = self.folder / "r.html", self.folder / "r.json"
        text = self.succeed("report", "karate", "--html", html, "--json", data)
        self.assertIn("karate", text)
        page = html.read_text()
        self.assertIn("id=\"document\"", page)
        self.assertNotRegex(page, r'(?:src|href)="http')
        self.assertLess(len(page), 500_000)
        document = json.loads(data.read_text())
        self.assertEqual((document["command"], document["schema_version"]), ("report", 1))
        self.fail_with(2, ["--force"], "report", "karate", "--html", html)


class Bundled(ToolTest):
    """The graphs in datasets/ are what their README says, and their planted sets are found."""

    def test_counts(self):
        for name, vertices in (("karate", 34), ("planted-2000", 2000), ("planted-20000", 20000),
                               ("planted-2000-weighted", 2000)):
            document = json.loads(self.succeed("info", name, "--format", "json"))
            self.assertEqual(document["graph"]["vertices"], vertices)
        described = (DATASETS / "README.md").read_text()
        for file in DATASETS.iterdir():
            self.assertLess(file.stat().st_size, 500_000, file)
            if file.name != "README.md":
                self.assertIn(file.name, described)

    def test_planted_sets_are_found(self):
        for name, more in (("planted-2000", ()), ("planted-20000", ()), ("planted-2000-weighted", ("--weighted",))):
            lines = (DATASETS / f"{name}.set.txt").read_text().splitlines()
            planted = sorted(int(line) for line in lines if line[0] != "#")
            result = self.find_json(name, "-s", str(len(planted)), *more)["results"][0]
            self.assertEqual(result["vertices"], planted, name)
            self.succeed("verify", name, *more, "--set", DATASETS / f"{name}.set.txt")

    def test_recorded_command_lines_reproduce_the_files(self):
        for file in sorted(DATASETS.glob("planted-*.txt")):
            if file.name.endswith(".set.txt"):
                continue
            command = file.read_text().splitlines()[0].removeprefix("# lode ").split()
            for option in ("-o", "--set"):
                command[command.index(option) + 1] = str(self.folder / pathlib.Path(command[command.index(option) + 1]).name)
            self.succeed(*command)
            made = [l for l in (self.folder / file.name).read_text().splitlines() if l[0] != "#"]
            kept = [l for l in file.read_text().splitlines() if l[0] != "#"]
            self.assertEqual(made, kept, file.name)


class RealGraphs(ToolTest):  # slow
    """The paper's SNAP graphs, from LODE_DATA."""

    @classmethod
    def setUpClass(cls):
        if "LODE_DATA" not in os.environ:
            raise unittest.SkipTest("LODE_DATA is not set")

    def test_answers_are_recounted_from_the_text(self):
        for name, (vertices, edges) in PAPER_GRAPHS.items():
            best, path = {}, self.folder / f"{name}.json"
            for method in ("peeling", "hybrid"):
                path.write_text(self.succeed("find", name, "-s", "50", "--method", method, "--format", "json",
                                             LODE_DATA=os.environ["LODE_DATA"]))
                document = json.loads(path.read_text())
                self.assertEqual((document["graph"]["vertices"], document["graph"]["edges"]), (vertices, edges))
                best[method] = document["results"][0]["edges"]
            graph = next(pathlib.Path(folder) / f"{name}.txt.gz" for folder in os.environ["LODE_DATA"].split(":"))
            recount = subprocess.run([sys.executable, REPOSITORY / "tests/recount.py", graph, path],
                                     capture_output=True, text=True)
            self.assertEqual(recount.returncode, 0, recount.stdout + recount.stderr)
            self.assertGreaterEqual(best["hybrid"], best["peeling"], name)


class Readme(ToolTest):
    """What the README and the pages of docs/ show is so."""

    def setUp(self):
        super().setUp()
        self.pages = [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]
        self.text = "".join(page.read_text() for page in self.pages)

    def test_links_lead_somewhere(self):
        for page in self.pages:
            for link in re.findall(r"\]\(([^)#]+)", page.read_text()):
                if not link.startswith("https://"):
                    self.assertTrue((page.parent / link).exists(), f"{page.name}: {link}")

    def block_after(self, marker):
        return self.text.split(marker, 1)[1].split("```", 2)[1].split("\n", 1)[1]

    def test_the_example_is_the_one_that_is_compiled(self):
        self.assertEqual(self.block_after("<!-- example -->"), (REPOSITORY / "tests/consumer/main.cpp").read_text())
        for program in ("library", "files", "control", "quadratic"):
            source = REPOSITORY / f"tests/consumer/{program}.cpp"
            self.assertEqual(self.block_after(f"<!-- {program} -->"), source.read_text())

    def test_the_commands_shown_work(self):
        blocks = [self.block_after(f"<!-- {which} -->") for which in ("commands", "more commands", "lsq commands")]
        for line in "".join(blocks).splitlines():
            if line.startswith("lode "):
                command = line.split("#")[0].split()[1:]
                result = subprocess.run([LODE, *command], cwd=self.folder, capture_output=True, text=True, timeout=280 * SLOWER)
                self.assertEqual(result.returncode, 0, f"{line}\n{result.stderr}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
