// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Collet",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Collet", targets: ["Collet"]),
        // For an app with frameworks, each of which would get its own copy of a static
        // library.
        .library(name: "ColletDynamic", type: .dynamic, targets: ["Collet"]),
        .library(name: "ColletTesting", targets: ["ColletTesting"]),
        .library(name: "ColletCheck", targets: ["ColletCheck"]),
        .plugin(name: "CheckDependencies", targets: ["CheckDependencies"]),
        .executable(name: "collet-check", targets: ["collet-check"]),
    ],
    targets: [
        // The library: one file.
        .target(name: "Collet", swiftSettings: [.strictMemorySafety()]),
        // Traits for Swift Testing.
        .target(
            name: "ColletTesting",
            dependencies: ["Collet"],
            swiftSettings: [.strictMemorySafety()]
        ),
        // One file for each section of the library. This test target and the others start
        // processes, or expect some to end, so they are for macOS and Linux and refuse to
        // be built for other systems.
        .testTarget(name: "ColletTests", dependencies: ["Collet", "TestSupport"]),
        // The traits, and the samples of their documentation.
        .testTarget(
            name: "ColletTestingTests",
            dependencies: ["Collet", "ColletTesting", "TestSupport"],
            // The samples import what they use.
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
        ),
        // What must compile, what must not, and the samples of the documentation.
        .testTarget(
            name: "CompileTimeTests",
            dependencies: ["TestSupport"],
            exclude: [
                "CheatSheet.swift", "PublicAPI", "Servers.swift", "ServersRun.swift",
                "Snippets", "SwiftUI.swift", "SwiftUIRun.swift", "Worlds",
            ]
        ),
        // Support for tests that run programs, above all the compiler.
        .target(name: "TestSupport", path: "Tests/Support"),

        // The runnable example. Anything that imports Testing would keep it from starting
        // on a Mac, where only tests find that.
        .executableTarget(name: "Example", dependencies: ["Collet"]),
        .testTarget(
            name: "ExampleTests",
            dependencies: ["Example", "TestSupport"],
            exclude: ["Example.mermaid", "Example.txt"]
        ),

        // The check before the program runs: a plugin, its tool, and the tool's logic.
        .plugin(
            name: "CheckDependencies",
            capability: .command(
                intent: .custom(
                    verb: "check-dependencies",
                    description: "Check that everything injected is registered"
                )
            ),
            dependencies: ["collet-check"],
            path: "Sources/CheckDependencies"
        ),
        .executableTarget(
            name: "collet-check",
            dependencies: ["ColletCheck"],
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
        ),
        // The interpreter, which runs a program in its head from the compiler's output.
        .target(
            name: "ColletCheck",
            // Each file imports what it uses.
            swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]
        ),
        .testTarget(
            name: "ColletCheckTests",
            dependencies: ["ColletCheck", "TestSupport", "collet-check"],
            exclude: ["Packages", "Programs", "Tested"]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Benchmarks against code written by hand, and against other libraries if there is a
// folder with them. They are built only on request, since `swift test` would build them
// as well.
if Context.environment["COLLET_BENCHMARKS"] != nil {
    let peers = Context.environment["COLLET_PEERS"]
    package.targets += [
        .executableTarget(
            name: "Benchmarks",
            dependencies: ["Collet", "Allocations"],
            exclude: ["Allocations"] + (peers == nil ? ["Peers"] : []),
            swiftSettings: peers.map { [.define("PEERS"), .unsafeFlags(["-I", $0])] },
            linkerSettings: peers.map { [.unsafeFlags(["\($0)/libPeers.a"])] }
        ),
        .target(name: "Allocations", path: "Sources/Benchmarks/Allocations"),
    ]
}

// Targets that long builds leave out because nothing in them needs these.
if let names = Context.environment["COLLET_LEFT_OUT"]?.split(separator: " ") {
    package.targets.removeAll { names.contains($0.name[...]) }
    package.products.removeAll { names.contains($0.name[...]) }
}
