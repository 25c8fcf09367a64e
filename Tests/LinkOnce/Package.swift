// swift-tools-version: 6.2

// An app and a framework that both use Collet: its static product or, with DYNAMIC set in
// the environment, its dynamic one. The framework's tests have the traits pasted or, with
// TRAITS set, use the product.

import PackageDescription

let collet = Context.environment["DYNAMIC"] == nil ? "Collet" : "ColletDynamic"

let traits = Context.environment["TRAITS"] != nil
let product = Target.Dependency.product(name: "ColletTesting", package: "Collet")

// As on a Mac, where each library looks for a symbol in the library that it was linked
// with. Linux would take the tests' symbol for all of them.
let own = ["-Xlinker", "--version-script=\(Context.packageDirectory)/Tests/own.map"]

let package = Package(
    name: "LinkOnce",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Collet", path: "../.."), .package(path: "Kit")],
    targets: [
        .executableTarget(
            name: "App",
            dependencies: [.product(name: collet, package: "Collet"), "Kit"]
        ),
        .testTarget(
            name: "KitTests",
            dependencies: ["Kit", .product(name: collet, package: "Collet")]
                + (traits ? [product] : []),
            exclude: traits ? ["ColletTesting.swift"] : [],
            swiftSettings: traits ? [.define("TRAITS")] : [],
            linkerSettings: [.unsafeFlags(own, .when(platforms: [.linux]))]
        ),
    ]
)
