import Foundation
import Synchronization
import TestSupport

@testable import ColletCheck
@testable import collet_check

/// A program that is compiled in a directory of its own.
struct CompiledProgram {
    let directory: URL
    /// The directory of the compiled modules that others import.
    var modules: URL
    /// The SIL that the check makes the compiler write: a file for each module.
    var sil: URL { directory.appending(path: "sil") }
    /// The SIL that a build leaves behind: a directory for each module.
    var byproduct: URL { directory.appending(path: "byproduct") }

    /// - Parameter name: The name of the directory, which is emptied.
    init(named name: String) throws {
        directory = Self.scratch.appending(path: name)
        modules = directory
        try? FileManager.default.removeItem(at: directory)
        try Self.makeDirectory(directory)
    }

    static func makeDirectory(_ directory: URL) throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
    }

    /// Writes a file, and makes its directory.
    @discardableResult func write(_ text: String, to path: String) throws -> URL {
        let file = directory.appending(path: path).standardized
        try Self.makeDirectory(file.deletingLastPathComponent())
        try Data(text.utf8).write(to: file)
        return file
    }

    /// The check's output about it, in this process: the tool takes longer to start than
    /// to check a program.
    ///
    /// - Parameter keep: Gets the check once it has run.
    func check(keep: (Check) -> Void = { _ in }) -> CheckCommand.Result {
        CheckCommand.run(["--sil", sil.path], keep: keep)
    }

    /// Compiles directories of sources as a module and, if there are objects to link, as
    /// a program.
    func compile(
        _ module: String, at sources: [URL], _ options: [String] = ["-c"],
        isImported: Bool = false, linkedWith others: [String]? = nil
    ) throws {
        var files = try sources.flatMap { directory in
            try FileManager.default.contentsOfDirectory(atPath: directory.path)
                .filter { $0.hasSuffix(".swift") }.sorted()
                .map { directory.appending(path: $0).path }
        }
        // If an option is repeated, the last one counts.
        var options = ["-swift-version", "6"] + options + ["-I", modules.path]
        if !files.contains(where: { $0.hasSuffix("/main.swift") }) {
            options.append("-parse-as-library")
        }
        if isImported {
            let path = modules.appending(path: "\(module).swiftmodule").path
            options += ["-enable-testing", "-emit-module", "-emit-module-path", path]
        }
        options += ["-g", "-module-name", module]
        options += ["-I", try Self.library.get().path]
        try writeSIL(of: module, options, files)
        let byproduct = byproduct.appending(path: module)
        try Self.makeDirectory(byproduct)
        // Without the threshold, the compiler would write one file's SIL over another's
        // in a batch.
        options += [
            "-sil-output-dir", byproduct.path, "-driver-filelist-threshold", "0",
        ]
        let objects = objects(of: module)
        try Self.makeDirectory(objects)
        if let others {
            // In one call, because starting the compiler takes half as long as compiling.
            let map = try writeObjectMap(of: files, in: objects)
            files += others
            options += ["-enable-batch-mode", "-output-file-map", map.path]
            options += ["-o", executable.path]
        } else if options.contains("-c") {
            options += ["-enable-batch-mode", "-working-directory", objects.path]
        }
        try Self.swiftc(options + files)
    }

    /// Compiles and links a module of one file, `App/main.swift`, as `compile` does, but
    /// with the driver's earlier commands and one run of the compiler: starting either
    /// takes as long as the rest.
    func compileMain(_ options: [String], _ text: String, linkedWith library: String)
        throws
    {
        let imports = text.matches(of: /(?m)^.*\bimport .+\n/).map { String($0.output) }
        let commands = try Self.commands.withLock { all in
            let key = options + imports
            let commands = try all[key] ?? Commands(options, imports.joined(), library)
            all[key] = commands
            return commands
        }
        let byproduct = byproduct.appending(path: "App")
        for folder in [sil, byproduct, objects(of: "App")] {
            try Self.makeDirectory(folder)
        }
        try commands.run(in: directory)
        // What the compiler prints on its way to the object is what it writes instead of
        // an object, but for some borrows, the declarations and the paths.
        let printed = try String(contentsOf: printed, encoding: .utf8)
        let canonical = try String(
            contentsOf: byproduct.appending(path: "main.sil"), encoding: .utf8)
        let declarations = canonical.components(separatedBy: "\nsil_")[0]
            .replacing("sil_stage canonical", with: "sil_stage raw")
        let functions = printed[printed.range(of: "\n// ")!.lowerBound...]
        let paths = canonical[canonical.range(of: "\n// Mappings")!.lowerBound...]
        try write(declarations + functions + paths, to: "sil/App.sil")
    }

    private var printed: URL { directory.appending(path: "printed.sil") }

    #if os(Linux)
        /// The quickest linker, on one thread: there are thousands of programs.
        private static let linkerOptions =
            ["-use-ld=lld"]
            + ["--threads=1", "--strip-debug"].flatMap { ["-Xlinker", $0] }
    #endif

    private static let commands = Mutex<[[String]: Commands]>([:])

    /// The driver's commands for a program of another name with the same imports.
    private struct Commands {
        private var script: String
        private let other: String

        init(_ options: [String], _ imports: String, _ library: String) throws {
            let program = try CompiledProgram(named: "programs/other-\(UUID())")
            other = program.directory.lastPathComponent
            let main = try program.write(imports, to: "package/App/main.swift").path
            let object = try program.write("", to: "objects/App/main.o").path
            let byproduct = "\(program.byproduct.path)/App"
            let compiling = try Self.jobs(
                ["-swift-version", "6", "-enable-testing"] + options
                    + [
                        "-I", try CompiledProgram.library.get().path,
                        "-gline-tables-only",
                    ]
                    + ["sil-print-silgen-module", "sil-print-debuginfo"].flatMap {
                        ["-Xllvm", "-\($0)"]
                    }
                    + ["-sil-output-dir", byproduct, "-c", "-o", object]
                    + ["-module-name", "App", main])
            let compile = compiling.dropLast() + " >'\(program.printed.path)'\n"
            try makeDirectory(URL(filePath: byproduct))
            #if os(Linux)
                let shared = try CompiledProgram(named: "programs/library-\(UUID())")
                    .directory.appending(path: "libLibrary.so").path
                let linking = try Self.jobs(
                    [object, library, "-emit-library", "-o", shared] + linkerOptions)
                script = compile + linking
                try run(in: program.directory)
                script =
                    try compile
                    + Self.linker([object, shared, "-o", program.executable.path])
            #else
                script =
                    try compile
                    + Self.jobs([object, library, "-o", program.executable.path])
            #endif
        }

        private static func jobs(_ arguments: [String]) throws -> String {
            try swiftc(["-driver-print-jobs"] + arguments).output
        }

        #if os(Linux)
            /// The command that starts the linker itself: the command around it takes as
            /// long as linking. Of the libraries it only reads the one with Collet, since
            /// reading them takes half of the time; the loader finds what is in the others.
            private static func linker(_ arguments: [String]) throws -> String {
                let unread = ["-Xlinker", "--unresolved-symbols=ignore-all"]
                let clang = try jobs(arguments + linkerOptions + unread)
                    .split(separator: "\n").last!
                    .replacing(/\ (@\S+\.autolink|-lswiftCore)/, with: "")
                let said = try Run(waitingFor: "sh", ["-c", "\(clang) -###"]).error
                return String(said.split(separator: "\n").last!)
            }
        #endif

        func run(in directory: URL) throws {
            let own = script.replacing(other, with: directory.lastPathComponent)
            let compiler = try Run(waitingFor: "sh", ["-ec", own])
            guard compiler.status == 0 else {
                throw CompilerError(output: compiler.error)
            }
        }
    }

    private func writeSIL(of module: String, _ options: [String], _ files: [String])
        throws
    {
        try Self.makeDirectory(sil)
        let left = ["-c", "-emit-module", "-emit-module-path"]
        let kept = options.filter { !left.contains($0) && !$0.hasSuffix(".swiftmodule") }
        let output = sil.appending(path: "\(module).sil").path
        try Self.swiftc(kept + ["-emit-silgen", "-wmo", "-o", output] + files)
    }

    private func objects(of module: String) -> URL {
        directory.appending(path: "objects/\(module)")
    }

    /// The program that a module is linked to.
    var executable: URL { directory.appending(path: "App") }

    /// Tells the compiler to keep the objects of what it links.
    private func writeObjectMap(of files: [String], in directory: URL) throws -> URL {
        let names = files.map { URL(filePath: $0).deletingPathExtension() }
        let objects = names.map {
            ["object": directory.appending(path: "\($0.lastPathComponent).o").path]
        }
        let file = directory.appending(path: "map.json")
        let map = Dictionary(uniqueKeysWithValues: zip(files, objects))
        try JSONEncoder().encode(map).write(to: file)
        return file
    }
}

// MARK: - The library

extension CompiledProgram {
    /// Only for this process, because another may compile programs at the same time.
    private static let scratch =
        URL(filePath: resolved(try! Package.temporaryDirectory().path))

    /// The directory with the modules of both libraries, which are compiled once.
    static let library = Result {
        let directory = try CompiledProgram(named: "Collet").directory
        let libraries = [
            ("Collet", [Package.library, Package.hints]),
            ("ColletTesting", [Package.traits]),
        ]
        for (module, files) in libraries {
            try swiftc(
                moduleOnly + [
                    "-swift-version", "6", "-parse-as-library", "-module-name", module,
                    "-I", directory.path, "-emit-module-path",
                    directory.appending(path: "\(module).swiftmodule").path,
                ] + files.map(\.path))
        }
        return directory
    }

    /// Runs the compiler.
    @discardableResult static func swiftc(_ arguments: [String]) throws -> Run {
        let compiler = try Run(waitingFor: "swiftc", ["-suppress-warnings"] + arguments)
        // No `#require`: an error that is kept for several tests fails each of them, but
        // an issue is recorded only once.
        guard compiler.status == 0 else { throw CompilerError(output: compiler.error) }
        return compiler
    }
}
