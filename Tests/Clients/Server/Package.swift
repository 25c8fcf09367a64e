// swift-tools-version: 6.2

// A server of a library: each request has modules of its own, and connections are closed in order.

import PackageDescription

let package = Package(
    name: "Lending",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Collet", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Lending", dependencies: [.product(name: "Collet", package: "Collet")]),
        .testTarget(
            name: "LendingTests",
            dependencies: [
                "Lending", .product(name: "Collet", package: "Collet"),
                .product(name: "ColletTesting", package: "Collet"),
            ]
        ),
    ]
)
