private import ColletIndexStore
import Foundation

/// The compiler's index store library, loaded at run time. What it hands out is valid
/// only as long as the reader that gave it, and stays in this file.
struct IndexStoreLibrary {
    private let library: UnsafeMutableRawPointer
    private let path: String
    private let demangler: Demangler

    /// - Parameter demangler: What reads names, if not the library beside this one.
    init(path: String, demangler: Demangler? = nil) throws {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL)
        else {
            throw CheckFailure(
                "the compiler's index library cannot be loaded from \(path)")
        }
        self.library = library
        self.path = path
        self.demangler = demangler ?? Demangler(beside: path)
    }

    private func function<Function>(_ name: String) throws -> Function {
        guard let address = dlsym(library, "indexstore_\(name)") else {
            throw CheckFailure(
                "the index library at \(path) has no function 'indexstore_\(name)'")
        }
        return unsafeBitCast(address, to: Function.self)
    }

    /// The function that gives a text of something.
    private func text(_ name: String) throws -> (IndexObject?) -> String {
        let read: IndexText = try function(name)
        return { object in
            let string = read(object)
            let bytes = UnsafeRawBufferPointer(start: string.data, count: string.length)
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    func read(
        storeAt path: String, choosing choose: ([IndexUnit]) -> [IndexUnit]
    ) throws -> [(unit: IndexUnit, occurrences: [IndexOccurrence])] {
        let create: IndexOpenStore = try function("store_create")
        let dispose: IndexDispose = try function("store_dispose")
        guard let store = create(path, nil)
        else {
            throw CheckFailure("cannot read the index store at \(path) with \(self.path)")
        }
        defer { dispose(store) }
        // The Finder leaves a file of its own, ".DS_Store".
        let names = try FileManager.default.contentsOfDirectory(
            atPath: "\(path)/v5/units"
        )
        .filter { !$0.hasPrefix(".") }
        let units = try choose(names.compactMap { try unit($0, in: store, at: path) })
        let read = try units.map { unit in
            (unit, try unit.records.flatMap { try occurrences(of: $0, in: store) })
        }
        let symbols = read.lazy.flatMap(\.1).map(\.symbol).filter(\.isOfSwift)
        guard symbols.isEmpty || symbols.contains(where: { $0.demangled != nil }) else {
            throw CheckFailure(
                "the names in the index are of a compiler that this system is too old for, "
                    + "and its libswiftDemangle is not beside \(self.path)")
        }
        return read
    }

    private func open(_ kind: String, _ name: String, in store: IndexObject) throws
        -> IndexObject
    {
        let create: IndexOpen = try function("\(kind)_reader_create")
        if let reader = create(store, name, nil) { return reader }
        // A build by itself makes nothing again that is there, damaged or not.
        throw CheckFailure(
            "cannot read the \(kind) \(name) with \(path); delete what was built, and build again"
        )
    }

    /// Reads one unit; `nil` for one without a source file, as a system module's.
    private func unit(_ name: String, in store: IndexObject, at path: String) throws
        -> IndexUnit?
    {
        let dispose: IndexDispose = try function("unit_reader_dispose")
        let kind: IndexKind = try function("unit_dependency_get_kind")
        let dependencyName = try text("unit_dependency_get_name")
        let dependencyModule = try text("unit_dependency_get_modulename")
        let reader = try open("unit", name, in: store)
        defer { dispose(reader) }
        let file = try text("unit_reader_get_main_file")(reader)
        guard file.hasSuffix(".swift") else { return nil }
        var unit = IndexUnit(
            mainFile: file,
            module: try text("unit_reader_get_module_name")(reader),
            outputFile: try text("unit_reader_get_output_file")(reader),
            store: path, demangler: demangler,
            date: changeDate(of: "\(path)/v5/units/\(name)"))
        each(try function("unit_reader_dependencies_apply_f"), of: reader) { dependency in
            if kind(dependency) == 1 {
                unit.imports.insert(dependencyModule(dependency))
            }
            if kind(dependency) == 2 {
                unit.records.append(dependencyName(dependency))
            }
        }
        return unit
    }

    private func occurrences(of record: String, in store: IndexObject) throws
        -> [IndexOccurrence]
    {
        let dispose: IndexDispose = try function("record_reader_dispose")
        let symbolPart: IndexPart = try function("occurrence_get_symbol")
        let roles: IndexBits = try function("occurrence_get_roles")
        let place: IndexPlace = try function("occurrence_get_line_col")
        let forEachRelation: IndexEach = try function("occurrence_relations_apply_f")
        let relationRoles: IndexBits = try function("symbol_relation_get_roles")
        let relationSymbol: IndexPart = try function("symbol_relation_get_symbol")
        let symbolName = try text("symbol_get_name")
        let symbolUSR = try text("symbol_get_usr")
        let symbolKind: IndexKind = try function("symbol_get_kind")
        let reader = try open("record", record, in: store)
        defer { dispose(reader) }
        // A symbol's handle is the same for all its occurrences: make its strings once.
        var symbols: [IndexObject?: IndexSymbol] = [:]
        func symbol(_ handle: IndexObject?) -> IndexSymbol {
            if let known = symbols[handle] { return known }
            let symbol = IndexSymbol(
                usr: symbolUSR(handle), name: symbolName(handle),
                kind: IndexSymbol.Kind(rawValue: symbolKind(handle)),
                demangler: demangler)
            symbols[handle] = symbol
            return symbol
        }
        var occurrences: [IndexOccurrence] = []
        each(try function("record_reader_occurrences_apply_f"), of: reader) { element in
            var line: UInt32 = 0
            var column: UInt32 = 0
            place(element, &line, &column)
            var occurrence = IndexOccurrence(
                symbol: symbol(symbolPart(element)),
                roles: IndexRoles(rawValue: roles(element)),
                position: Position(line: Int(line), column: Int(column)))
            each(forEachRelation, of: element) { relation in
                let roles = IndexRoles(rawValue: relationRoles(relation))
                occurrence.relations.append((roles, symbol(relationSymbol(relation))))
            }
            occurrences.append(occurrence)
        }
        return occurrences
    }

    /// Calls a closure for each element. It is the context of the C callback, which can't
    /// capture.
    private func each(
        _ visit: IndexEach, of object: IndexObject?, _ body: (IndexObject?) -> Void
    ) {
        withoutActuallyEscaping(body) { body in
            withUnsafePointer(to: body) { body in
                _ = visit(object, UnsafeMutableRawPointer(mutating: body)) {
                    context, element in
                    context!.assumingMemoryBound(to: ((IndexObject?) -> Void).self)
                        .pointee(element)
                    return true
                }
            }
        }
    }

    /// On a Mac, the `swiftc` in `PATH` only leads to the compiler; elsewhere it may be a
    /// script.
    static func find(
        beside compiler: String?,
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        link: String = "/var/db/xcode_select_link",
        exists: (String) -> Bool = FileManager.default.fileExists(atPath:)
    ) throws -> String {
        let path = (environment["PATH"] ?? "").split(separator: ":").map {
            "\($0)/swiftc"
        }
        let compilers = [compiler].compactMap(\.self) + path
        let toolchains = compilers.map { ancestors(of: $0).dropFirst(2).first }
        let places = ["/lib", "/Toolchains/XcodeDefault.xctoolchain/usr/lib", "/usr/lib"]
        let names = places.flatMap {
            ["\($0)/libIndexStore.so", "\($0)/libIndexStore.dylib"]
        }
        func find(in directories: [String?]) -> String? {
            // An empty path, as of a tool that fails, would be the system's root.
            let directories = directories.compactMap(\.self).filter { !$0.isEmpty }
            return directories.flatMap { path in names.map { path + $0 } }.first(
                where: exists)
        }
        let found =
            find(in: toolchains + [environment["DEVELOPER_DIR"], link])
            ?? find(in: [output(of: ["xcode-select", "-p"], environment)])
            ?? output(of: ["swiftc", "-print-target-info"], environment)?
            .firstMatch(of: /runtimeResourcePath": "(.+)"/).flatMap {
                find(in: ["\($0.1)/../.."])
            }
        if let found { return found }
        throw CheckFailure(
            "the compiler's index library is not found; put the toolchain's swiftc in PATH"
        )
    }

    private static func output(of command: [String], _ environment: [String: String])
        -> String?
    {
        #if os(macOS) || os(Linux)
            let process = Process()
            let pipe = Pipe()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = command
            process.environment = environment
            process.standardOutput = pipe
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return nil }
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            return String(decoding: output, as: UTF8.self).trimmingCharacters(
                in: .newlines)
        #else
            return nil
        #endif
    }
}
