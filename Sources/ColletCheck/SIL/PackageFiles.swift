/// A package's files: those of each program, of its tests, and of its own code.
struct PackageFiles {
    /// Each program has its own module and those that it imports, directly or indirectly.
    let programs: [[SILFile]]
    /// All files, if there are tests.
    let tests: [SILFile]
    /// All files but those that only tests use.
    let own: [SILFile]

    init(_ files: [SILFile]) {
        let files = files.withDistinctTypes
        let testModules = files.testModules
        let own = files.filter { !testModules.contains($0.module) }
        programs = own.filter(\.hasMain).map { Self.files(linkedBy: $0, among: own) }
        tests = own.count < files.count ? files : []
        self.own = own
    }

    /// A program never links another program, not even one of the same module.
    private static func files(linkedBy main: SILFile, among all: [SILFile]) -> [SILFile] {
        let modules = all.modules(importedBy: main.module)
        return all.filter { file in
            modules.contains(file.module) && (!file.hasMain || file === main)
        }
    }
}

extension [SILFile] {
    /// A module and those that it imports, directly or indirectly.
    func modules(importedBy module: String) -> [String] {
        [module].allReached { module in
            filter { $0.module == module }.flatMap(\.imports)
        }
    }

    /// By the name of a type, the files that declare it.
    var homes: [String: [SILFile]] {
        let all = flatMap { file in file.interface.outermost.map { ($0, [file]) } }
        return Dictionary(all, uniquingKeysWith: +)
    }

    /// The modules with tests or test helpers. An app may import Testing in one of its
    /// files, but has a `main`.
    var testModules: Set<String> {
        let libraries = "ColletTesting Testing XCTest".words
        let testing = filter { !$0.imports.isDisjoint(with: libraries) }.map(\.module)
        return Set(testing).subtracting(filter(\.hasMain).map(\.module))
    }
}
