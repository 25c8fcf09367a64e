import Foundation

/// A generated program, to see that the check keeps up with a large one.
///
/// Each file has a module with components, which inject the modules of other files, and
/// classes that inject more of them. Nothing is wrong, except for one injection in the
/// last file.
struct LargeProject {
    let files: Int
    let injectionsPerFile: Int

    /// Writes the sources.
    ///
    /// - Parameter directory: Their directory, which is made.
    func write(to directory: URL) throws {
        try Fixture.Program.makeDirectory(directory)
        for number in 0..<files {
            try source(number).write(
                to: directory.appending(path: "Feature\(number).swift"))
        }
        try main.write(to: directory.appending(path: "main.swift"))
    }

    private func source(_ number: Int) -> Data {
        /// The injections of one class; one of a module is left to the module itself.
        let injections = (1..<injectionsPerFile).map { index in
            let other = (number + index) % files
            return
                "    @Inject private var feature\(index): any Feature\(other)ModuleType\n"
                + "    private lazy var worker\(index): any Worker\(other) = "
                + "feature\(index).component()\n"
        }
        let fault =
            number == files - 1 ? "    @Inject(\"fault\") var fault: any Worker0\n" : ""
        // Each module uses the next one's; the last none, or it would have no end.
        let next = number + 1
        let inner =
            next < files
            ? "    @Inject private var next: any Feature\(next)ModuleType\n"
            : "    @Inject private var clock: any Clock\n"
        let value =
            next < files
            ? "\"\\(next.component() as any Worker\(next))\"" : "\"\\(clock)\""
        return Data(
            """
            import Collet

            protocol Store\(number) {}
            protocol Worker\(number) {}

            struct RealStore\(number): Store\(number) { let name: String }

            struct RealWorker\(number): Worker\(number) {
                let store: any Store\(number)
                let id: Int
            }

            protocol Feature\(number)ModuleType: Sendable {
                func component() -> any Store\(number)
                func component() -> any Worker\(number)
                func component(id: Int) -> any Worker\(number)
            }

            final class Feature\(number)Module: Feature\(number)ModuleType, @unchecked Sendable {
            \(inner)
                func component() -> any Store\(number) { RealStore\(number)(name: \(value)) }
                func component() -> any Worker\(number) {
                    RealWorker\(number)(store: component(), id: 0)
                }
                func component(id: Int) -> any Worker\(number) {
                    RealWorker\(number)(store: component(), id: id)
                }
            }

            let dependencies\(number) = Dependencies {
                Module(.shared) { Feature\(number)Module() as any Feature\(number)ModuleType }
            }

            final class View\(number) {
            \(injections.joined())\(fault)
                func show() { print(worker1) }
            }

            """.utf8
        )
    }

    private var main: Data {
        let builds = (0..<files).map { "dependencies\($0).build()\n" }.joined()
        let clock = """
            import Collet
            protocol Clock: Sendable {}
            struct SystemClock: Clock {}
            Dependencies { Module { SystemClock() as any Clock } }.build()

            """
        return Data((clock + builds).utf8)
    }
}
