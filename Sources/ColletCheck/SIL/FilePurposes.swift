/// Which files belong to programs, and which to tests or their helpers.
struct FilePurposes {
    private let files: [SILFile]
    private let programModules: Set<String>
    private let testModules: Set<String>

    init(_ files: [SILFile]) {
        self.files = files
        programModules = Self.modules(of: files.filter(Self.isProgram))
        testModules = Self.modules(of: files.filter(Self.isTesting))
    }

    /// All files but SwiftPM's: a second copy of a program's module for its tests, and
    /// the program that runs these.
    var used: [SILFile] {
        files.filter { !isTwin($0) && !($0.hasMain && isForTests($0)) }
    }

    /// An app may import Testing in one of its files; it has a `main`.
    func isForTests(_ file: SILFile) -> Bool {
        if Self.isProgram(file) || programModules.contains(file.module) { return false }
        return Self.isTesting(file) || testModules.contains(file.module)
    }

    private static let testLibraries: Set = ["ColletTesting", "Testing", "XCTest"]

    private static func isTesting(_ file: SILFile) -> Bool {
        !file.imports.isDisjoint(with: testLibraries)
    }

    /// SwiftPM's program that runs tests is told by its name.
    private static func isProgram(_ file: SILFile) -> Bool {
        file.hasMain && !file.name.contains("runner")
    }

    private static func modules(of files: [SILFile]) -> Set<String> {
        Set(files.map(\.module)).subtracting([""])
    }

    private static let twinSuffix = "-testable.sil"

    private func isTwin(_ file: SILFile) -> Bool {
        guard file.path.hasSuffix(Self.twinSuffix), !file.module.isEmpty else {
            return false
        }
        return files.contains { other in
            other.module == file.module && !other.path.hasSuffix(Self.twinSuffix)
        }
    }
}
