import Foundation

/// A block to paste with everything that some code asks for when it runs: `--needs`.
struct NeededBlock {
    private let runs: PackageRuns
    private let visits: [NamedVisit]

    /// - Parameter name: `Type`, `function`, `Type.method` or `Suite/test()`.
    init(_ runs: PackageRuns, of name: String) throws {
        self.runs = runs
        visits = try CodeNames(runs, name).visits()
    }

    var text: String {
        let lines = Dictionary(grouping: visits, by: \.visit.key.inner).map(line)
            .sorted { ($0.place, $0.module) < ($1.place, $1.module) }
        let width = lines.map(\.module.count).max() ?? 0
        let texts = lines.map { line in
            let module = line.module.padding(
                toLength: width + 2, withPad: " ", startingAt: 0)
            return "    \(module)// \(line.comment)\n"
        }
        return "Dependencies {\n" + texts.joined() + "}\n"
    }

    /// `Module("name") { <#fake#> as any Clock }`, and who asks, where and how surely.
    private func line(
        _ key: Key, _ all: [NamedVisit]
    ) -> (place: Place, module: String, comment: String) {
        // A module that a plain request needs also serves requests for an optional or an
        // array.
        let needed = all.filter { !$0.visit.key.isOfSome }
        let visits = (needed.isEmpty ? all : needed).map(\.visit)
        let first = visits.min { $0.place < $1.place }!
        let kind = ["Optional", "Array"].first { visits[0].key.argument(of: $0) != nil }
        let isOfTest = all[0].isOfTest && kind == nil
        let comment = [
            "\(runs.owner(of: first)) at \(first.place.short)",
            isCertain(key) ? nil : "on some paths", kind?.lowercased(),
            isOfTest ? presence(visits.map(\.answer)) : nil,
        ]
        return (
            first.place, runs.fake(for: key).replacing("{ …", with: "{ <#fake#>"),
            comment.compactMap(\.self).joined(separator: ", ")
        )
    }

    /// Whether a function asks for it on every way, whoever calls it.
    private func isCertain(_ key: Key) -> Bool {
        Dictionary(grouping: visits, by: \.function).values.contains { visits in
            let asking = visits.filter { $0.visit.key.inner == key && $0.isCertain }
            return Set(visits.map(\.root)) == Set(asking.map(\.root))
        }
    }
}

/// Says whether the test registers it.
private func presence(_ answers: [Visit.Answer]) -> String {
    if answers.contains(.missing) { return "MISSING" }
    return answers.contains { $0 != .answered } ? "perhaps registered" : "registered"
}

/// A request of code that has a name.
struct NamedVisit {
    let visit: Visit
    /// The name of the code.
    let title: String
    /// The function with that name, or one whose type has it.
    let function: String
    /// The number of undecided branches before the function began.
    var possible = 0
    /// The calls from there to the request.
    var inner: ArraySlice<Call> = []
    var isOfTest = false

    var root: ObjectIdentifier { ObjectIdentifier(visit.root.journal) }
    var isCertain: Bool { visit.event.possible == possible }
}

extension PackageRuns {
    /// The type that asks, or the function.
    func owner(of visit: Visit) -> String {
        owner(ofProperty: visit.place)
            ?? visit.event.way.last { !$0.isThunk }.map { FunctionName($0).owner }
            ?? "main"
    }
}
