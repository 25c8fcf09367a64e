// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Collet",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Collet", targets: ["Collet"]),
        // For an app and its frameworks, which each get a copy of what is linked
        // statically.
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
        // A file per section of the library. This test target and the others start
        // processes, or expect some to end: they are for macOS and Linux, and refuse to
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
        // What tests need that run programs: the compiler, above all.
        .target(name: "TestSupport", path: "Tests/Support"),

        // The runnable example. What imports Testing would keep it from starting on a
        // Mac, where only tests find that.
        .executableTarget(name: "Example", dependencies: ["Collet"]),
        .testTarget(
            name: "ExampleTests",
            dependencies: ["Example", "TestSupport"],
            exclude: ["Example.mermaid", "Example.txt"]
        ),

        // The check before the program runs: a plugin over a tool over its logic.
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
        // What runs a program in its head, by what the compiler has made of it.
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

// What it costs, beside what one would write by hand. Built where it is asked for only,
// since `swift test` would build it too. Beside other libraries, where there is a folder
// with them.
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

// For builds that take long: what is left out there, as nothing in them needs it.
if let names = Context.environment["COLLET_LEFT_OUT"]?.split(separator: " ") {
    package.targets.removeAll { names.contains($0.name[...]) }
    package.products.removeAll { names.contains($0.name[...]) }
}
