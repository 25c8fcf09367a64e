import Foundation

/// The tasks of a build, as Swift Build and Xcode keep them: `task-store.msgpack`.
enum TaskStore {
    /// Returns the targets of the builds whose intermediates are in a directory, each
    /// from the last build that has it.
    ///
    /// - Parameters:
    ///   - phase: A Run Script phase, for which only its own build counts.
    ///   - read: Gets the paths of the stores.
    static func targets(
        in intermediates: String, for phase: XcodePhase?, read: inout [String]
    ) throws -> [Compilation] {
        let stores = try paths(in: "\(intermediates)/XCBuildData", ".xcbuilddata")
            .sorted { changeDate(of: $0) < changeDate(of: $1) }
        var targets: [String: Compilation] = [:]
        for store in stores {
            let path = "\(store)/task-store.msgpack"
            // A build that is still being planned has none.
            guard try names(in: store).contains("task-store.msgpack") else { continue }
            read.append(path)
            let commands = MessagePack.lists(
                in: try contents(of: path), beginningWith: "builtin-SwiftDriver")
            // Building the same again changes the date of the directory, not of files.
            let date = changeDate(of: store)
            let all = commands.compactMap { Compilation(swiftBuildCommand: $0, date) }
            let wanted = phase.map { all.filter($0.isBuilding) } ?? all
            if phase != nil, !wanted.isEmpty { targets = [:] }
            for target in wanted { targets[target.objects] = target }
        }
        return Array(targets.values)
    }
}

extension Compilation {
    /// Reads a command of Swift Build: `builtin-SwiftDriver -- /…/swiftc …`.
    ///
    /// Its sources are in `@P.build/C/T.build/Objects-normal/A/T.SwiftFileList`, for the
    /// target T of project P, the configuration and platform C and the architecture A.
    fileprivate init?(swiftBuildCommand command: [String], _ date: Date) {
        guard command.count > 3, command[1] == "--",
            let list = command.first(where: { $0.hasSuffix(".SwiftFileList") })
        else { return nil }
        let path = URL(filePath: String(list.drop { $0 == "@" }))
        let directories = path.pathComponents.suffix(5).map(\.self)
        let options = command.dropFirst(3).filter { $0 != list }
        directory = Arguments(options)["-working-directory"] ?? "/"
        arguments = Arguments(ResponseFile.expanded(options, in: directory))
        guard let module = arguments["-module-name"], directories.count == 5 else {
            return nil
        }
        self.module = module
        self.date = date
        objects = path.deletingLastPathComponent().path
        name = path.deletingPathExtension().lastPathComponent
        compiler = command[2]
        sources = ResponseFile.words(at: path.path) ?? []
        isVariant = name.contains("-testable")
        destination = "\(directories[0])/\(directories[3])"
    }
}
