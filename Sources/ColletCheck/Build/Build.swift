import Foundation

/// What one build, or several of a kind, have left: targets with their arguments.
struct Build {
    /// For which configuration and platform, or the directory of the products.
    let destination: String
    /// When the last of them ran.
    var date: Date
    var targets: [Compilation] = []

    /// Adds a target, which replaces an earlier compilation of it.
    mutating func add(_ target: Compilation, _ date: Date) {
        targets.removeAll { $0.objects == target.objects }
        var target = target
        target.date = date
        targets.append(target)
        self.date = date
    }
}

/// Where builds leave arguments, in a directory of builds: SwiftPM's `.build`, or Xcode's
/// derived data.
struct BuildDirectory {
    /// The path, without links.
    let path: String
    /// The directory of the package or project, in which SwiftPM runs the compiler.
    let root: String
    /// What a Run Script phase is for, if it is one that asks.
    var phase: XcodePhase?

    init(path: String, root: String) {
        self.path = resolved(path)
        self.root = resolved(root)
    }

    /// Returns the targets of the program, and those of other packages that import the
    /// library: of each module what the latest build says that has it.
    ///
    /// A build has what it was asked for: after `swift build --product Kit`, the tests are
    /// in an earlier one.
    ///
    /// - Throws: If there are none.
    func targets() throws -> [Compilation] {
        var read: [String] = []
        for places in [Self.places, Self.placesOfEditors] {
            let builds = try places.reduce(into: [Build]()) { builds, place in
                let directory = place.isEmpty ? path : "\(path)/\(place)"
                builds += try TaskStore.builds(in: directory, for: phase, read: &read)
                builds += try BuildDescription.builds(
                    in: directory, of: root, read: &read)
            }
            let all = builds.flatMap(\.targets)
            let targets = latest(builds)
            if targets.isEmpty, let other = all.first(where: { !isInside($0.objects) }) {
                throw BuildProblem.moved(from: other.objects)
            }
            if !targets.isEmpty { return targets.filter { $0.isRead(in: path) } }
        }
        if read.isEmpty { throw BuildProblem.notBuilt(root, lookedAt: lookedAt) }
        if let phase, (try? BuildDirectory(path: path, root: root).targets()) != nil {
            throw BuildProblem.otherDestination(phase.destination, phase.intermediates)
        }
        throw BuildProblem.notRecognised(root, read)
    }

    /// One target for each module. Those of the build that ran last come first; a build of
    /// many targets before one of few, as where a macro is compiled for a Mac together with
    /// an app for a phone.
    private func latest(_ builds: [Build]) -> [Compilation] {
        let builds = builds.sorted {
            ($1.date, $1.targets.count, $0.destination)
                < ($0.date, $0.targets.count, $1.destination)
        }
        var modules: Set<String> = []
        return builds.flatMap { build in
            // A copied or moved directory still has the arguments of its old place.
            let targets = build.targets.filter { isInside($0.objects) && exists($0) }
                .sorted { $0.objects < $1.objects }
            let plain = Set(targets.filter { !$0.isVariant }.map(\.module))
            let news = targets.filter { target in
                let isSecond = target.isVariant && plain.contains(target.module)
                return !isSecond && !modules.contains(target.module)
            }
            modules.formUnion(news.map(\.module))
            return news
        }
    }

    private func isInside(_ objects: String) -> Bool {
        resolved(objects).hasPrefix(path + "/")
    }

    /// Whether any source is left of a target, which may be gone from the program.
    private func exists(_ target: Compilation) -> Bool {
        target.sources.contains { FileManager.default.fileExists(atPath: $0) }
    }
}

extension BuildDirectory {
    /// Where builds are in the directory: it may be what SwiftPM or Xcode have for
    /// everything, for products and intermediates, or for intermediates.
    private static let places = [
        "", "out/Intermediates.noindex", "Build/Intermediates.noindex",
        "Intermediates.noindex",
    ]

    /// Where editors build what they show: what counts if nothing else was built.
    private static let placesOfEditors = [
        "index-build", "index-build/out/Intermediates.noindex",
        "Index.noindex/Build/Intermediates.noindex",
    ]

    /// Whether there is what a build leaves, other than an editor's. Who may not read it
    /// is told later.
    static func hasBuild(_ directory: String) -> Bool {
        let hasStore = places.contains { place in
            FileManager.default.fileExists(atPath: "\(directory)/\(place)/XCBuildData")
        }
        let descriptions = try? BuildDescription.paths(in: directory)
        return hasStore || descriptions?.isEmpty == false
    }

    private var lookedAt: [String] {
        (Self.places + Self.placesOfEditors).flatMap { place in
            ["XCBuildData/*.xcbuilddata/task-store.msgpack", "*/*/description.json"].map {
                [path, place, $0].filter { !$0.isEmpty }.joined(separator: "/")
            }
        }
    }
}
