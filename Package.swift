// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Collet",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Collet", targets: ["Collet"])
    ],
    targets: [
        // The library: one file.
        .target(name: "Collet", swiftSettings: [.strictMemorySafety()]),
        // A file per section of the library.
        .testTarget(name: "ColletTests", dependencies: ["Collet"]),
        // The runnable example.
        .executableTarget(name: "Example", dependencies: ["Collet"]),
        .testTarget(name: "ExampleTests", dependencies: ["Example"], exclude: ["Example.txt"]),
        // What must compile, and what must not.
        .testTarget(name: "CompileTimeTests", exclude: ["Snippets"]),
    ],
    swiftLanguageModes: [.v6]
)
