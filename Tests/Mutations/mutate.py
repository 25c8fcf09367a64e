#!/usr/bin/env python3
"""Breaks the library one place at a time, and runs the fast tests against each broken file.

    mutate.py --sample 100 --seed 7   some of the mutations that changes.py makes of the code
    mutate.py Inject.resolve          those whose text contains "Inject.resolve"
    mutate.py --by-hand               those of by-hand.txt; with --list, they are only listed

A mutation is killed if a test fails, stops or hangs. If all pass, it has survived: a test is
missing, or nobody can see the difference. Then explained.txt has the mutation as it was printed,
and a line that begins with "= " and says why. The status is a failure if a mutation survived that
is not explained, or is out of date.
"""
import argparse, collections, contextlib, os, random, re, signal, subprocess, sys, time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Timer
from changes import changes

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SOURCES = {name: ROOT / f"Sources/{name}/{name}.swift" for name in ("Collet", "ColletTesting")}
FAILURE = re.compile(r"Test (\w+)\(.*\) recorded an issue")
# The tests are linked with the libraries dynamically: for a mutation, one file is compiled.
WORKSHOP = ROOT / ".build/mutations"
PRODUCTS = WORKSHOP / ".build/debug"
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let Collet = Target.Dependency.product(name: "Collet", package: "Collet")
let ColletTesting = Target.Dependency.product(name: "ColletTesting", package: "ColletTesting")
let package = Package(
    name: "{0}", platforms: [.macOS(.v15)], {1}, swiftLanguageModes: [.v6])
"""
LIBRARY = """products: [.library(name: "{0}", type: .dynamic, targets: ["{0}"])],
    dependencies: [{1}], targets: [.target(name: "{0}", dependencies: [{2}])]"""
PACKAGES = {
    "Collet": LIBRARY.format("Collet", "", ""),
    "ColletTesting": LIBRARY.format("ColletTesting", '.package(path: "../Collet")', "Collet"),
    ".": """dependencies: [.package(path: "Collet"), .package(path: "ColletTesting")], targets: [
        .target(name: "TestSupport", path: "Tests/Support"),
        .testTarget(name: "ColletTests", dependencies: [Collet, "TestSupport"]),
        .testTarget(
            name: "ColletTestingTests", dependencies: [ColletTesting, Collet, "TestSupport"])]""",
}

def run(command, limit, enough=None):
    """Runs a command, and returns its status and what it wrote until time or a line is enough."""
    process = subprocess.Popen(
        command, cwd=WORKSHOP, text=True, errors="replace", start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        env=os.environ | {"SWIFT_BACKTRACE": "enable=no"})
    timer = Timer(limit, end_session, [process.pid])
    timer.start()
    text = ""
    for line in process.stdout:
        text += line
        if enough and enough.search(line):
            end_session(process.pid)
    status = process.wait()
    timer.cancel()
    end_session(process.pid)
    return status, text

def end_session(session):
    """Ends the processes of a session: exit tests start some in groups of their own."""
    for process in subprocess.check_output(["ps", "-axo", "pid="], text=True).split():
        with contextlib.suppress(OSError):
            if os.getsid(int(process)) == session:
                os.kill(int(process), signal.SIGKILL)

def build():
    """Builds the tests as they are, and the libraries, of which a mutant may have been left."""
    for library in PRODUCTS.glob("libCollet*"):
        library.unlink()
    for package, contents in PACKAGES.items():
        (folder := WORKSHOP / package).mkdir(parents=True, exist_ok=True)
        (folder / "Package.swift").write_text(MANIFEST.format(folder.name, contents))
        for name in (".ci", "Sources", "Tests"):
            if not (folder / name).exists():
                (folder / name).symlink_to(ROOT / name)
    status, text = run(["swift", "build", "--build-tests"], 1800)
    status == 0 or sys.exit("The tests don't compile:\n" + text)

def compiled(name, source, number):
    """Returns the library of a mutated file, or `None` where that doesn't compile."""
    (file := WORKSHOP / f"mutants/{number}/{name}.swift").parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source)
    options = ["-swift-version", "6", "-parse-as-library", "-module-name", name, "-emit-library"]
    if name != "Collet":
        options += ["-I", PRODUCTS / "Modules", "-L", PRODUCTS, "-lCollet"]
    status, _ = run(["swiftc", *options, "-o", file.with_suffix(".so"), file], 120)
    return file.with_suffix(".so") if status == 0 else None

def outcome(name, library, limit):
    """Returns what kills a mutant, or an empty text if all tests pass."""
    product = next(PRODUCTS.glob(f"lib{name}.[sd]*"))
    whole = product.replace(library.with_name("whole"))
    library.replace(product)
    tests = next(PRODUCTS.glob("*.xctest"))
    # A bundle, as on a Mac, can't be started by itself.
    command = ["swift", "test", "--skip-build"] if tests.is_dir() else [tests]
    command += ["--testing-library", "swift-testing", "--filter"]
    command += ["^Collet(Testing)?Tests" if name == "Collet" else "^ColletTestingTests"]
    began = time.monotonic()
    status, text = run(command, limit, FAILURE)
    whole.replace(product)
    if failure := FAILURE.search(text):
        return "killed by " + failure[1]
    how = "a hang" if time.monotonic() - began >= limit else "a crash"
    return "killed by " + how if status != 0 else ""

def by_hand():
    source = SOURCES["Collet"].read_text()
    for text in re.findall(r"(?m)^- (?:.+\n)+", (HERE / "by-hand.txt").read_text()):
        old, new = ("\n".join(re.findall(rf"(?m)^\{mark} ?(.*)", text)) for mark in "-+")
        yield "Collet", source.replace(old, new) if source.count(old) == 1 else "", text.strip()

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("words", nargs="*")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--by-hand", action="store_true")
    options = parser.parse_args()
    mutations = list(by_hand()) if options.by_hand else [
        (name, *change) for name in SOURCES for change in changes(SOURCES[name].read_text())]
    mutations = [each for each in mutations if all(word in each[2] for word in options.words)]
    if options.sample:
        mutations = random.Random(options.seed).sample(mutations, options.sample)
    if options.list:
        return print("\n\n".join(mutation[2] for mutation in mutations))
    build()
    explained, began = (HERE / "explained.txt").read_text(), time.monotonic()
    whole = compiled("Collet", SOURCES["Collet"].read_text(), "whole")
    if how := outcome("Collet", whole, 900) if whole else "no library in two minutes":
        sys.exit("The tests fail as it is: " + how)
    limit = 3 * (time.monotonic() - began)
    began, counts = time.monotonic(), collections.Counter()
    with ThreadPoolExecutor(1) as pool:
        # The next ones are compiled while the tests of one run.
        libraries = [source and pool.submit(compiled, name, source, number)
                     for number, (name, source, _) in enumerate(mutations)]
        for number, ((name, _, text), library) in enumerate(zip(mutations, libraries), 1):
            how = "is out of date" if not library else "does not compile"
            if library and (library := library.result()):
                is_known = options.by_hand and "\n= " in text or text + "\n= " in explained
                how = outcome(name, library, limit) or "survived" + ", as explained" * is_known
            counts[how.split(" by ")[0]] += 1
            print(f"{number} of {len(mutations)}: {how}\n{text}\n", flush=True)
    summary = ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items()))
    print(f"{summary} ({(time.monotonic() - began) / max(1, len(mutations)):.1f} s each)")
    sys.exit("survived" in counts or "is out of date" in counts)

main()
