// swift-tools-version: 6.2

// An app and a framework that both use Collet: by its static product, or with DYNAMIC set
// in the environment by its dynamic one.

import PackageDescription

let collet = Context.environment["DYNAMIC"] == nil ? "Collet" : "ColletDynamic"

let package = Package(
    name: "LinkOnce",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Collet", path: "../.."), .package(path: "Kit")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: collet, package: "Collet"), "Kit"]
        )
    ]
)
