import Foundation

/// The sources of a program, by the paths in places.
struct SourceFiles {
    struct File {
        let module: String
        /// Whether only tests use it.
        let isForTests: Bool
    }

    private(set) var files: [String: File] = [:]
    /// The paths of the files, by file name: `Feed.swift`.
    private var paths: [String: [String]] = [:]

    init(_ program: Program) {
        let testModules = program.files.testModules
        for file in program.files {
            for path in file.definedSources.sorted() where files[path] == nil {
                files[path] = File(
                    module: file.module, isForTests: testModules.contains(file.module))
                paths[Place(file: path).fileName, default: []].append(path)
            }
        }
    }

    func isInTests(_ place: Place?) -> Bool {
        files[place?.file ?? ""]?.isForTests == true
    }

    /// The place where somebody wrote the code, if it belongs to the package.
    func own(_ place: Place?) -> Place? {
        written(place).flatMap { $0.isOwn ? $0 : nil }
    }

    /// The place itself, if somebody wrote the code there. A macro's code counts as
    /// written where the macro is.
    func written(_ place: Place?) -> Place? {
        guard let place, place.isMacro else {
            return place?.isWritten == true ? place : nil
        }
        let symbol = place.file.dropFirst(Place.macroPrefix.count).dropLast(6)
        // `… of expect in module KitTests file Feed.swift line 11 column 22`
        let words = Array(demangled("$s" + symbol).words.suffix(8))
        guard words.count == 8, let line = Int(words[5]), let column = Int(words[7])
        else { return nil }
        return paths[words[3]]?.first { files[$0]?.module == words[1] }
            .map { Place(file: $0, line: line, column: column) }
    }
}

extension Place {
    /// Whether it belongs to the checked code, not to a package that it depends on.
    var isOwn: Bool { !isCheckedOut(file) }
}

/// Whether a source belongs to a package that SwiftPM or Xcode have checked out. Its
/// directory, of whatever name, is next to the file that lists these packages.
func isCheckedOut(_ path: String) -> Bool {
    ["/checkouts/", "/registry/"].filter { path.contains($0) }.flatMap(path.ranges)
        .contains { range in
            let state = path[..<range.lowerBound] + "/workspace-state.json"
            return FileManager.default.fileExists(atPath: String(state))
        }
}
