import Foundation
import TestSupport

@testable import ColletCheck

/// A directory of a test, with files that builds have left in it.
struct BuildPlace: Sendable {
    /// The path without links, as builds write it.
    let path: String

    init(_ name: String = "A place") throws {
        let directory = try Package.temporaryDirectory().appending(path: name)
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true)
        path = resolved(directory.path)
    }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, with the directories above it, and returns its path.
    @discardableResult
    func write(_ name: String, _ text: String = "") throws -> String {
        try write(name, Data(text.utf8))
    }

    @discardableResult
    func write(_ name: String, _ data: Data) throws -> String {
        let file = URL(filePath: path(name))
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        return path(name)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: path(name))
    }

    /// Gives a file or directory a date: a number of seconds after the others.
    func setDate(_ name: String, _ seconds: Double) throws {
        let date = Date(timeIntervalSince1970: 1_000_000 + seconds)
        try FileManager.default.setAttributes(
            [.modificationDate: date], ofItemAtPath: path(name))
    }

    /// The targets that builds have left in `.build`.
    func targets() throws -> [Compilation] {
        try BuildDirectory(path: path(".build"), root: path).targets()
    }
}

// MARK: - Swift Build

/// The ways in which Swift Build writes arguments.
enum StoreForm: CaseIterable {
    /// Swift 6.3: texts.
    case texts
    /// Tasks of 25 fields, one of which has pairs of a number and bytes.
    case fields
}

extension BuildPlace {
    static let intermediates = ".build/out/Intermediates.noindex"

    /// A command in Swift Build's form, and the file with the target's sources.
    func swiftBuildCommand(
        _ module: String, _ sources: [String], name: String? = nil,
        destination: String = "Debug-linux", project: String = "Shop",
        in intermediates: String = intermediates, options: [String] = []
    ) throws -> [String] {
        let name = name ?? module
        let objects =
            "\(intermediates)/\(project).build/\(destination)/\(name).build/Objects-normal/x86_64"
        let list = try write(
            "\(objects)/\(name).SwiftFileList",
            ResponseFile.text(of: sources.map(path(_:))))
        return ["builtin-SwiftDriver", "--", path("swiftc"), "-module-name", module]
            + ["@\(list)", "-working-directory", path] + options
    }

    /// Writes a store of Swift Build, dated a number of seconds after the others.
    func writeStore(
        _ commands: [[String]], named name: String = "a", at seconds: Double = 0,
        form: StoreForm = .texts, in intermediates: String = intermediates
    ) throws {
        let store = "\(intermediates)/XCBuildData/\(name).xcbuilddata"
        let data = Data(commands.flatMap { Packed.task($0, form) })
        try write("\(store)/task-store.msgpack", data)
        try setDate(store, seconds)
    }
}

/// Values in the form of MessagePack.
enum Packed {
    static func task(_ command: [String], _ form: StoreForm) -> [UInt8] {
        switch form {
        case .texts:
            array([text("before"), array(command.map(text)), [0xc0, 0xc3, 0x07]])
        case .fields:
            array(
                (0..<25).map { field in
                    field == 6 ? array(command.map { array([[0], bytes($0)]) }) : [0xc0]
                })
        }
    }

    static func array(_ values: [[UInt8]]) -> [UInt8] {
        // Values one by one: of what is joined, each byte would be appended by itself.
        values.reduce(into: head(values.count, short: 0x90, 16, nil, 0xdc, 0xdd)) {
            $0 += $1
        }
    }

    static func text(_ text: String) -> [UInt8] {
        head(text.utf8.count, short: 0xa0, 32, 0xd9, 0xda, 0xdb) + text.utf8
    }

    static func bytes(_ text: String) -> [UInt8] {
        head(text.utf8.count, short: 0, 0, 0xc4, 0xc5, 0xc6) + text.utf8
    }

    private static func head(
        _ count: Int, short: UInt8, _ limit: Int, _ one: UInt8?, _ two: UInt8,
        _ four: UInt8
    ) -> [UInt8] {
        if count < limit { return [short | UInt8(count)] }
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        if count < 0x100, let one { return [one, bytes[3]] }
        return count < 0x10000 ? [two] + bytes[2...] : [four] + bytes
    }
}

// MARK: - The native build system

extension BuildPlace {
    static let products = ".build/x86_64-unknown-linux-gnu/debug"

    /// Writes the description of a build of the native build system. A target whose name
    /// ends in `-tool` is compiled for tools that run during the build.
    func writeDescription(
        _ modules: [String: [String]], options: [String] = [], at seconds: Double = 0,
        built: [String]? = nil, products: String = products
    ) throws {
        var commands: [String: [String: Any]] = [:]
        for (name, sources) in modules {
            let suffix = name.hasSuffix("-tool") ? "-tool" : ""
            let list = "\(products)/\(name).build/sources"
            if built?.contains(name) ?? true { try write(list) }
            commands["C.\(name)"] = [
                "executable": path("swiftc"),
                "moduleName": String(name.dropLast(suffix.count)),
                "importPath": path("\(products)/Modules\(suffix)"),
                "tempsPath": path("\(products)/\(name).build"),
                "sources": sources.map(path(_:)), "otherArguments": options,
                "fileList": path(list),
            ]
        }
        let data = try JSONSerialization.data(withJSONObject: ["swiftCommands": commands])
        try write("\(products)/description.json", data)
        try setDate("\(products)/description.json", seconds)
    }
}

// MARK: - A compiler

extension BuildPlace {
    /// Makes `swiftc` a script that writes what the compiler would, and a line in `runs` for
    /// each target.
    ///
    /// - Parameters:
    ///   - version: The version that it states.
    ///   - first: Commands before. `module` is the target's, `text` its SIL's contents.
    ///   - read: The files that it states to have read, in the form for `make`.
    func writeCompiler(
        version: String = "1", first: String = "", read: String = ""
    ) throws {
        let script = """
            #!/bin/sh
            if [ "$1" = --version ]; then echo 'Swift \(version)'; exit; fi
            module=$(grep -A 1 '^-module-name$' "${1#@}" | tail -n 1)
            text=
            \(first)
            echo "$module" >>'\(path("runs"))'
            previous=
            while IFS= read word; do
                case $previous in
                -o) cat >"$word" <<END
            sil_stage raw

            $text

            // Mappings from '#fileID' to '#filePath':
            //   '$module/$module.swift' => '/$module.swift'
            END
                    ;;
                esac
                case $word in
                */files.json) echo 'X.sil : \(read)' >"${word%/*}/whole.d" ;;
                esac
                previous=$word
            done <"${1#@}"
            """
        // A shell writes it. The system doesn't run a file that is open for writing, and
        // for a moment, a process that another thread starts also has this process's
        // files open.
        let write = #"printf '%s\n' "$1" >"$0" && chmod +x "$0""#
        let shell = try Run(waitingFor: "sh", ["-c", write, path("swiftc"), script])
        if shell.status != 0 { throw CocoaError(.fileWriteUnknown) }
    }

    /// The modules for which the compiler has run since the last call.
    func runs() throws -> [String] {
        defer { try? remove("runs") }
        let text = try? String(contentsOfFile: path("runs"), encoding: .utf8)
        return text?.split(separator: "\n").map(String.init).sorted() ?? []
    }

    /// Makes the compiler hang. Its time is up as soon as it says that it does.
    var hang: String { ": >'\(path("hangs"))'-$$; exec cat '\(path("never"))'" }

    /// Runs the compiler for the targets that builds have left.
    @discardableResult
    func read(
        patience: TimeInterval = 600,
        progress: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> (files: [SILFile], unread: [UnreadTarget]) {
        let hangs = path("hangs")
        let pass = Pass(
            directory: path("check"),
            wait: { process, end, _ in
                while end.wait(timeout: .now() + 0.01) == .timedOut {
                    let isHanging = FileManager.default
                        .fileExists(atPath: "\(hangs)-\(process)")
                    if isHanging { return .timedOut }
                }
                return .success
            },
            patience: patience)
        return try pass.read(targets(), progress: progress)
    }
}

extension BuildPlace {
    /// Writes the sources and the store of App and Kit; Kit is larger.
    func writeTargets(app: [String] = ["App"], options: [String] = ["-DDEBUG"]) throws {
        let sources = [
            "App": app.map { "Sources/App/\($0).swift" },
            "Kit": ["Sources/Kit/Kit.swift", "Sources/Kit/More.swift"],
        ]
        for source in sources.values.joined() { try write(source, source) }
        try writeStore(
            try sources.map { try swiftBuildCommand($0, $1, options: options) })
    }

    /// The contents of the check's own directory.
    func check() throws -> [String] { try names(in: path("check")) }

    /// Whether the lock of the check's directory is held.
    func isLocked(_ directory: String = "check") throws -> Bool {
        let descriptor = open(path("\(directory)/lock"), O_RDWR | O_CLOEXEC)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
}
