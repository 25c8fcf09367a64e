// swift-tools-version: 6.2

// A command-line tool that counts the words of files.

import PackageDescription

let package = Package(
    name: "Tally",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Collet", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Tally", dependencies: [.product(name: "Collet", package: "Collet")]),
        .testTarget(
            name: "TallyTests",
            dependencies: [
                "Tally", .product(name: "Collet", package: "Collet"),
                .product(name: "ColletTesting", package: "Collet"),
            ]
        ),
    ]
)
