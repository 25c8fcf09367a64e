import Foundation

/// A figure that a shell command measures when it is run in the package's folder.
struct Size {
    var name: String
    var limit: Double
    var unit: String
    /// A command that prints the figure; the folder `$SCRATCH` is there for its files.
    var command: String

    init(_ name: String, atMost limit: Double, _ unit: String, command: String) {
        self.name = name
        self.limit = limit
        self.unit = unit
        self.command = command
    }

    static let all = [
        Size(
            "source lines without comments and blanks",
            atMost: 700,
            "lines",
            command: """
                grep -cvE '^[[:space:]]*(//|$)' Sources/Collet/Collet.swift
                """
        ),
        Size(
            "stripped size added to a hello-world",
            atMost: 48 * 1024,
            "bytes",
            command: """
                cd "$SCRATCH" && echo 'print("hello")' > main.swift
                swiftc -O -wmo main.swift -o without
                swiftc -O -wmo main.swift "$OLDPWD/Sources/Collet/Collet.swift" -o with
                strip without with
                echo $(($(wc -c < with) - $(wc -c < without)))
                """
        ),
        Size(
            "clean release build of the library",
            atMost: 3,
            "s",
            command: """
                TIMEFORMAT=%R
                { time swift build -c release --target Collet --scratch-path "$SCRATCH" \\
                    >/dev/null 2>&1; } 2>&1
                """
        ),
        Size(
            "type-checking of a block of 200 modules",
            atMost: 1,
            "s",
            command: """
                swiftc -emit-module -module-name Collet -swift-version 6 \\
                    -emit-module-path "$SCRATCH/Collet.swiftmodule" Sources/Collet/Collet.swift
                cd "$SCRATCH" && {
                    echo 'import Collet'
                    for i in $(seq 200); do
                        echo "protocol P$i {}; struct M$i: P$i {}"
                    done
                    echo 'let dependencies = Dependencies {'
                    for i in $(seq 200); do echo "    Module { M$i() as any P$i }"; done
                    echo '}'
                } > main.swift
                TIMEFORMAT=%R
                { time swiftc -typecheck -swift-version 6 -I . main.swift; } 2>&1
                """
        ),
        Size(
            "check of 200 files with 2,000 injections, beyond their build",
            atMost: 1,
            "s",
            command: """
                {
                    COLLET_LARGE_PROJECT="$SCRATCH/large" swift test --filter LargeProjectTests
                    swift build -c release --product collet-check
                    swift build --package-path "$SCRATCH/large"
                } >/dev/null 2>&1
                TIMEFORMAT=%R
                # One fault is among the injections, so the status is 1.
                { time .build/release/collet-check --package-path "$SCRATCH/large" >/dev/null \
                    || [ $? -eq 1 ]; } 2>&1
                """
        ),
    ]
}

/// Runs the command of every size.
func measureSizes() throws -> [Line] {
    try Size.all.map { size in
        let printed = try withTemporaryFolder { folder in
            try run("bash", ["-ec", size.command], environment: ["SCRATCH": folder.path()])
        }
        guard let figure = Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw Failure(description: "the command for \(size.name) printed no figure: \(printed)")
        }
        return Line(
            operation: size.name,
            ratio: figure.rounded(decimals: 2),
            limit: "≤ \(size.limit.rounded(decimals: 0)) \(size.unit)",
            isOver: figure > size.limit
        )
    }
}
