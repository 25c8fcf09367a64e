#!/usr/bin/env python3
"""Breaks the library one place at a time, and runs the fast tests against each broken file.

    mutate.py --sample 100 --seed 7   some of the mutations that changes.py makes of the library
    mutate.py --checker --sample 100  the same of the checker, with its fixtures as tests
    mutate.py Inject.resolve "+ if"   those whose text contains one of these
    mutate.py --conditions            those that leave out one operand of a condition that has
                                      several, with a table of the tests that notice it
    mutate.py --by-hand               those of by-hand.txt
    mutate.py --explained             those that should survive; with --list, they are only listed

A mutation is killed if a test fails, stops or hangs. If all pass, it has survived: a test is
missing, or nobody can see the difference. Then explained.txt has the mutation as it was printed,
or several with one reason, and a line that begins with "= " and says why. The status is a failure
if a mutation survived that is not explained, if one was killed that is, or if a mutation of either
file is out of date.

While it runs, sources and fixtures must stay as they are: edit another clone.

What lies in the section "Messages" of a file is for messages alone, and is counted by itself. What
the checker says has no section, so all of the checker counts together.
"""
import argparse, collections, contextlib, os, random, re, signal, subprocess, sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Thread
from changes import Change, changes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FAILURE = re.compile(r"Test (\w+)\(.*\) recorded an issue")
# The tests are linked with the libraries dynamically: for a mutation, one module is compiled.
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "{0}", platforms: [.macOS(.v15)], {1}, swiftLanguageModes: [.v6])
"""
LIBRARY = """products: [.library(name: "{0}", type: .dynamic, targets: ["{0}"])],
    dependencies: [{1}], targets: [{2}]"""
SUPPORT = '.target(name: "TestSupport", path: "Tests/Support")'

class Workshop:
    """A directory where tests are built: `modules` has those that are mutated, with the options
    that compile them and what their tests are called: some, and then others if those pass."""
    def __init__(self, directory, packages, modules, environment={}):
        self.directory, self.packages = ROOT / ".build/mutations" / directory, packages
        self.products, self.modules = self.directory / ".build/debug", modules
        self.environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"} | environment

    def mutations(self):
        """Yields the module of each mutation, its file and the change."""
        for module in self.modules:
            sources = {file: file.read_text() for file in self.files(module)}
            for file, source in sources.items():
                others = [each for other, each in sources.items() if other != file]
                yield from ((module, file, change) for change in changes(source, *others))

    def files(self, module):
        return sorted((ROOT / "Sources" / module).rglob("*.swift"))

    def build(self):
        """Builds the tests as they are, and the libraries, of which a mutant may have been left."""
        for name in self.modules:
            for library in self.products.glob(f"lib{name}.*"):
                library.unlink()
        subprocess.run(["rm", "-rf", self.products / "check-fixtures"])
        for package, contents in self.packages.items():
            (folder := self.directory / package).mkdir(parents=True, exist_ok=True)
            (folder / "Package.swift").write_text(MANIFEST.format(folder.name, contents))
            for name in (".ci", "Sources", "Tests", "README.md"):
                if not (folder / name).exists():
                    (folder / name).symlink_to(ROOT / name)
        status, text = self.run(["swift", "build", "--build-tests"], 1800)
        status == 0 or sys.exit("The tests don't compile:\n" + text)

    def run(self, command, limit, enough=None):
        """Runs a command, and returns its status and what it wrote until a line is enough. The
        limit is in seconds of a processor."""
        process = subprocess.Popen(
            command, cwd=self.directory, text=True, errors="replace", start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=self.environment)
        Thread(target=end_if_stuck, args=[process, limit]).start()
        text = ""
        for line in process.stdout:
            text += line
            if enough and enough.search(line):
                end_session(process.pid)
        status = process.wait()
        end_session(process.pid)
        return status, text

    def compiled(self, module, file, source, number):
        """Returns the library with one file mutated, or `None` if that doesn't compile."""
        mutant = self.directory / f"mutants/{number}/{file.name}"
        mutant.parent.mkdir(parents=True, exist_ok=True)
        mutant.write_text(source)
        files = [mutant if each == file else each for each in self.files(module)]
        command = ["swiftc", "-swift-version", "6", "-parse-as-library", "-module-name", module]
        command += ["-whole-module-optimization", "-Onone"]  # In one process: quicker.
        command += ["-emit-library", "-o", library := mutant.with_suffix(".so"), *files]
        status, _ = self.run(command + self.modules[module][0], 60)
        return library if status == 0 else None

    def outcome(self, module, library):
        """Returns what kills a mutant, or an empty text if all tests pass."""
        product = next(self.products.glob(f"lib{module}.[sd]*"))
        whole = product.replace(library.with_name("whole"))
        library.replace(product)
        tests = next(self.products.glob("*.xctest"))
        # A bundle, as on a Mac, can't be started by itself.
        command = ["swift", "test", "--skip-build"] if tests.is_dir() else [tests]
        command += ["--testing-library", "swift-testing"]
        how = ""
        for names in self.modules[module][1]:
            status, text = self.run(command + names, 60, FAILURE)
            if failure := FAILURE.search(text):
                how = "killed by " + failure[1]
            elif status != 0:
                how = "killed by a " + ("hang" if status == -signal.SIGKILL else "crash")
            if how:
                break
        whole.replace(product)
        return how

def processes(session):
    """Returns the processes of a session, each with the seconds of a processor that it has used."""
    found = {}
    for line in subprocess.check_output(["ps", "-axo", "pid=,time="], text=True).splitlines():
        process, used = line.split()
        with contextlib.suppress(OSError):
            if os.getsid(int(process)) == session:
                parts = re.split("[:-]", used)[::-1]
                found[int(process)] = sum(float(part) * 60 ** n for n, part in enumerate(parts))
    return found

def end_session(session):
    """Ends the processes of a session: exit tests start some in groups of their own."""
    for process in processes(session):
        with contextlib.suppress(OSError):
            os.kill(process, signal.SIGKILL)

def end_if_stuck(process, limit):
    """Ends a session that uses more processor time than a limit, or none for two minutes. However
    busy the machine is, what is right uses some in that time, and a fifth of the limit."""
    state, changed = {}, time.monotonic()
    while process.poll() is None:
        time.sleep(2)
        if (now := processes(process.pid)) != state:
            state, changed = now, time.monotonic()
        if time.monotonic() - changed > 120 or sum(state.values()) > limit:
            end_session(process.pid)

THE_LIBRARY = Workshop(
    "library", {
        "Collet": LIBRARY.format("Collet", "", '.target(name: "Collet")'),
        "ColletTesting": LIBRARY.format(
            "ColletTesting", '.package(path: "../Collet")',
            '.target(name: "ColletTesting", dependencies: ["Collet"])'),
        ".": f"""dependencies: [.package(path: "Collet"), .package(path: "ColletTesting")],
    targets: [
        {SUPPORT}, .testTarget(name: "ColletTests", dependencies: ["Collet", "TestSupport"]),
        .testTarget(
            name: "ColletTestingTests",
            dependencies: ["ColletTesting", "Collet", "TestSupport"])]"""},
    {
        # One of them compiles the library a second time.
        "Collet": ([], [["--filter", "^Collet(Testing)?Tests", "--skip", "LinkedTwiceTests"],
                        ["--filter", "LinkedTwiceTests"]]),
        "ColletTesting": (
            ["-I", ".build/debug/Modules", "-L", ".build/debug", "-lCollet"],
            [["--filter", "^ColletTestingTests"]])})
# The library and the tool share what is `package`: SwiftPM calls the package of either directory
# `collet_check`. Tests that take long by nature are left out: of packages that SwiftPM builds.
THE_CHECKER = Workshop(
    "collet_check", {
        "collet-check": LIBRARY.format("ColletCheck", "", '.target(name: "ColletCheck")'),
        ".": f"""dependencies: [.package(path: "collet-check")], targets: [
        {SUPPORT}, .executableTarget(
            name: "collet-check", dependencies: [
                .product(name: "ColletCheck", package: "collet-check")]),
        .testTarget(
            name: "ColletCheckTests", dependencies: [
                .product(name: "ColletCheck", package: "collet-check"), "TestSupport",
                "collet-check"],
            exclude: ["Packages", "Programs", "Tested"])]"""},
    {"ColletCheck": (
        ["-package-name", "collet_check", "-enable-testing"],
        [["--filter", "ColletCheckTests", "--skip", "(Acceptance|Report[a-zA-Z]*)Tests"],
         ["--filter", "(Acceptance|Report[a-zA-Z]*)Tests"]])},
    {})

def by_hand():
    file = ROOT / "Sources/Collet/Collet.swift"
    source = file.read_text()
    for text in re.findall(r"(?m)^- (?:.+\n)+", (HERE / "by-hand.txt").read_text()):
        old, new = ("\n".join(re.findall(rf"(?m)^\{mark} ?(.*)", text)) for mark in "-+")
        changed = source.replace(old, new) if source.count(old) == 1 else ""
        yield "Collet", file, Change(changed, text.strip(), "", False)

def explained():
    """Yields the mutations of explained.txt as they are printed. Those of one line may share it."""
    text = (HERE / "explained.txt").read_text()
    for before, new in re.findall(r"(?m)^(@ .*\n(?:-.*\n)+)((?:\+.*\n)+)", text):
        is_of_one_line = before.count("\n") == 2
        yield from (before + each for each in (new.splitlines() if is_of_one_line else [new[:-1]]))

def print_conditions(rows):
    """Prints the conditions that have several operands, and what notices that one is left out."""
    conditions = collections.defaultdict(list)
    for change, how in rows:
        place, *lines = change.text.split("\n")
        condition = " ".join(line[2:] for line in lines if line.startswith("-"))
        conditions[re.sub(r" \(\d+\)$", "", place), condition].append((change.operand, how))
    for (place, condition), operands in conditions.items():
        print(f"{place}: {condition}")
        for operand, how in operands:
            print(f"    {' '.join(operand.split())}: {how.removeprefix('killed by ')}")

def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    for flag in ("--checker", "--conditions", "--by-hand", "--explained", "--list"):
        parser.add_argument(flag, action="store_true")
    options = parser.parse_args()
    workshop = THE_CHECKER if options.checker else THE_LIBRARY
    mutations = list(by_hand() if options.by_hand else workshop.mutations())
    if options.words:
        mutations = [each for each in mutations
                     if any(word in each[2].text for word in options.words)]
    if options.conditions:
        mutations = [each for each in mutations if each[2].operand]
    if options.explained:
        mutations = [each for each in mutations if each[2].text in explained()]
    if options.sample:
        mutations = random.Random(options.seed).sample(mutations, options.sample)
    if options.list:
        return print("\n\n".join(
            change.text + "\n(for messages alone)" * change.is_for_messages
            for _, _, change in mutations))
    known = {change.text for every in (THE_LIBRARY, THE_CHECKER)
             for _, _, change in every.mutations()}
    old = [text for text in explained() if text not in known]
    for text in old:
        print(f"The explanation is out of date:\n{text}\n")
    workshop.build()
    for module in workshop.modules:
        file = workshop.files(module)[0]
        whole = workshop.compiled(module, file, file.read_text(), "whole")
        if how := workshop.outcome(module, whole) if whole else "no library":
            sys.exit(f"The tests of {module} fail as it is: {how}")
    began, counts, rows = time.monotonic(), collections.defaultdict(collections.Counter), []
    with ThreadPoolExecutor(1) as pool:
        # The next ones are compiled while the tests of one run.
        libraries = [change.source and pool.submit(
            workshop.compiled, module, file, change.source, number)
                     for number, (module, file, change) in enumerate(mutations)]
        for number, (module, _, change) in enumerate(mutations):
            how = "does not compile" if libraries[number] else "is out of date"
            if library := libraries[number] and libraries[number].result():
                is_known = "\n= " in change.text or change.text in explained()
                how = workshop.outcome(module, library) or "survived"
                how = f"{how}, {'as' if how == 'survived' else 'but'} explained" * is_known or how
            subject = "for messages alone" if change.is_for_messages else module
            counts[subject][re.sub(" by \\w+( \\w+)?", "", how)] += 1
            rows.append((change, how))
            print(f"{number + 1} of {len(mutations)}, {subject}: {how}", change.text, "", sep="\n",
                  flush=True)
    if options.conditions:
        print_conditions(rows)
    print(f"{(time.monotonic() - began) / max(1, len(mutations)):.1f} s for each mutation")
    for subject, kinds in [*counts.items(), ("all", sum(counts.values(), collections.Counter()))]:
        done = kinds["killed"], kinds["killed"] + kinds["survived"]
        print(f"{subject}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
              + f"; killed {done[0]} of {done[1]} that compile and aren't explained "
              + f"({done[0] / max(1, done[1]):.0%})")
    total = sum(counts.values(), collections.Counter())
    wrong = ("survived", "killed, but explained", "is out of date")
    sys.exit(bool(old or any(total[kind] for kind in wrong)))

main()
