// swift-tools-version: 6.2

// An app that hires out bicycles: each feature is a target with a block of its own.

import PackageDescription

let collet = Target.Dependency.product(name: "Collet", package: "Collet")

func feature(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: ["Core", "Interface", collet] + dependencies)
}

let package = Package(
    name: "Wheels",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Collet", path: "../../..")],
    targets: [
        .target(name: "Core"),
        .target(name: "Interface"),
        .target(name: "Backend", dependencies: ["Core", collet]),
        .target(name: "Storage", dependencies: ["Core", collet]),
        .target(name: "Account", dependencies: ["Core", collet]),
        feature("Stations"),
        feature("Payments"),
        feature("Riding", "Account", "Payments"),
        feature("Profile", "Account"),
        .executableTarget(
            name: "Wheels",
            dependencies: [
                "Account", "Backend", "Core", "Interface", "Payments", "Profile",
                "Riding",
                "Stations", "Storage", collet,
            ]
        ),
        .testTarget(
            name: "WheelsTests",
            dependencies: [
                "Account", "Core", "Interface", "Payments", "Profile", "Riding",
                "Stations", "Wheels",
                collet, .product(name: "ColletTesting", package: "Collet"),
            ]
        ),
    ]
)
