import Foundation

/// What Swift Build, and Xcode with it, keeps of a build's tasks: `task-store.msgpack`.
enum TaskStore {
    /// Returns the builds whose intermediates are in a directory.
    ///
    /// - Parameters:
    ///   - phase: A Run Script phase, for which only the build counts that it is in.
    ///   - read: Gets the paths of the stores.
    static func builds(
        in intermediates: String, for phase: XcodePhase? = nil, read: inout [String]
    ) throws -> [Build] {
        let directory = "\(intermediates)/XCBuildData"
        let stores = try names(in: directory).filter { $0.hasSuffix(".xcbuilddata") }
            .map { "\(directory)/\($0)" }
            .sorted { changeDate(of: $0) < changeDate(of: $1) }
        var builds: [String: Build] = [:]
        for store in stores {
            let path = "\(store)/task-store.msgpack"
            // A build that is being planned has none yet.
            guard try names(in: store).contains("task-store.msgpack") else { continue }
            read.append(path)
            // The same build changes the date of its directory, not of its files.
            let date = changeDate(of: store)
            let targets = targets(in: try contents(of: path))
            let wanted = phase.map { targets.filter($0.isBuilding) } ?? targets
            if phase != nil, !wanted.isEmpty { builds = [:] }
            for target in wanted {
                let name = target.destination
                builds[name, default: Build(destination: name, date: date)].add(
                    target, date)
            }
        }
        return Array(builds.values)
    }

    /// Returns the targets of a store.
    private static func targets(in store: Data) -> [Compilation] {
        let commands = MessagePack(data: store).lists(
            beginningWith: "builtin-SwiftDriver")
        return commands.filter { $0.count > 3 && $0[1] == "--" }
            .compactMap(Compilation.init(swiftBuildCommand:))
    }
}
