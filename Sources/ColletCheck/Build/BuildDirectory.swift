import Foundation

/// A directory where builds leave their arguments: SwiftPM's `.build`, or Xcode's derived
/// data.
struct BuildDirectory {
    /// The path, without links.
    let path: String
    /// The directory of the package or project, in which SwiftPM runs the compiler.
    let root: String
    /// The Run Script phase that runs the check, if one does.
    var phase: XcodePhase?

    init(path: String, root: String) {
        let own = resolved(path)
        // Xcode's builds may be elsewhere, behind a link.
        let inner = resolved("\(own)/Build")
        self.path = inner.hasPrefix("\(own)/") ? own : inner
        self.root = resolved(root)
    }

    /// Returns the targets of the program, and those of other packages that import the
    /// library. Each module's target comes from the latest build that has it.
    ///
    /// A build has only what it was asked for: after `swift build --product Kit`, the
    /// tests are in an earlier one.
    ///
    /// - Throws: If there are none.
    func targets() throws -> [Compilation] {
        var read: [String] = []
        for places in [Self.places, Self.placesOfEditors] {
            let all = try places.map { resolved(path + $0) }.unique.flatMap { directory in
                try TaskStore.targets(in: directory, for: phase, read: &read)
                    + BuildDescription.targets(in: directory, of: root, read: &read)
            }
            // A copied or moved directory still has the arguments of its old place.
            let other = all.first { !isInside($0.objects) }
            // A target without sources may be gone from the program.
            let targets = latest(
                all.filter {
                    isInside($0.objects) && $0.sources.contains(where: exists)
                })
            if !targets.isEmpty { return targets.filter { $0.isRead(in: path) } }
            if let other {
                throw Refusal(
                    """
                    the build was made at another place, for '\(other.objects)'; delete it, \
                    and build again
                    """)
            }
        }
        if read.isEmpty {
            throw Refusal(
                """
                no build of '\(root)' is found; build it first, \(howToBuild)
                A build leaves the compiler's arguments, which the check looked for \
                at\(lookedAt.indented)
                \(otherBuilds)
                """)
        }
        if let phase, (try? BuildDirectory(path: path, root: root).targets()) != nil {
            throw Refusal(
                """
                the build has no Swift code for '\(phase.destination)' in \
                '\(phase.intermediates)'; let the phase run in a target that has, or name a \
                build with --build-path
                """)
        }
        throw Refusal(
            """
            the last build of '\(root)' isn't understood: looked for the compiler's \
            arguments, behind `builtin-SwiftDriver --` or `swiftCommands`, in\(read.indented)
            \(otherBuilds)
            """)
    }

    /// One target for each module. The latest build counts. Of builds from the same time,
    /// it is the one with more targets: a macro may be compiled for a Mac, together with
    /// an app for a phone.
    private func latest(_ targets: [Compilation]) -> [Compilation] {
        // The native build system describes targets that it hasn't built. They come last.
        let builds = Dictionary(grouping: targets) { "\($0.destination) \($0.wasBuilt)" }
            .map { (name: $0, date: $1.map(\.date).max()!, targets: $1) }
            .sorted {
                ($1.date, $1.targets.count, $0.name) < (
                    $0.date, $0.targets.count, $1.name
                )
            }
        var modules: Set<String> = []
        return builds.flatMap { build in
            let plain = Set(build.targets.filter { !$0.isVariant }.map(\.module))
            let news = build.targets.filter { target in
                let isSecond = target.isVariant && plain.contains(target.module)
                return !isSecond && !modules.contains(target.module)
            }
            modules.formUnion(news.map(\.module))
            return news.sorted { $0.objects < $1.objects }
        }
    }

    private func isInside(_ objects: String) -> Bool {
        resolved(objects).hasPrefix(path + "/")
    }

    private var howToBuild: String {
        BuildLocation.isPackage(root)
            ? "with 'swift build --build-tests'"
            : "in Xcode, and name its derived data with --build-path"
    }

    /// How to let a build write SIL, and how to check that.
    private var otherBuilds: String {
        let lines =
            BuildLocation.isPackage(root)
            ? """
                swift build --build-tests --build-system swiftbuild -Xswiftc -sil-output-dir \
            -Xswiftc '$(TARGET_TEMP_DIR)/sil' -Xswiftc -driver-filelist-threshold -Xswiftc 0
                collet-check --sil .build/out/Intermediates.noindex
            """
            : """
                xcodebuild build-for-testing … -derivedDataPath DerivedData \
            OTHER_SWIFT_FLAGS='$(inherited) -sil-output-dir $(TARGET_TEMP_DIR)/sil \
            -driver-filelist-threshold 0'
                collet-check --sil DerivedData/Build/Intermediates.noindex
            """
        return "If that doesn't help, let the build write SIL, and check this:\n\(lines)"
    }

    // MARK: Places

    /// Where the directory has builds. SwiftPM or Xcode may use it for everything, for
    /// products and intermediates, or only for intermediates.
    private static let places = [
        "", "/out/Intermediates.noindex", "/Build/Intermediates.noindex",
        "/Intermediates.noindex",
    ]

    /// Where editors build for their own use, which counts only if nothing else was
    /// built.
    private static let placesOfEditors = [
        "/index-build", "/index-build/out/Intermediates.noindex",
        "/Index.noindex/Build/Intermediates.noindex",
    ]

    /// Whether there is a build other than an editor's. If it can't be read, an error
    /// follows later.
    static func hasBuild(_ directory: String) -> Bool {
        let hasStore = places.contains { exists("\(directory)\($0)/XCBuildData") }
        let descriptions = try? BuildDescription.all(in: directory)
        return hasStore || descriptions?.isEmpty == false
    }

    private var lookedAt: [String] {
        (Self.places + Self.placesOfEditors).flatMap { place in
            [
                "\(path)\(place)/XCBuildData/*.xcbuilddata/task-store.msgpack",
                "\(path)\(place)/*/*/description.json",
            ]
        }
    }

    /// The directory of builds that contains a product, a test's bundle or another part
    /// of a build, or that path itself if there is none.
    init(around path: String, root: String) {
        let places = ancestors(of: path).drop { !Self.hasBuild($0) }
        // `.build` has builds, and so has `.build/out`: take the outer one. The directory
        // around another scratch path may only look as if it had builds.
        let inner = "Build Intermediates.noindex out".words
        let outer = zip(places, places.dropFirst()).prefix { place, outer in
            inner.contains(URL(filePath: place).lastPathComponent) && Self.hasBuild(outer)
        }
        self.init(path: outer.last?.1 ?? places.first ?? path, root: root)
    }
}

/// Returns a path without links, and the directories above it, from the nearest.
package func ancestors(of path: String) -> [String] {
    sequence(first: URL(filePath: resolved(path))) { $0.deletingLastPathComponent() }
        .prefix { $0.path != "/" }.map(\.path)
}
