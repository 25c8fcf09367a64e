import Foundation

/// What Swift Build, and Xcode with it, keeps of a build's tasks: `task-store.msgpack`.
enum TaskStore {
    /// Returns the builds whose intermediates are in a directory.
    ///
    /// - Parameter read: Gets the paths of the stores.
    static func builds(in intermediates: String, read: inout [String])
        throws -> [Build]
    {
        let directory = "\(intermediates)/XCBuildData"
        let stores = try names(in: directory).filter { $0.hasSuffix(".xcbuilddata") }
            .map { "\(directory)/\($0)" }
            .sorted { changeDate(of: $0) < changeDate(of: $1) }
        var builds: [String: [String: Compilation]] = [:]
        var dates: [String: Date] = [:]
        for store in stores {
            let path = "\(store)/task-store.msgpack"
            // A build that is being planned has none yet.
            guard try names(in: store).contains("task-store.msgpack") else { continue }
            read.append(path)
            for target in targets(in: try contents(of: path)) {
                // The same build changes the date of its directory, not of its files.
                builds[target.destination, default: [:]][target.objects] = target
                dates[target.destination] = changeDate(of: store)
            }
        }
        return builds.map { destination, targets in
            Build(
                destination: destination, date: dates[destination]!,
                targets: targets.values.sorted { $0.objects < $1.objects })
        }
    }

    /// Returns the targets of a store.
    private static func targets(in store: Data) -> [Compilation] {
        let commands = MessagePack(data: store).lists(
            beginningWith: "builtin-SwiftDriver")
        return commands.filter { $0.count > 3 && $0[1] == "--" }
            .compactMap(Compilation.init(swiftBuildCommand:))
    }
}
