// swift-tools-version: 6.2

// A package that depends on Collet by path, to try `swift package check-dependencies` and
// `checkDependencies()` from outside. With FAULT set in the environment, one injection
// has no registration; with NO_TESTING the tests don't compile; and with BROKEN or UIKIT
// the app doesn't.

import PackageDescription

let settings = ["FAULT", "BROKEN", "UIKIT"].filter { Context.environment[$0] != nil }
    .map { SwiftSetting.define($0) }
let testSettings: [SwiftSetting] =
    Context.environment["NO_TESTING"] == nil ? [] : [.define("NO_TESTING")]

let package = Package(
    name: "Client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Collet", path: "../../..")],
    targets: [
        .target(name: "Kit", dependencies: ["Collet"]),
        .executableTarget(
            name: "App", dependencies: ["Collet", "Kit"], swiftSettings: settings),
        .testTarget(
            name: "AppTests",
            dependencies: [
                "App", "Collet", "Kit", .product(name: "ColletCheck", package: "Collet"),
            ],
            swiftSettings: testSettings
        ),
    ]
)
