import Foundation

/// The program that is checked, read from the current units of its index and from its
/// settings.
package struct Program {
    private let steps: WiringSteps
    /// Whether an app may run its tests.
    private let haveHost: Bool

    /// Reads the files of a program; the command's options have the same names and
    /// meanings.
    package init(
        packagePath: String?, buildPath: String?, indexStorePath: String? = nil,
        compilerPath: String? = nil
    ) throws {
        let root = resolved(packagePath ?? FileManager.default.currentDirectoryPath)
        guard exists(root) else { throw CheckFailure("there is no package at \(root)") }
        let store = try Self.indexStore(of: root, at: indexStorePath, builtAt: buildPath)
        let library = try IndexStoreLibrary(
            path: IndexStoreLibrary.find(beside: compilerPath))
        var unbuilt: [IndexUnit] = []
        let built = try library.read(storeAt: store) { units in
            let program = BuiltProgram(units, of: root)
            unbuilt = program.unbuilt
            return program.units
        }
        let files = built.map(SourceFile.init)
        try Self.checkIndex(of: files, of: root, in: store)
        var steps = WiringSteps(
            files + unbuilt.map { SourceFile($0) }, of: root,
            isNonisolatedByDefault: Self.isNonisolatedByDefault(root))
        steps.wiring.isByEditor = store.contains("/index-build/")
        self.steps = steps
        haveHost = Project.files(in: root).contains { $0 != "Package.swift" }
    }

    var needReader: NeedReader { NeedReader(steps, haveHost: haveHost) }

    package func wiring(excludesTests: Bool = false) -> Wiring {
        var wiring = steps.wiring
        if !excludesTests { wiring.needs = needReader.needs }
        return wiring
    }

    /// What a type, a function or a test asks for, by its name.
    package func keys(neededBy name: String) throws -> [NeededKey] {
        try needReader.keys(neededBy: name)
    }

    /// Throws where there is nothing to check.
    private static func checkIndex(
        of files: [SourceFile], of root: String, in store: String
    ) throws {
        // A release build indexes the tests alone, for SwiftPM to find them.
        let own = files.filter(\.isOfProgram)
        guard let first = own.first else { throw noIndex(of: root, in: store) }
        let isAnyRead = own.contains { $0.unit.leftOut == nil }
        guard !isAnyRead, let reason = first.unit.leftOut else { return }
        let setting =
            IndexUnit.isXcodes(store) ? ", with COMPILATION_CACHE_ENABLE_CACHING=NO" : ""
        throw CheckFailure(
            "no file can be checked: \(first.path) is \(reason.rawValue); build again"
                + setting)
    }

    static func root(of file: String) throws -> String {
        if let root = ancestors(of: file).first(where: { !Project.files(in: $0).isEmpty })
        {
            return root
        }
        guard exists(file) else {
            throw CheckFailure(
                "the sources are not on this machine: there is no \(file); where tests run on "
                    + "another machine than the one that built them, as in Xcode Cloud, check "
                    + "with the command after the build")
        }
        throw CheckFailure("there is no Package.swift and no Xcode project above \(file)")
    }

    /// Whether functions that say nothing about isolation are certainly not isolated.
    private static func isNonisolatedByDefault(_ root: String) -> Bool {
        let settings = Project.settings(of: root)
        return !settings.isEmpty && !settingIsolation.contains(where: settings.contains)
    }
    private static let settingIsolation = Set(
        words: """
            .xcconfig defaultIsolation NonisolatedNonsendingByDefault \
            SWIFT_APPROACHABLE_CONCURRENCY SWIFT_DEFAULT_ACTOR_ISOLATION
            """)

    /// Finds the index, which callers mean, or which SwiftPM or Xcode keeps in a
    /// directory.
    private static func indexStore(
        of root: String, at given: String?, builtAt path: String?
    ) throws -> String {
        // SwiftPM's build systems and Xcode put the index beside what they build, or
        // above it.
        let directory = path ?? "\(root)/.build"
        let built =
            ["/debug", "/out"].map { directory + $0 } + (path.map(ancestors) ?? [])
        let places = [
            "", "/store", "/DataStore", "/index/store", "/Index.noindex/DataStore",
        ]
        let stores = (given.map { [$0] } ?? built).flatMap { place in
            places.map { place + $0 }
        }
        // An editor's language server indexes what is saved, without any build.
        let ofEditor = given == nil ? storesOfEditor(in: directory) : []
        let all = stores + ofEditor
        if let found = all.first(where: { exists("\($0)/v5/units") }) { return found }
        throw given.map { CheckFailure("there is no index store at \($0)") }
            ?? noIndex(of: root)
    }

    private static func storesOfEditor(in directory: String) -> [String] {
        let place = "\(directory)/index-build"
        return fileNames(in: place).map { "\(place)/\($0)/debug/index/store" }
    }

    private static func noIndex(of root: String, in store: String? = nil) -> CheckFailure
    {
        let projects = Project.files(in: root)
        let place = store.map { " in \($0)" } ?? ""
        let cure =
            projects.isEmpty || projects.contains("Package.swift")
            ? "with 'swift build' (a release build needs --enable-index-store)"
            : "in Xcode with COMPILER_INDEX_STORE_ENABLE=YES, and name it with --index-store-path"
        return CheckFailure(
            "there is no index of \(root)\(place); build it first \(cure)")
    }
}
