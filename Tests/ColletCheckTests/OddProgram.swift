import Foundation
import TestSupport
import Testing

@testable import ColletCheck
@testable import collet_check

/// An odd but legal program. Its behaviour when it runs is the truth about its wiring.
///
/// The files in `Programs` have many of them. Each begins with `=== NAME KIND OPTIONS…`,
/// where the options are the compiler's, and the text of `App/main.swift`. Other files
/// follow lines such as `--- Kit/Clock.swift`, imported modules first. A program is
/// `sound`, and runs to its end, or a `trap`, and stops. `both` stands for two: lines
/// that end in `//S` are only in the sound one, and those that end in `//T` in the other.
struct OddProgram: Sendable, CustomTestStringConvertible {
    /// A fault of the check with a program that was just compiled.
    enum Fault: String {
        /// Its status isn't one of those for a program that was checked.
        case crash
        case falseError = "false error"
        /// A warning, except about style, for a program that runs to its end.
        case falseWarning = "false warning"
        /// The program stops, and the check doesn't even note that it can't tell.
        case silent
    }

    let name: String
    /// Whether it ends because something is wired wrongly.
    let stops: Bool
    let options: [String]
    let files: [(path: String, text: String)]

    var testDescription: String { name }

    init(
        _ name: String, stops: Bool, _ options: [String],
        _ files: [(path: String, text: String)]
    ) {
        self.name = name
        self.stops = stops
        self.options = options
        self.files = files
    }

    private init(_ name: String, stops: Bool, _ options: [String], _ lines: [String]) {
        let markOfOthers = stops ? "//S" : "//T"
        var files = [(path: "App/main.swift", text: "")]
        for line in lines where !line.hasSuffix(markOfOthers) {
            if line.hasPrefix("--- ") {
                files.append((String(line.dropFirst(4)), ""))
            } else {
                files[files.count - 1].text += line + "\n"
            }
        }
        self.init(
            name, stops: stops, options,
            files.filter { !$0.text.allSatisfy(\.isWhitespace) })
    }

    /// The compiled program, which is compiled once for all tests that ask.
    func compiled() async throws -> CompiledProgram {
        try await Self.programs.value(named: name) { try await compile() }
    }

    private static let programs = Cache<CompiledProgram>()

    /// The run of the program, once for all tests that ask.
    func run() async throws -> Run {
        try await Self.runs.value(named: name) {
            let executable = try await compiled().executable.path
            return try await limited(["SWIFT_BACKTRACE=enable=no", executable])
        }
    }

    private static let runs = Cache<Run>()

    /// The check's output about the program, what it foresaw of the run, and how many
    /// steps it ran.
    typealias Checked = (result: CheckCommand.Result, foresight: Foresight, steps: Int)

    /// Checks the program, once for all tests that ask.
    func check() async throws -> Checked {
        try await Self.checks.value(named: name) {
            let run = try await run()
            var roots: [RootRun] = []
            let result = try await compiled().check { roots = $0.runs.roots }
            let steps = (roots + roots.flatMap(\.worlds)).map(\.journal.steps)
            let main = try #require(roots.first { $0.purpose == .program })
            return (result, Foresight(of: run, main), steps.reduce(0, +))
        }
    }

    private static let checks = Cache<Checked>()

    /// Compiles and links the program, and returns it.
    func compile() async throws -> CompiledProgram {
        let program = try CompiledProgram(named: "programs/\(name)")
        // If a setting of the compiler matters, a manifest says so.
        let manifest = "// swift-tools-version: 6.2 \(options.joined(separator: " "))\n"
        try program.write(manifest, to: "package/Package.swift")
        for (path, text) in files { try program.write(text, to: "package/\(path)") }
        if files.map(\.path) == ["App/main.swift"] {
            try await program.compileMain(
                options, files[0].text, linkedWith: CompiledLibrary.notingObject)
            return program
        }
        var modules: [String] = []
        for (path, _) in files {
            let module = String(path.prefix { $0 != "/" })
            if !modules.contains(module) { modules.append(module) }
        }
        func compile(_ module: String, _ more: [String], linkedWith: [String]? = nil)
            throws
        {
            let sources = program.directory.appending(path: "package/\(module)")
            try program.compile(
                module, at: [sources], more + ["-enable-testing"] + options,
                isImported: files.contains { $0.text.contains("import \(module)") },
                linkedWith: linkedWith)
        }
        var objects = [try await CompiledLibrary.notingObject]
        for module in modules.dropLast() {
            try compile(module, ["-c"])
            let directory = program.directory.appending(path: "objects/\(module)").path
            objects += try FileManager.default.contentsOfDirectory(atPath: directory)
                .filter { $0.hasSuffix(".o") }.map { "\(directory)/\($0)" }
        }
        try compile(modules[modules.count - 1], [], linkedWith: objects)
        return program
    }
}

/// Runs a command that may hang: none needs ten minutes, however busy the machine is.
func limited(_ command: [String]) async throws -> Run {
    try await Run("perl", ["-e", "alarm 600; exec 'env', @ARGV"] + command)
}

extension OddProgram {
    /// All programs, or those whose file or name begins with the value of
    /// `COLLET_PROGRAMS`.
    static let all: [OddProgram] = {
        let start = ProcessInfo.processInfo.environment["COLLET_PROGRAMS"] ?? ""
        return Package.files(in: directory, ending: ".txt").flatMap { file in
            programs(in: file).filter {
                [file.lastPathComponent, $0.name].contains { $0.hasPrefix(start) }
            }
        }
    }()

    /// The programs by which the check's findings are judged. The others, `known…` and
    /// `runs…`, show what the interpreter knows and how it runs. Many of them are wired
    /// wrongly on purpose in code that never runs.
    static let forTheCheck = all.filter(\.isForTheCheck)

    var isForTheCheck: Bool { !["known", "runs"].contains(where: name.hasPrefix) }

    static let directory = "Tests/ColletCheckTests/Programs"

    private static func programs(in file: URL) -> [OddProgram] {
        // As bytes, because some programs have other line endings.
        let lines = try! Data(contentsOf: file).split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        let starts = lines.indices.filter { lines[$0].hasPrefix("=== ") }
        return zip(starts, starts.dropFirst() + [lines.endIndex]).flatMap { start, end in
            let words = lines[start].split(separator: " ").map(String.init)
            let (name, kind, options) = (words[1], words[2], Array(words[3...]))
            let body = Array(lines[(start + 1)..<end])
            return (kind == "both" ? ["sound", "trap"] : [kind]).map { variant in
                let suffix = kind == "both" ? "_\(variant.prefix(1))" : ""
                return OddProgram(
                    name + suffix, stops: variant == "trap", options, body)
            }
        }
    }
}
