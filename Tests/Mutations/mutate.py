#!/usr/bin/env python3
"""Breaks Collet.swift one line at a time, and runs the fast tests against each broken file.

    Tests/Mutations/mutate.py             every mutation of mutations.txt
    Tests/Mutations/mutate.py --open      those that nothing killed and nobody explained
    Tests/Mutations/mutate.py Inject run  those whose text contains "Inject" or "run"

A mutation is a text of Collet.swift, what stands there instead, and what came of it:

    - if instance == nil { instance = made }
    + instance = made
    = killed by threadsThatRaceToTheFirstAccessAllGetOneOfTheirValues

The last line is written by the script when a test fails, stops or hangs. Where one that stops or
hangs took the others with it, they run once more, one after the other: the last that began is it.
Where all tests pass, the mutation has survived: a test is missing, or somebody writes
`= explained: …` there. The script fails where a mutation survived that is not explained, doesn't
compile, or is out of date: its text is gone from the file, or is there twice.
"""

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Timer

TESTS = Path(__file__).resolve().parent.parent
LIBRARY = TESTS.parent / "Sources/Collet/Collet.swift"
TABLE = TESTS / "Mutations/mutations.txt"
# In seconds; the tests take ten.
TIME_LIMIT = 120
FAILURE = re.compile(r"Test (\w+)\(.*\) recorded an issue")
START = re.compile(r"Test (\w+)\(.*\) started")

# The tests are linked with the library dynamically: a mutation compiles one file.
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "{name}",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    {contents},
    swiftLanguageModes: [.v6]
)
"""
LIBRARY_CONTENTS = """products: [.library(name: "Collet", type: .dynamic, targets: ["Collet"])],
    targets: [.target(name: "Collet")]"""
TESTS_CONTENTS = """dependencies: [.package(path: "../Library")],
    targets: [
        .target(name: "TestSupport"),
        .testTarget(
            name: "ColletTests",
            dependencies: [.product(name: "Collet", package: "Library"), "TestSupport"]
        )
    ]"""


class Mutation:
    def __init__(self, lines):
        def text(mark):
            return "\n".join(line[2:] for line in lines if line[:1] == mark)

        self.old, self.new, self.outcome = text("-"), text("+"), text("=")

    def applied_to(self, source):
        count = source.count(self.old)
        if count == 1:
            return source.replace(self.old, self.new)
        self.outcome = "out of date: " + ("the text is gone" if count == 0 else "it is there twice")

    @property
    def is_settled(self):
        return self.outcome.startswith(("killed by ", "explained: "))

    def __str__(self):
        marked = [("-", self.old), ("+", self.new), ("=", self.outcome)]
        lines = (f"{mark} {line}" for mark, text in marked for line in text.split("\n"))
        return "".join(f"{line.rstrip()}\n" for line in lines)


def end_session(session):
    """Ends the processes of a session: exit tests start some in groups of their own."""
    listing = subprocess.run(["ps", "-axo", "pid="], capture_output=True, text=True).stdout
    for process in map(int, listing.split()):
        try:
            if os.getsid(process) == session:
                os.kill(process, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass


class Workshop:
    """A copy of the package that has only the library and its tests."""

    def __init__(self, directory):
        self.directory = directory
        for name, contents in [("Library", LIBRARY_CONTENTS), ("Tests", TESTS_CONTENTS)]:
            (directory / name).mkdir()
            manifest = MANIFEST.format(name=name, contents=contents)
            (directory / name / "Package.swift").write_text(manifest)
        self.copy = directory / "Library/Sources/Collet/Collet.swift"
        shutil.copytree(LIBRARY.parent, self.copy.parent)
        shutil.copytree(TESTS / "ColletTests", directory / "Tests/Tests/ColletTests")
        shutil.copytree(TESTS / "Support", directory / "Tests/Sources/TestSupport")
        status, text = self.run(["swift", "build", "--build-tests"], 900)
        if status != 0:
            sys.exit("The tests don't compile:\n" + text)

    def run(self, command, limit, is_enough=lambda line: False):
        """Runs a command where the tests are, and returns its status and what it wrote.

        The status is `None` where the time was up, or where a line was enough.
        """
        # To a terminal a program writes each line at once: what stops has said what it did.
        reading, writing = pty.openpty()
        process = subprocess.Popen(
            command, cwd=self.directory / "Tests",
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no", "NO_COLOR": "1", "TERM": "dumb"},
            stdout=writing, stderr=writing, start_new_session=True)
        os.close(writing)
        timer = Timer(limit, end_session, [process.pid])
        timer.start()
        lines = []
        with open(reading, errors="replace", newline="\n") as output:
            try:
                for line in output:
                    lines.append(line)
                    if is_enough(line):
                        end_session(process.pid)
                        break
            except OSError:
                pass  # Linux says so when the last writer is gone.
        process.wait()
        timer.cancel()
        end_session(process.pid)
        status = process.returncode
        return (None if status == -signal.SIGKILL else status), "".join(lines)

    def outcome(self, source):
        """Returns which test fails first, or an empty text if all pass."""
        self.copy.write_text(source)
        products = self.directory / "Tests/.build/debug"
        library = next(products.glob("libCollet.*"))
        status, _ = self.run(
            ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", "Collet",
             "-emit-library", "-o", str(library), str(self.copy)], TIME_LIMIT)
        if status != 0:
            return "does not compile"
        tests = ["swift", "test", "--skip-build", "--filter", r"^ColletTests\."]
        status, text = self.run(tests, TIME_LIMIT, FAILURE.search)
        if status == 0:
            return ""
        if failure := FAILURE.search(text):
            return "killed by " + failure[1]
        end = "killed by a hang" if status is None else "killed by a crash"
        status, text = self.run(tests + ["--no-parallel"], TIME_LIMIT)
        return end + (f" in {last[-1]}" if status != 0 and (last := START.findall(text)) else "")


def main():
    paragraphs = TABLE.read_text().strip("\n").split("\n\n")
    entries = [
        Mutation(text.split("\n")) if text.startswith("- ") else text for text in paragraphs
    ]
    mutations = [entry for entry in entries if isinstance(entry, Mutation)]
    if words := sys.argv[1:]:
        if words == ["--open"]:
            mutations = [each for each in mutations if not each.is_settled]
        else:
            mutations = [each for each in mutations if any(word in str(each) for word in words)]
    source = LIBRARY.read_text()
    with tempfile.TemporaryDirectory() as directory:
        workshop = Workshop(Path(directory))
        if outcome := workshop.outcome(source):
            sys.exit(f"The tests fail as it is: {outcome}")
        for number, mutation in enumerate(mutations, 1):
            mutated = mutation.applied_to(source)
            if mutated is not None:
                outcome = workshop.outcome(mutated)
                if outcome or not mutation.outcome.startswith("explained: "):
                    mutation.outcome = outcome or "survived"
            print(f"{number} of {len(mutations)}\n{mutation}", flush=True)
            TABLE.write_text("\n\n".join(str(entry).rstrip("\n") for entry in entries) + "\n")
    unsettled = [mutation for mutation in mutations if not mutation.is_settled]
    print(f"{len(mutations)} mutations, {len(unsettled)} to look at")
    sys.exit(bool(unsettled))


if __name__ == "__main__":
    main()
