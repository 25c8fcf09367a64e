import Foundation

/// The compiler's index store library, loaded at run time.
///
/// This is the only file with unsafe code. The library ships beside the compiler and has a C
/// interface without a module map, so its functions are looked up by name. What it hands out
/// stays valid only as long as the reader that gave it; nothing of that leaves this file: callers
/// get Swift values.
///
/// The library's strings are a pointer and a length, passed by value. A Swift structure can't
/// stand in a C function type, so `iovec`, which has the same two fields, stands for them.
struct IndexStoreLibrary {
    /// An opaque reference into the library.
    private typealias Handle = UnsafeMutableRawPointer
    /// A C callback for one element; returns `false` to stop.
    private typealias Visit = @convention(c) (UnsafeMutableRawPointer?, Handle) -> Bool

    private let createStore:
        @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>) -> Handle?
    private let disposeStore: @convention(c) (Handle) -> Void
    private let forEachUnit:
        @convention(c) (
            Handle, UInt32, UnsafeMutableRawPointer?,
            @convention(c) (UnsafeMutableRawPointer?, iovec) -> Bool
        ) -> Bool
    private let createUnit:
        @convention(c) (Handle, UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>) -> Handle?
    private let disposeUnit: @convention(c) (Handle) -> Void
    private let unitIsSystem: @convention(c) (Handle) -> Bool
    private let unitMainFile: @convention(c) (Handle) -> iovec
    private let unitModuleName: @convention(c) (Handle) -> iovec
    private let unitTime:
        @convention(c) (Handle, UnsafeMutablePointer<Int64>, UnsafeMutablePointer<Int64>) -> Void
    private let forEachDependency: @convention(c) (Handle, UnsafeMutableRawPointer?, Visit) -> Bool
    private let dependencyKind: @convention(c) (Handle) -> UInt32
    private let dependencyName: @convention(c) (Handle) -> iovec
    private let dependencyModule: @convention(c) (Handle) -> iovec
    private let createRecord:
        @convention(c) (Handle, UnsafePointer<CChar>, UnsafeMutablePointer<Handle?>) -> Handle?
    private let disposeRecord: @convention(c) (Handle) -> Void
    private let forEachOccurrence: @convention(c) (Handle, UnsafeMutableRawPointer?, Visit) -> Bool
    private let occurrenceSymbol: @convention(c) (Handle) -> Handle
    private let occurrenceRoles: @convention(c) (Handle) -> UInt64
    private let occurrencePosition:
        @convention(c) (Handle, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
    private let forEachRelation: @convention(c) (Handle, UnsafeMutableRawPointer?, Visit) -> Bool
    private let relationRoles: @convention(c) (Handle) -> UInt64
    private let relationSymbol: @convention(c) (Handle) -> Handle
    private let symbolName: @convention(c) (Handle) -> iovec
    private let symbolUSR: @convention(c) (Handle) -> iovec
    private let symbolKind: @convention(c) (Handle) -> UInt32
    private let errorText: @convention(c) (Handle) -> UnsafePointer<CChar>
    private let disposeError: @convention(c) (Handle) -> Void

    /// Loads the library.
    ///
    /// - Parameter path: The place of `libIndexStore`.
    /// - Throws: ``CheckFailure`` if there is no such library or it lacks a function.
    init(path: String) throws {
        guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw CheckFailure("the compiler's index library cannot be loaded from \(path)")
        }
        /// The address of a function, as the type that the context asks for.
        func function<Function>(_ name: String) throws -> Function {
            guard let address = dlsym(library, "indexstore_" + name) else {
                throw CheckFailure(
                    "the index library at \(path) has no function 'indexstore_\(name)'"
                )
            }
            return unsafeBitCast(address, to: Function.self)
        }
        createStore = try function("store_create")
        disposeStore = try function("store_dispose")
        forEachUnit = try function("store_units_apply_f")
        createUnit = try function("unit_reader_create")
        disposeUnit = try function("unit_reader_dispose")
        unitIsSystem = try function("unit_reader_is_system_unit")
        unitMainFile = try function("unit_reader_get_main_file")
        unitModuleName = try function("unit_reader_get_module_name")
        unitTime = try function("unit_reader_get_modification_time")
        forEachDependency = try function("unit_reader_dependencies_apply_f")
        dependencyKind = try function("unit_dependency_get_kind")
        dependencyName = try function("unit_dependency_get_name")
        dependencyModule = try function("unit_dependency_get_modulename")
        createRecord = try function("record_reader_create")
        disposeRecord = try function("record_reader_dispose")
        forEachOccurrence = try function("record_reader_occurrences_apply_f")
        occurrenceSymbol = try function("occurrence_get_symbol")
        occurrenceRoles = try function("occurrence_get_roles")
        occurrencePosition = try function("occurrence_get_line_col")
        forEachRelation = try function("occurrence_relations_apply_f")
        relationRoles = try function("symbol_relation_get_roles")
        relationSymbol = try function("symbol_relation_get_symbol")
        symbolName = try function("symbol_get_name")
        symbolUSR = try function("symbol_get_usr")
        symbolKind = try function("symbol_get_kind")
        errorText = try function("error_get_description")
        disposeError = try function("error_dispose")
    }

    /// Reads the units of a store and, of those a caller wants, the occurrences.
    ///
    /// - Parameters:
    ///   - path: The store's directory.
    ///   - choose: Picks the units whose occurrences are read.
    /// - Returns: Each chosen unit with its occurrences, in the order that `choose` gave.
    /// - Throws: ``CheckFailure`` if the store can't be read.
    func read(
        storeAt path: String,
        choosing choose: ([IndexUnit]) throws -> [IndexUnit]
    ) throws -> [(unit: IndexUnit, occurrences: [IndexOccurrence])] {
        var error: Handle?
        guard let store = createStore(path, &error) else {
            throw CheckFailure("the index store at \(path) cannot be read: \(take(error))")
        }
        defer { disposeStore(store) }

        var names: [String] = []
        withUnsafeMutablePointer(to: &names) { names in
            _ = forEachUnit(store, 0, names) { context, name in
                context!.assumingMemoryBound(to: [String].self).pointee.append(text(name))
                return true
            }
        }
        let units = try names.compactMap { try unit(named: $0, in: store, at: path) }
        return try choose(units).map { unit in
            var occurrences: [IndexOccurrence] = []
            for record in unit.records {
                occurrences += try self.occurrences(inRecord: record, of: store)
            }
            return (unit, occurrences)
        }
    }

    /// Reads one unit; `nil` for a system module's, for a unit without a source file and for one
    /// that disappeared meanwhile.
    private func unit(named name: String, in store: Handle, at path: String) throws -> IndexUnit? {
        var error: Handle?
        guard let reader = createUnit(store, name, &error) else {
            let reason = take(error)
            guard FileManager.default.fileExists(atPath: "\(path)/v5/units/\(name)") else {
                return nil
            }
            throw CheckFailure("cannot read the unit \(name) of the index: \(reason); build again")
        }
        defer { disposeUnit(reader) }
        guard !unitIsSystem(reader) else { return nil }
        let mainFile = text(unitMainFile(reader))
        guard mainFile.hasSuffix(".swift") else { return nil }

        var seconds: Int64 = 0
        var nanoseconds: Int64 = 0
        unitTime(reader, &seconds, &nanoseconds)
        var unit = IndexUnit(
            mainFile: mainFile,
            module: text(unitModuleName(reader)),
            nanoseconds: seconds * 1_000_000_000 + nanoseconds
        )
        each(forEachDependency, of: reader) { dependency in
            switch dependencyKind(dependency) {
            case 1: unit.imports.insert(text(dependencyModule(dependency)))
            case 2: unit.records.append(text(dependencyName(dependency)))
            default: break
            }
        }
        return unit
    }

    /// Reads every occurrence of a record.
    private func occurrences(inRecord name: String, of store: Handle) throws -> [IndexOccurrence] {
        var error: Handle?
        guard let reader = createRecord(store, name, &error) else {
            throw CheckFailure(
                "a record of the index cannot be read: \(take(error)); build again"
            )
        }
        defer { disposeRecord(reader) }

        // A symbol's handle is the same for all its occurrences: make its strings once.
        var symbols: [Handle: IndexSymbol] = [:]
        func symbol(_ handle: Handle) -> IndexSymbol {
            if let known = symbols[handle] { return known }
            let symbol = IndexSymbol(
                usr: text(symbolUSR(handle)),
                name: text(symbolName(handle)),
                kind: IndexSymbol.Kind(rawValue: symbolKind(handle))
            )
            symbols[handle] = symbol
            return symbol
        }
        var occurrences: [IndexOccurrence] = []
        each(forEachOccurrence, of: reader) { occurrence in
            var line: UInt32 = 0
            var column: UInt32 = 0
            occurrencePosition(occurrence, &line, &column)
            var relations: [IndexOccurrence.Relation] = []
            each(forEachRelation, of: occurrence) { relation in
                relations.append(
                    IndexOccurrence.Relation(
                        roles: IndexRoles(rawValue: relationRoles(relation)),
                        symbol: symbol(relationSymbol(relation))
                    )
                )
            }
            occurrences.append(
                IndexOccurrence(
                    symbol: symbol(occurrenceSymbol(occurrence)),
                    roles: IndexRoles(rawValue: occurrenceRoles(occurrence)),
                    position: Position(line: Int(line), column: Int(column)),
                    relations: relations
                )
            )
        }
        return occurrences
    }

    /// Calls a closure for each element that a C function visits.
    ///
    /// The C callback can't capture, so the closure travels as its context.
    private func each(
        _ visit: @convention(c) (Handle, UnsafeMutableRawPointer?, Visit) -> Bool,
        of handle: Handle,
        _ body: (UnsafeMutableRawPointer) -> Void
    ) {
        withoutActuallyEscaping(body) { body in
            var body = body
            withUnsafeMutablePointer(to: &body) { body in
                _ = visit(handle, body) { context, element in
                    context!.assumingMemoryBound(
                        to: ((UnsafeMutableRawPointer) -> Void).self
                    ).pointee(element)
                    return true
                }
            }
        }
    }

    /// The text of an error, which is released.
    private func take(_ error: Handle?) -> String {
        guard let error = error else { return "unknown error" }
        defer { disposeError(error) }
        return String(cString: errorText(error))
    }
}

/// Copies a string of the library.
private func text(_ string: iovec) -> String {
    guard let start = string.iov_base else { return "" }
    return String(
        decoding: UnsafeRawBufferPointer(start: start, count: string.iov_len),
        as: UTF8.self
    )
}

/// The runtime's demangler, which has no Swift interface.
enum Demangler {
    private typealias Demangle =
        @convention(c) (
            UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
            UInt32
        ) -> UnsafeMutablePointer<CChar>?

    private static let demangle: Demangle? = {
        let process = dlopen(nil, RTLD_NOW)
        guard let address = dlsym(process, "swift_demangle") else { return nil }
        return unsafeBitCast(address, to: Demangle.self)
    }()

    /// The readable form of a symbol's identifier, or `nil` if it is none of Swift's.
    static func text(ofUSR usr: String) -> String? {
        guard usr.hasPrefix("s:"), let demangle = demangle else { return nil }
        let mangled = "$s" + usr.dropFirst(2)
        guard let result = demangle(mangled, mangled.utf8.count, nil, nil, 0) else {
            return nil
        }
        defer { free(result) }
        return String(cString: result)
    }
}
