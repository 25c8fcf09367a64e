// swift-tools-version: 6.2

// The framework of the app beside it.

import PackageDescription

let collet = Context.environment["DYNAMIC"] == nil ? "Collet" : "ColletDynamic"

let package = Package(
    name: "Kit",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Kit", type: .dynamic, targets: ["Kit"])],
    dependencies: [.package(name: "Collet", path: "../../..")],
    targets: [
        .target(name: "Kit", dependencies: [.product(name: collet, package: "Collet")])
    ]
)
